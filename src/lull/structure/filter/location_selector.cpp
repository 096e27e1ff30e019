// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/filter/location_selector.hpp"

#include "lull/structure/detection/detection.hpp"

namespace lull::structure {

LocationSelector::LocationSelector(const Definitions& definitions, const Selection& selection,
                                   LocationId location)
    : definitions_(definitions), selection_(selection), regions_(definitions) {
  const std::size_t place = location.index();
  if (place < selection.cuts.size()) cuts_ = selection.cuts[place];
  if (place < selection.times.size()) time_ = selection.times[place];
  if (!selection.locations.empty())
    selected_ = place < selection.locations.size() && selection.locations[place];
}

Reason LocationSelector::look_at(const Event& event) {
  advance(event.body);
  const bool outside = is_outside(event.time);
  const bool excluded = !selection_.excluded.empty() && is_of_excluded_region(event.body);
  if (!selected_) return Reason::Location;
  if (outside) return Reason::Time;
  if (in_cut_) return Reason::Cut;
  return excluded ? Reason::Region : Reason::None;
}

// A sample has the position of the event that follows.
void LocationSelector::advance(const EventBody& body) {
  while (!cuts_.empty() && index_ >= cuts_.front().last) cuts_ = cuts_.subspan(1);
  in_cut_ = !cuts_.empty() && index_ >= cuts_.front().first;
  if (!is_sample(body)) ++index_;
}

// The range is contiguous even if times decrease.
bool LocationSelector::is_outside(Timestamp time) {
  begun_ = begun_ || time >= time_.begin;
  ended_ = ended_ || time > time_.end;
  return !begun_ || ended_;
}

// A parameter belongs to the region in which it is recorded.
bool LocationSelector::is_of_excluded_region(const EventBody& body) {
  const auto open = [](RegionId region) { return Frame{region}; };
  regions_.follow(body, open, [](const Frame&) {});
  if (const auto region = region_of(body, definitions_)) return excludes(*region);
  const bool parameter = std::holds_alternative<ParameterString>(body) ||
                         std::holds_alternative<ParameterInt>(body) ||
                         std::holds_alternative<ParameterUnsigned>(body);
  return parameter && !regions_.empty() && excludes(regions_.top().region);
}

}  // namespace lull::structure
