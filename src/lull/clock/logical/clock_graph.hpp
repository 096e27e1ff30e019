// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Moments of clocks, and what must not come before what: in an order in which everything comes
// behind what it depends on. Memory: about 56 bytes for each edge.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lull/clock/logical/clock_edges.hpp"

namespace lull {

class ClockGraph {
 public:
  using Index = std::uint32_t;
  static constexpr Index kNone = 0xFFFFFFFFu;

  struct Moment {
    std::uint32_t clock = 0;  // or ClockEdge::kMeeting
    std::uint64_t time = 0;
    friend bool operator==(const Moment&, const Moment&) = default;
  };

  explicit ClockGraph(std::span<const ClockEdge> edges);

  // By clock, then ascending; meetings at the end.
  [[nodiscard]] const std::vector<Moment>& moments() const { return moments_; }
  [[nodiscard]] bool follows_its_clock(Index moment) const {
    return moment > 0 && moments_[moment].clock != ClockEdge::kMeeting &&
           moments_[moment - 1].clock == moments_[moment].clock;
  }
  // What must not come before the moment. kNone: an edge that is left out.
  [[nodiscard]] std::span<const Index> next(Index moment) const {
    return std::span(targets_).subspan(starts_[moment], starts_[moment + 1] - starts_[moment]);
  }
  // Those that depend on each other in a circle are one group: they are at the same time. Of each
  // group the first moment stands for it here; a group comes behind all that it depends on.
  [[nodiscard]] const std::vector<Index>& order() const { return order_; }
  [[nodiscard]] Index next_in_group(Index moment) const {
    return next_in_group_.empty() ? moment : next_in_group_[moment];
  }
  [[nodiscard]] Index group_of(Index moment) const {
    return group_.empty() ? moment : group_[moment];
  }

  // Gives memory back: order() and next() are not asked for any more.
  void forget_order() { order_ = {}; }
  void forget_edges() {
    starts_ = {};
    targets_ = {};
    lack_ = {};
  }

  // Edges that are left out as no clocks satisfy all of them.
  [[nodiscard]] std::uint64_t contradictions() const { return contradictions_; }

 private:
  void connect(std::span<const ClockEdge> edges, std::span<const Index> places);
  [[nodiscard]] bool sort();
  void untie();
  void untie(std::span<const Index> circle);
  void leave_out(std::span<const Index> circle);
  template <class Visit>
  void for_each_next(Index moment, Visit&& visit) const;

  std::vector<Moment> moments_;
  std::vector<Index> starts_;
  std::vector<Index> targets_;
  std::vector<std::uint32_t> lack_;   // by place in targets_: by so much the edge does not hold
  std::vector<Index> group_;          // empty: each moment is one
  std::vector<Index> next_in_group_;  // a circle; empty as well
  std::vector<Index> order_;
  std::uint64_t contradictions_ = 0;
};

}  // namespace lull
