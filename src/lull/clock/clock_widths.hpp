// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// How well the difference of two clocks is known when they have been corrected by what messages
// say: of all lines that messages allow, the furthest from the one that was taken. For two clocks
// without messages by way of others.
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
  // `hulls`: by process, of times as they were recorded.
  ClockWidths(const TimedClockHulls& hulls, const ClockCorrection& correction,
              const Definitions& definitions);

  // The greatest error of the difference of two processes' corrected times around then. Zero for
  // those that have a clock together.
  [[nodiscard]] Duration between(ProcessId a, ProcessId b, Timestamp time) const;
  // Of the process and whoever its clock is known worst against.
  [[nodiscard]] Duration widest(ProcessId process) const;
  // Clocks have been set forward as well, and may not have had to be: by process.
  void add_pushes(const ClockOffsets& pushes);

 private:
  static constexpr std::size_t kTimes = 17;  // from the first to the last
  // By time, how far the first clock may be ahead of the second one, in ticks.
  using Bounds = std::vector<double>;

  [[nodiscard]] const Bounds* direct(std::uint32_t a, std::uint32_t b) const;
  [[nodiscard]] double width(std::uint32_t a, std::uint32_t b, std::size_t time) const;
  [[nodiscard]] double push(ProcessId process, std::size_t piece) const;
  void go_by_others();
  void measure_ways();
  void find_widest();

  std::vector<std::uint32_t> clocks_;  // by process
  std::size_t count_ = 0;              // of clocks
  Timestamp first_;
  double spacing_ = 1;          // of times, in ticks
  std::vector<Bounds> pushes_;  // by process and piece between two times: at most
  std::unordered_map<std::uint64_t, Bounds> direct_;
  std::vector<Bounds> ways_;    // by clock: to the one that has most partners, and back
  std::vector<double> widest_;  // by clock
};

}  // namespace lull
