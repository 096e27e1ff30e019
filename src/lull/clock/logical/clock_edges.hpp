// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What must not come before what, on different clocks: a receive not before its send, the leave of
// a barrier not before the last enter. Those that hold by far may be forgotten: clocks that are set
// forward by less than that cannot break these.
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
  static constexpr std::uint32_t kMeeting = 0xFFFFFFFFu;  // no clock: where many wait for many

  std::uint32_t from = kMeeting;  // clock: a process
  std::uint32_t to = kMeeting;
  std::uint64_t sent = 0;  // ticks of the clock; the number of a meeting
  std::uint64_t arrived = 0;
  std::int64_t slack = 0;  // ticks; negative: it does not hold
};

// Memory: 32 bytes for each edge.
class ClockEdges {
 public:
  // `most`: as many as there may be. No memory before it is used, and nothing is moved.
  explicit ClockEdges(std::size_t most = 0) { edges_.reserve(most); }

  // What arrives, does not do so before it was sent.
  void add(ProcessId from, Timestamp sent, ProcessId to, Timestamp arrived);

  // A meeting: nobody who leaves does so before all have come.
  struct Visit {
    ProcessId process;
    Timestamp time;
  };
  void add_meeting(std::span<const Visit> comes, std::span<const Visit> leaves);
  // A row: nobody leaves before all in front of him have come. Where `process` is undefined,
  // somebody does not wait, or is not waited for.
  struct Place {
    Visit comes;
    Visit leaves;
  };
  void add_row(std::span<const Place> places);

  // Without those that hold by this much or more.
  void forget(std::int64_t slack);

  [[nodiscard]] std::span<const ClockEdge> edges() const { return edges_; }
  // What a process has from itself before it sent it: no clocks help there.
  [[nodiscard]] std::uint64_t impossible() const { return impossible_; }
  // Those that hold by less than this; the order of all changes.
  [[nodiscard]] std::span<const ClockEdge> edges_below(std::int64_t slack);
  // Of the edge that holds least; zero where all hold.
  [[nodiscard]] std::int64_t least_slack() const;
  // All with less slack are there.
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
