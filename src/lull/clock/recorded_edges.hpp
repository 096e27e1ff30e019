// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What must not come before what, in times as they were recorded: edges on any correction of the
// clocks are made of these, so that a trace is read once however often its clocks are corrected. Of
// very many only those are kept that hold by little or not at all.
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

// How much several of these may keep together. An edge between two clocks counts as one.
struct EdgeBudget {
  std::size_t most = std::numeric_limits<std::size_t>::max();
  std::size_t share = std::numeric_limits<std::size_t>::max();  // which each may keep in any case
  std::atomic<std::size_t> used = 0;
};

// Memory: 32 bytes for each edge, 16 for each who comes or leaves.
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

  // All must outlive this. `maps`: by which it tells what holds by little.
  RecordedEdges(const Definitions& definitions, const ClockMaps& maps, EdgeBudget& budget)
      : definitions_(definitions), maps_(maps), budget_(budget), share_(budget.share) {}

  // As those of ClockEdges.
  void add(Visit sent, Visit arrived);
  void add_meeting(std::span<const Visit> comes, std::span<const Visit> leaves);
  void add_row(std::span<const Place> places);

  // Without those that hold by this much or more.
  void forget(std::int64_t slack);

  // All with less slack are there.
  [[nodiscard]] std::int64_t reach() const { return reach_; }
  // So many edges between two clocks or meetings, or less.
  [[nodiscard]] std::size_t most_edges() const;
  // On clocks that are mapped by these.
  void add_to(ClockEdges& edges, const ClockMaps& maps) const;

 private:
  struct Message {
    LocationId from;
    LocationId to;
    Timestamp sent;
    Timestamp arrived;
    std::int64_t slack;
  };
  // Its visits are the next ones: those of a meeting come first and leave then, those of a row come
  // and leave by turns.
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
  std::size_t counted_ = 0;  // of the budget
  std::size_t share_;        // more where what does not hold is more
  std::int64_t reach_ = std::numeric_limits<std::int64_t>::max();
};

}  // namespace lull
