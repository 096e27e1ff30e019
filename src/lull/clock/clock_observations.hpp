// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Constraints on clocks from a trace's messages and collective operations, before any correction.
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

// A pair of clocks, numbered like processes, or groups of them.
using ClockPair = std::pair<std::uint32_t, std::uint32_t>;  // from, to
using ClockHulls = std::map<ClockPair, LowerHull>;

// The number and extent of messages that arrive before they were sent.
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

// Memory is bounded: with more pairs of processes, messages are grouped into longer pieces of time;
// with very many pairs, by pair of nodes.
class ClockObservations {
 public:
  // `definitions` must outlive this. `parts`: the number of such objects that share the memory.
  explicit ClockObservations(const Definitions& definitions, std::size_t parts = 1)
      : definitions_(&definitions), parts_(parts) {}

  // Adds a message that left `from` and arrived at `to`, each time on the clock of its process.
  void add(ProcessId from, ProcessId to, ClockPoint point);
  void add(const ClockObservations& other);

  // Returns one hull per pair of processes, or per pair of nodes if there are too many.
  [[nodiscard]] ClockHulls hulls() const;
  // Does the same for pieces of time.
  [[nodiscard]] std::map<ClockPair, TimedHulls> timed_hulls() const;
  [[nodiscard]] bool by_node() const { return by_node_; }
  [[nodiscard]] bool empty() const { return hulls_.empty(); }

  static constexpr std::size_t kMostPieces = 256;  // per pair

 private:
  struct Between {
    TimedHulls hulls;
    std::size_t points = 0;  // number added, counted up to the limit on pieces
  };
  [[nodiscard]] Between& hulls_between(std::uint32_t from, std::uint32_t to);
  void count(Between& between, std::size_t points);
  void group_by_node();

  const Definitions* definitions_;
  std::size_t parts_;
  std::vector<std::uint32_t> nodes_;  // indexed by process, when grouped by node
  bool by_node_ = false;
  std::unordered_map<std::uint64_t, Between> hulls_;
  std::size_t most_pieces_ = kMostPieces;  // per pair
  std::size_t used_ = 0;                   // counted points, or pieces where these are fewer
};

// Merges the hulls of processes on the same node, which share a clock.
[[nodiscard]] ClockHulls hulls_of_nodes(const ClockHulls& hulls, const Definitions& definitions);
[[nodiscard]] std::map<ClockPair, TimedHulls> hulls_of_nodes(
    const std::map<ClockPair, TimedHulls>& hulls, const Definitions& definitions);

}  // namespace lull
