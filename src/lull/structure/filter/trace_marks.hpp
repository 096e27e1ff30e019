// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Decides which events of a trace stay: first each event by itself, then with related records. Runs
// all passes over the trace that precede writing.
#pragma once

#include <cstdint>
#include <vector>

#include "lull/structure/filter/decisions.hpp"
#include "lull/structure/filter/event_count.hpp"
#include "lull/structure/filter/filter_report.hpp"
#include "lull/structure/filter/location_marks.hpp"
#include "lull/structure/filter/selection.hpp"
#include "lull/trace/definitions/peers.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull::structure {

class TraceMarks {
 public:
  // All arguments must outlive this object. Updates the report's counts before and after, except
  // times.
  TraceMarks(const TraceSource& source, const Selection& selection, FilterReport& report,
             EventCount& count);

  // The passes must be run in this order. The first one looks at each event by itself.
  void select();
  // The second pass takes related records into account.
  void merge();
  // The third pass restores the calls around the events that stay in cuts.
  void restore_calls();

  [[nodiscard]] const LocationMarks& operator[](LocationId location) const {
    return marks_[location.index()];
  }

 private:
  using Locations = std::vector<LocationId>;

  LocationMarks& marks(LocationId location) { return marks_[location.index()]; }
  void select(const Locations& locations);
  void merge(const Locations& locations);
  void note(const Locations& locations, const Unit& unit);
  void decide(const Locations& locations, const Unit& unit);
  [[nodiscard]] Fate fate_of(const Locations& locations, const Unit& unit);
  void remove(LocationId location, std::uint64_t position, LocationMarks::Mark mark);
  void restore(LocationId location, std::uint64_t position);
  void close_gaps(LocationId location, std::uint64_t begin, std::uint64_t end);
  void restore_calls(LocationId location);
  void count_operations();

  const TraceSource& source_;
  const Selection& selection_;
  FilterReport& report_;
  EventCount& count_;
  Peers peers_;
  std::vector<LocationMarks> marks_;  // indexed by location
  Decisions decisions_;
};

}  // namespace lull::structure
