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
#include "lull/clock/hulls/lower_hull.hpp"
#include "lull/clock/hulls/timed_hulls.hpp"
#include "lull/trace/definitions/definitions.hpp"

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

// Bounded memory: the more pairs of processes there are, the longer are the pieces of time in which
// their messages are kept; of very many pairs only those of nodes are.
class ClockObservations {
 public:
  // `definitions` must outlive this. `parts`: so many of these share the memory.
  explicit ClockObservations(const Definitions& definitions, std::size_t parts = 1)
      : definitions_(&definitions), parts_(parts) {}

  // Something left `from` at the one time on its clock and came to `to` at the other one on its.
  void add(ProcessId from, ProcessId to, ClockPoint point);
  void add(const ClockObservations& other);

  // By pair of processes; by pair of nodes where there are too many of these.
  [[nodiscard]] ClockHulls hulls() const;
  // The same in pieces of time.
  [[nodiscard]] std::map<ClockPair, TimedHulls> timed_hulls() const;
  [[nodiscard]] bool by_node() const { return by_node_; }
  [[nodiscard]] bool empty() const { return hulls_.empty(); }

  static constexpr std::size_t kMostPieces = 256;  // of a pair

 private:
  struct Between {
    TimedHulls hulls;
    std::size_t points = 0;  // that were added; no more are counted than there may be pieces
  };
  [[nodiscard]] Between& hulls_between(std::uint32_t from, std::uint32_t to);
  void count(Between& between, std::size_t points);
  void go_by_node();

  const Definitions* definitions_;
  std::size_t parts_;
  std::vector<std::uint32_t> nodes_;  // of processes, once it goes by node
  bool by_node_ = false;
  std::unordered_map<std::uint64_t, Between> hulls_;
  std::size_t most_pieces_ = kMostPieces;  // of a pair
  std::size_t used_ = 0;                   // points that are counted, or pieces if these are less
};

// The same for groups of processes that have a clock together: those of each node.
[[nodiscard]] ClockHulls hulls_of_nodes(const ClockHulls& hulls, const Definitions& definitions);
[[nodiscard]] std::map<ClockPair, TimedHulls> hulls_of_nodes(
    const std::map<ClockPair, TimedHulls>& hulls, const Definitions& definitions);

}  // namespace lull
