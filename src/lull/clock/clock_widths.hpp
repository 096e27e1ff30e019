// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The uncertainty of clock differences after a correction from messages: among all lines that the
// messages allow, the distance of the farthest from the one chosen. For clocks without common
// messages it is derived through others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "lull/clock/clock_correction.hpp"
#include "lull/clock/clock_steps.hpp"
#include "lull/trace/definitions/definitions.hpp"

namespace lull {

class ClockWidths {
 public:
  // `hulls` are by process, with times as recorded.
  ClockWidths(const TimedClockHulls& hulls, const ClockCorrection& correction,
              const Definitions& definitions);

  // Returns the largest error of the difference of two processes' corrected times around this time.
  // Zero for processes that share a clock.
  [[nodiscard]] Duration between(ProcessId a, ProcessId b, Timestamp time) const;
  // Returns the uncertainty relative to the clock that is known least precisely.
  [[nodiscard]] Duration widest(ProcessId process) const;
  // Adds the uncertainty from clocks that were also set forward, perhaps needlessly. `pushes` is
  // indexed by process.
  void add_pushes(const ClockOffsets& pushes);

 private:
  static constexpr std::size_t kTimes = 17;  // between the first and the last
  // Indexed by time: how far the first clock may be ahead of the second, in ticks.
  using Bounds = std::vector<double>;

  [[nodiscard]] const Bounds* direct(std::uint32_t a, std::uint32_t b) const;
  [[nodiscard]] double width(std::uint32_t a, std::uint32_t b, std::size_t time) const;
  [[nodiscard]] double push(ProcessId process, std::size_t piece) const;
  void derive_through_others();
  void measure_ways();
  void find_widest();

  std::vector<std::uint32_t> clocks_;  // indexed by process
  std::size_t count_ = 0;              // number of clocks
  Timestamp first_;
  double spacing_ = 1;          // between two times, in ticks
  std::vector<Bounds> pushes_;  // indexed by process and interval between two times: maximum
  std::unordered_map<std::uint64_t, Bounds> direct_;
  std::vector<Bounds> ways_;    // by clock: to the one with most partners, and back
  std::vector<double> widest_;  // indexed by clock
};

}  // namespace lull
