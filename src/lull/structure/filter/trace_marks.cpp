// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/filter/trace_marks.hpp"

#include <algorithm>
#include <utility>

#include "lull/structure/filter/location_selector.hpp"
#include "lull/structure/filter/process_units.hpp"
#include "lull/structure/filter/restored_calls.hpp"
#include "lull/structure/filter/team_selector.hpp"
#include "lull/trace/source/process_events.hpp"

namespace lull::structure {
namespace {

using Mark = LocationMarks::Mark;

// Samples waiting for the event they belong to: the next one, at the same time.
struct WaitingSamples {
  Timestamp time;
  std::vector<std::uint64_t> positions;

  void add(Timestamp at, std::uint64_t position) {
    if (at != time) positions.clear();
    time = at;
    positions.push_back(position);
  }
};

}  // namespace

TraceMarks::TraceMarks(const TraceSource& source, const Selection& selection, FilterReport& report,
                       EventCount& count)
    : source_(source),
      selection_(selection),
      report_(report),
      count_(count),
      peers_(source.definitions()),
      marks_(source.definitions().locations.size()) {}

void TraceMarks::remove(LocationId location, std::uint64_t position, Mark mark) {
  if (mark.reason != Reason::None) ++report_.removed[static_cast<std::size_t>(mark.reason)].events;
  marks(location).set(position, mark);
}

void TraceMarks::restore(LocationId location, std::uint64_t position) {
  const Mark mark = marks(location)[position];
  if (mark.reason == Reason::None) return;
  --report_.removed[static_cast<std::size_t>(mark.reason)].events;
  marks(location).set(position, {Reason::None, mark.missing});
}

void TraceMarks::select() {
  for (const Process& process : source_.definitions().processes) select(process.locations);
  count_operations();
}

void TraceMarks::select(const Locations& locations) {
  const Definitions& definitions = source_.definitions();
  std::vector<LocationSelector> selectors;
  for (const LocationId location : locations)
    selectors.emplace_back(definitions, selection_, location);
  TeamSelector teams(definitions, locations);
  ProcessUnits units(definitions, peers_, locations, ProcessUnits::Pairs::Skip,
                     [&](const Unit& unit) { note(locations, unit); });
  std::vector<WaitingSamples> samples(locations.size());
  for_each_event_of_process(
      source_, locations, [&](std::size_t thread, std::uint64_t position, const Event& event) {
        const Reason own = selectors[thread].look_at(event);
        const Reason reason = teams.look_at(thread, event.body, own);
        remove(locations[thread], position,
               {reason, selectors[thread].in_cut() || reason == Reason::Team});
        ++report_.before.events;
        if (std::holds_alternative<MetricSample>(event.body)) {
          if (reason == Reason::None) samples[thread].add(event.time, position);
        } else if (!samples[thread].positions.empty()) {
          if (reason == Reason::Region && event.time == samples[thread].time)
            for (const std::uint64_t sample : samples[thread].positions)
              remove(locations[thread], sample, {Reason::Region, false});
          samples[thread].positions.clear();
        }
        units.look_at({thread, position}, event.body);
        count_.add();
      });
  units.finish();
}

void TraceMarks::note(const Locations& locations, const Unit& unit) {
  if (unit.kind == Unit::Kind::Tied) return;
  Evidence& evidence = decisions_[unit];
  evidence.note_end(unit.kind);
  for (const Place& record : unit.records)
    evidence.note(marks(locations[record.thread])[record.position].reason);
}

void TraceMarks::count_operations() {
  const auto count = [&](const Evidence& evidence, std::uint64_t FilterCounts::*member) {
    if (!evidence.sent()) return;
    ++(report_.before.*member);
    if (evidence.fate(selection_.keep_messages) == Fate::Goes)
      ++(report_.removed[static_cast<std::size_t>(evidence.reason())].*member);
  };
  decisions_.for_each_message(
      [&](const Evidence& message) { count(message, &FilterCounts::messages); });
  decisions_.for_each_operation(
      [&](const Evidence& operation) { count(operation, &FilterCounts::collectives); });
}

void TraceMarks::merge() {
  for (const Process& process : source_.definitions().processes) merge(process.locations);
}

void TraceMarks::merge(const Locations& locations) {
  ProcessUnits units(source_.definitions(), peers_, locations, ProcessUnits::Pairs::Use,
                     [&](const Unit& unit) { decide(locations, unit); });
  for_each_event_of_process(source_, locations,
                            [&](std::size_t thread, std::uint64_t position, const Event& event) {
                              units.look_at({thread, position}, event.body);
                              count_.add();
                            });
  units.finish();
}

Fate TraceMarks::fate_of(const Locations& locations, const Unit& unit) {
  const bool alone = unit.kind == Unit::Kind::Tied || unit.kind == Unit::Kind::Held;
  if (!alone) return decisions_[unit].fate(selection_.keep_messages);
  Evidence evidence;
  for (const Place& record : unit.records)
    evidence.note(marks(locations[record.thread])[record.position].reason);
  const Fate fate = evidence.fate(unit.kind == Unit::Kind::Held);
  // If held records cannot be kept together, they are left as they are.
  return unit.kind == Unit::Kind::Held && fate == Fate::Goes ? Fate::Stays : fate;
}

void TraceMarks::decide(const Locations& locations, const Unit& unit) {
  const Fate fate = fate_of(locations, unit);
  if (fate == Fate::Stays) return;
  for (const Place& record : unit.records) {
    const LocationId location = locations[record.thread];
    const Mark mark = marks(location)[record.position];
    if (fate == Fate::Goes && mark.reason == Reason::None) {
      remove(location, record.position, {Reason::Partner, false});
    } else if (fate == Fate::Restored && mark.reason != Reason::None) {
      restore(location, record.position);
      marks(location).restored.push_back(record.position);
    }
  }
}

void TraceMarks::restore_calls() {
  for (std::size_t i = 0; i < marks_.size(); ++i)
    if (!marks_[i].restored.empty()) restore_calls(LocationId(i));
}

// Ensures that no time in [begin, end) is marked as missing, though records there may be removed.
void TraceMarks::close_gaps(LocationId location, std::uint64_t begin, std::uint64_t end) {
  for (std::uint64_t at = begin; at < end; ++at)
    marks(location).set(at, {marks(location)[at].reason, false});
}

void TraceMarks::restore_calls(LocationId location) {
  std::vector<std::uint64_t>& restored = marks(location).restored;
  std::ranges::sort(restored);
  auto next = restored.begin();
  RestoredCalls calls(source_.definitions());
  std::vector<std::pair<std::uint64_t, std::uint64_t>> closed;  // gaps, ascending and disjoint
  std::uint64_t position = 0;
  const auto look_at = [&](const EventBody& body) {
    const bool stays = next != restored.end() && *next == position;
    if (stays) ++next;
    const auto enter = calls.follow(position, body, stays);
    if (!enter) return;
    restore(location, *enter);
    restore(location, position);
    std::uint64_t end = position + 1;
    for (; !closed.empty() && closed.back().first >= *enter; closed.pop_back()) {
      close_gaps(location, closed.back().second, end);
      end = closed.back().first;
    }
    close_gaps(location, *enter, end);
    closed.emplace_back(*enter, position + 1);
  };
  const auto cursor = source_.open(location, select_all_events());
  for (auto events = cursor->next(); !events.empty(); events = cursor->next())
    for (const Event& event : events) {
      look_at(event.body);
      ++position;
      count_.add();
    }
}

}  // namespace lull::structure
