// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A progress bar on standard error. It shows itself only on a terminal and only once the work has
// taken a second. One thread calls it.
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

  // `done` of the total given before; redraws at most ten times a second.
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
