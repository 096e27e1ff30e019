// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Ordering constraints between events on different clocks: a receive is not before its send, the
// leave of a barrier not before the last enter. Constraints with a large slack may be dropped:
// setting clocks forward by less than that cannot violate them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "lull/base/time.hpp"
#include "lull/trace/definitions/definitions.hpp"

namespace lull {

struct ClockEdge {
  static constexpr std::uint32_t kMeeting = 0xFFFFFFFFu;  // not a clock: many wait here for many

  std::uint32_t from = kMeeting;  // clock: a process
  std::uint32_t to = kMeeting;
  std::uint64_t sent = 0;  // ticks of the clock; the number of a meeting
  std::uint64_t arrived = 0;
  std::int64_t slack = 0;  // ticks; negative: violated
};

// Memory: 32 bytes per edge.
class ClockEdges {
 public:
  // `most`: the maximum number of edges. Memory is reserved, but not used before it is needed, and
  // edges are never moved.
  explicit ClockEdges(std::size_t most = 0) { edges_.reserve(most); }

  // Adds an edge: the arrival is not before the sending.
  void add(ProcessId from, Timestamp sent, ProcessId to, Timestamp arrived);

  // A meeting: no process leaves before all have come.
  struct Visit {
    ProcessId process;
    Timestamp time;
  };
  void add_meeting(std::span<const Visit> comes, std::span<const Visit> leaves);
  // A row: no member leaves before all in front of it have come. An undefined `process` marks a
  // member that does not wait, or is not waited for.
  struct Place {
    Visit comes;
    Visit leaves;
  };
  void add_row(std::span<const Place> places);

  // Drops edges with this much slack or more.
  void forget(std::int64_t slack);

  [[nodiscard]] std::span<const ClockEdge> edges() const { return edges_; }
  // Returns the number of messages of a process to itself that are reversed: no clocks can fix
  // these.
  [[nodiscard]] std::uint64_t impossible() const { return impossible_; }
  // Returns the edges with less slack than this; reorders all edges.
  [[nodiscard]] std::span<const ClockEdge> edges_below(std::int64_t slack);
  // Returns the smallest slack; zero if all edges hold.
  [[nodiscard]] std::int64_t least_slack() const;
  // Returns the slack below which all edges are present.
  [[nodiscard]] std::int64_t reach() const { return reach_; }
  [[nodiscard]] bool has_all() const { return reach_ == std::numeric_limits<std::int64_t>::max(); }

 private:
  void add(const ClockEdge& edge);

  std::vector<ClockEdge> edges_;
  std::uint64_t next_meeting_ = 0;
  std::uint64_t impossible_ = 0;
  std::int64_t reach_ = std::numeric_limits<std::int64_t>::max();
};

}  // namespace lull
