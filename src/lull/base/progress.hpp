// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A progress bar on standard error. Appears only on a terminal, after one second of work. Not
// thread safe.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace lull {

class Progress {
 public:
  Progress(std::string what, std::uint64_t total);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();  // wipes the bar

  // `done` is out of the total; redraws at most ten times a second.
  void update(std::uint64_t done);

 private:
  using Clock = std::chrono::steady_clock;

  std::string what_;
  std::uint64_t total_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point drawn_{};
  bool terminal_;
  bool visible_ = false;
};

}  // namespace lull
