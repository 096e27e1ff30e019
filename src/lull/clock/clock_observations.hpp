// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What a trace's messages and collective operations say about its clocks, before any correction.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lull/base/time.hpp"
#include "lull/clock/lower_hull.hpp"
#include "lull/trace/definitions.hpp"

namespace lull {

// Of clocks, which are numbered as processes are, or as groups of them.
using ClockPair = std::pair<std::uint32_t, std::uint32_t>;  // from, to
using ClockHulls = std::map<ClockPair, LowerHull>;

// How many arrive before they are sent.
struct Reversals {
  std::uint64_t count = 0;
  Duration greatest;

  void add(Duration late) {
    if (late.ticks <= 0) return;
    ++count;
    greatest = std::max(greatest, late);
  }
  Reversals& operator+=(const Reversals& other) {
    count += other.count;
    greatest = std::max(greatest, other.greatest);
    return *this;
  }
};

class ClockObservations {
 public:
  // Something left `from` at the one time on its clock and came to `to` at the other one on its.
  void add(ProcessId from, ProcessId to, ClockPoint point);
  void add(const ClockObservations& other);

  // By pair of processes.
  [[nodiscard]] ClockHulls hulls() const;
  [[nodiscard]] bool empty() const { return hulls_.empty(); }

 private:
  std::unordered_map<std::uint64_t, LowerHull> hulls_;
};

// The same for groups of processes that have a clock together: those of each node.
[[nodiscard]] ClockHulls hulls_of_nodes(const ClockHulls& hulls, const Definitions& definitions);
// By process: which of the groups it is in.
[[nodiscard]] std::vector<std::uint32_t> nodes_of_processes(const Definitions& definitions);

}  // namespace lull
