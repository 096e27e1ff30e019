// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Moments of clocks and their ordering constraints, sorted topologically. Memory: about 56 bytes
// per edge.
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

  // Sorted by clock, then time; meetings last.
  [[nodiscard]] const std::vector<Moment>& moments() const { return moments_; }
  [[nodiscard]] bool follows_its_clock(Index moment) const {
    return moment > 0 && moments_[moment].clock != ClockEdge::kMeeting &&
           moments_[moment - 1].clock == moments_[moment].clock;
  }
  // Returns the moments that must not be before this one. kNone: a removed edge.
  [[nodiscard]] std::span<const Index> next(Index moment) const {
    return std::span(targets_).subspan(starts_[moment], starts_[moment + 1] - starts_[moment]);
  }
  // Moments that depend on each other in a circle form a group: they are simultaneous. Each group
  // is represented by its first moment; a group comes after all that it depends on.
  [[nodiscard]] const std::vector<Index>& order() const { return order_; }
  [[nodiscard]] Index next_in_group(Index moment) const {
    return next_in_group_.empty() ? moment : next_in_group_[moment];
  }
  [[nodiscard]] Index group_of(Index moment) const {
    return group_.empty() ? moment : group_[moment];
  }

  // Frees memory; order() and next() must not be used afterwards.
  void forget_order() { order_ = {}; }
  void forget_edges() {
    starts_ = {};
    targets_ = {};
    lack_ = {};
  }

  // Returns the number of edges removed because no clocks satisfy all of them.
  [[nodiscard]] std::uint64_t contradictions() const { return contradictions_; }

 private:
  void connect(std::span<const ClockEdge> edges, std::span<const Index> places);
  [[nodiscard]] bool sort();
  void resolve_circles();
  void resolve_circles(std::span<const Index> circle);
  void leave_out(std::span<const Index> circle);
  template <class Visit>
  void for_each_next(Index moment, Visit&& visit) const;

  std::vector<Moment> moments_;
  std::vector<Index> starts_;
  std::vector<Index> targets_;
  std::vector<std::uint32_t> lack_;   // by index in targets_: by how much the edge is violated
  std::vector<Index> group_;          // empty: each moment is a group
  std::vector<Index> next_in_group_;  // a circle; empty likewise
  std::vector<Index> order_;
  std::uint64_t contradictions_ = 0;
};

}  // namespace lull
