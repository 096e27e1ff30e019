// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/notes/matching_notes.hpp"

namespace lull::analysis {
namespace {

template <class Map>
void add_up(Map& into, const Map& from) {
  for (const auto& [key, value] : from) into[key] += value;
}

}  // namespace

MatchingNotes& MatchingNotes::operator+=(const MatchingNotes& other) {
  messages += other.messages;
  collectives += other.collectives;
  found_too_late += other.found_too_late;
  add_up(unmatched_sends, other.unmatched_sends);
  add_up(unmatched_receives, other.unmatched_receives);
  add_up(incomplete_collectives, other.incomplete_collectives);
  add_up(clock_violations, other.clock_violations);
  reversed_collectives += other.reversed_collectives;
  add_up(remarks, other.remarks);
  return *this;
}

ClockViolations MatchingNotes::all_clock_violations() const {
  ClockViolations sum;
  for (const auto& [nodes, violations] : clock_violations) sum += violations;
  return sum;
}

}  // namespace lull::analysis
