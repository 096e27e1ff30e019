// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Measures wall time and processor time of the process. On a shared machine other processes affect
// the wall time; compare only processor times between runs.
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <ctime>
#include <string>

namespace lull::bench {

class Stopwatch {
 public:
  // Returns "1.011 s, 0.480 s CPU, 41.7 M events/s CPU".
  [[nodiscard]] std::string report(std::uint64_t events) const {
    const double cpu = processor_seconds();
    return fmt::format("{:.3f} s, {:.3f} s CPU, {:.1f} M events/s CPU", seconds(), cpu,
                       static_cast<double>(events) / cpu / 1e6);
  }

  [[nodiscard]] double processor_seconds() const { return cpu_seconds() - cpu_; }
  [[nodiscard]] double seconds() const {
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - wall_;
    return wall.count();
  }

 private:
  static double cpu_seconds() {
    std::timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
  }

  std::chrono::steady_clock::time_point wall_ = std::chrono::steady_clock::now();
  double cpu_ = cpu_seconds();
};

}  // namespace lull::bench
