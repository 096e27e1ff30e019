// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Ordering constraints in recorded times: the edges under any correction of the clocks are derived
// from these, so that a trace is read only once however often its clocks are corrected. If there
// are very many, only those with little or negative slack are kept.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "lull/clock/clock_maps.hpp"
#include "lull/clock/logical/clock_edges.hpp"

namespace lull {

// Memory limit shared by several objects. An edge between two clocks counts as one.
struct EdgeBudget {
  std::size_t most = std::numeric_limits<std::size_t>::max();
  std::size_t share = std::numeric_limits<std::size_t>::max();  // guaranteed to each object
  std::atomic<std::size_t> used = 0;
};

// Memory: 32 bytes per edge, 16 per visit.
class RecordedEdges {
 public:
  struct Visit {
    LocationId location;
    Timestamp time;  // recorded
  };
  struct Place {
    Visit comes;
    Visit leaves;
  };

  // All must outlive this. `maps` defines the slack of edges.
  RecordedEdges(const Definitions& definitions, const ClockMaps& maps, EdgeBudget& budget)
      : definitions_(definitions), maps_(maps), budget_(budget), share_(budget.share) {}

  // Like the functions of ClockEdges.
  void add(Visit sent, Visit arrived);
  void add_meeting(std::span<const Visit> comes, std::span<const Visit> leaves);
  void add_row(std::span<const Place> places);

  // Drops edges with this much slack or more.
  void forget(std::int64_t slack);

  // Returns the slack below which all edges are present.
  [[nodiscard]] std::int64_t reach() const { return reach_; }
  // Returns an upper bound on the number of edges between clocks or meetings.
  [[nodiscard]] std::size_t most_edges() const;
  // Adds the edges with times mapped by `maps`.
  void add_to(ClockEdges& edges, const ClockMaps& maps) const;

 private:
  struct Message {
    LocationId from;
    LocationId to;
    Timestamp sent;
    Timestamp arrived;
    std::int64_t slack;
  };
  // Refers to the next visits in visits_: in a meeting, first those that come, then those that
  // leave; in a row, alternating.
  struct Gathering {
    std::int64_t slack;
    std::uint32_t comes;
    std::uint32_t leaves;
    bool is_row;
  };

  [[nodiscard]] ProcessId process_of(LocationId location) const {
    return location.defined() ? definitions_.locations[location.index()].process : ProcessId{};
  }
  [[nodiscard]] ClockEdges::Visit on(const ClockMaps& maps, const Visit& visit) const {
    return {process_of(visit.location), maps(visit.location, visit.time)};
  }
  [[nodiscard]] std::size_t size() const { return messages_.size() + visits_.size() / 2; }
  void count_more();
  void make_room();

  const Definitions& definitions_;
  const ClockMaps& maps_;
  EdgeBudget& budget_;
  std::vector<Message> messages_;
  std::vector<Gathering> gatherings_;
  std::vector<Visit> visits_;
  std::size_t counted_ = 0;  // charged to the budget
  std::size_t share_;        // larger if more edges are violated
  std::int64_t reach_ = std::numeric_limits<std::int64_t>::max();
};

}  // namespace lull
