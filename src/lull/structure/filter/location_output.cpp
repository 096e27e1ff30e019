// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/filter/location_output.hpp"

#include <algorithm>

namespace lull::structure {

LocationOutput::LocationOutput(const Definitions& definitions, const Selection& selection,
                               LocationId location, const LocationMarks& marks,
                               LocationWriter& writer, FilterReport& report)
    : location_(location),
      definitions_(definitions),
      selection_(selection),
      marks_(marks),
      writer_(writer),
      report_(report),
      open_(definitions) {
  const std::size_t place = location.index();
  if (!selection.locations.empty())
    selected_ = place < selection.locations.size() && selection.locations[place];
  limited_ = place < selection.times.size();
  if (limited_) range_ = selection.times[place];
  if (limited_) phase_ = Phase::Before;
}

void LocationOutput::look_at(const Event& event) {
  if (!first_) first_ = event.time;
  if (limited_ && selected_) {
    if (phase_ == Phase::Before && event.time >= range_.begin) begin_range();
    if (phase_ == Phase::Within && event.time > range_.end) end_range(range_.end);
  }
  last_ = std::max(last_, event.time);
  const LocationMarks::Mark mark = marks_[position_++];
  if (limited_ && selected_) follow(event.body, mark);
  if (const auto* measurement = std::get_if<MeasurementOnOff>(&event.body))
    if (!mark.missing) off_ = !measurement->on;
  if (mark.reason == Reason::None) return write(event);
  if (mark.missing && selected_ && phase_ == Phase::Within) {
    gap_reason_ = gap_ ? gap_reason_ : mark.reason;
    look_at_cut();
  }
}

// Tracks the regions and other things that are open at the borders of the range.
void LocationOutput::follow(const EventBody& body, LocationMarks::Mark mark) {
  const bool is_thread = std::holds_alternative<ThreadBegin>(body);
  if (phase_ == Phase::After ? !is_thread || open_.thread() : mark.missing) return;
  open_.follow(body);
  if (phase_ == Phase::After && open_.thread()) write_thread(*open_.thread(), range_.end);
}

// Switches recording off after the last written event.
void LocationOutput::look_at_cut() {
  if (gap_ || !written_) return;
  gap_ = *written_;
  if (!off_) add(*written_, MeasurementOnOff{false});
}

void LocationOutput::end_gap(Timestamp time) {
  lose(gap_reason_, *gap_, time);
  gap_.reset();
  if (!off_) add(time, MeasurementOnOff{true});
}

void LocationOutput::write(const Event& event) {
  const Timestamp time = std::max(event.time, written_.value_or(event.time));
  if (time != event.time) ++report_.moved;
  // If the event itself switches recording on or off, end_gap() adds no mark of its own.
  if (gap_) end_gap(time);
  written_ = time;
  writer_.write({time, event.body, event.attributes});
  ++report_.after.events;
}

void LocationOutput::add(Timestamp time, const EventBody& body) {
  const Timestamp not_before = std::max(time, written_.value_or(time));
  written_ = not_before;
  writer_.write({not_before, body, nullptr});
  ++report_.after.events;
  ++report_.added;
}

bool LocationOutput::excludes(const EventBody& body) const {
  const auto region = region_of(body, definitions_);
  return region && region->index() < selection_.excluded.size() &&
         selection_.excluded[region->index()];
}

void LocationOutput::begin_range() {
  phase_ = Phase::Within;
  if (*first_ >= range_.begin) return;
  lose(Reason::Time, *first_, range_.begin);
  if (!open_.in_thread() && open_.thread()) write_thread(*open_.thread(), range_.begin);
  open_.begin_all([&](const EventBody& begin) {
    if (!excludes(begin)) add(range_.begin, begin);
  });
  if (off_) add(range_.begin, MeasurementOnOff{false});
}

void LocationOutput::end_range(Timestamp end) {
  phase_ = Phase::After;
  if (gap_) end_gap(end);
  open_.end_all([&](const EventBody& last) {
    if (!excludes(last)) add(end, last);
  });
}

// Marks the location as one where threads of the program come and go, by a thread that begins and
// ends at once. Otherwise, the location would seem to idle, as would workers that are not selected.
void LocationOutput::write_thread(const ThreadBegin& thread, Timestamp time) {
  add(time, thread);
  add(time, ThreadEnd{thread.contingent, thread.sequence});
}

bool LocationOutput::is_worker() const {
  const Location& own = definitions_.locations[location_.index()];
  if (own.type != LocationType::CpuThread || !own.process.defined()) return false;
  return definitions_.processes[own.process.index()].locations.front() != location_;
}

void LocationOutput::finish() {
  if (!first_) return;
  report_.before.time += last_ - *first_;
  if (!selected_) {
    if (is_worker())
      write_thread(ThreadBegin{},
                   limited_ ? std::clamp(*first_, range_.begin, range_.end) : *first_);
    return lose(Reason::Location, *first_, last_);
  }
  if (phase_ == Phase::Before) {
    if (open_.thread()) write_thread(*open_.thread(), range_.begin);
    return lose(Reason::Time, *first_, last_);
  }
  if (phase_ == Phase::After) lose(Reason::Time, std::max(*first_, range_.end), last_);
  if (gap_) lose(gap_reason_, *gap_, last_);
}

void LocationOutput::lose(Reason reason, Timestamp from, Timestamp until) {
  report_.removed[static_cast<std::size_t>(reason)].time += until - from;
}

}  // namespace lull::structure
