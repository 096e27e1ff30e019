// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/filter/filter.hpp"

#include "lull/base/error.hpp"
#include "lull/base/recording_properties.hpp"
#include "lull/structure/filter/event_count.hpp"
#include "lull/structure/filter/location_output.hpp"
#include "lull/structure/filter/trace_marks.hpp"
#include "lull/trace/otf2/archive_writer.hpp"

namespace lull::structure {
namespace {

// Appends to an existing property: a filtered archive may be filtered again.
void add_property(Definitions& definitions, const char* property, const std::string& what) {
  if (what.empty()) return;
  for (auto& [name, value] : definitions.archive_properties) {
    if (name != property) continue;
    value += "; " + what;
    return;
  }
  definitions.archive_properties.emplace_back(property, what);
}

void write_location(const TraceSource& source, const Selection& selection, LocationId location,
                    const TraceMarks& marks, ArchiveWriter& archive, FilterReport& report,
                    EventCount& count) {
  LocationOutput output(source.definitions(), selection, location, marks[location],
                        archive.location(location), report);
  const auto cursor = source.open(location, select_all_events(), Attributes::Read);
  for (auto events = cursor->next(); !events.empty(); events = cursor->next())
    for (const Event& event : events) {
      output.look_at(event);
      count.add();
    }
  output.finish();
  if (!cursor->damage().empty()) report.damages.push_back(cursor->damage());
  archive.close(location);
}

void sum_up(FilterReport& report) {
  report.after.messages = report.before.messages;
  report.after.collectives = report.before.collectives;
  report.after.time = report.before.time;
  for (const FilterCounts& removed : report.removed) {
    report.after.messages -= removed.messages;
    report.after.collectives -= removed.collectives;
    report.after.time -= removed.time;
  }
}

}  // namespace

std::string_view name_of(Reason reason) {
  switch (reason) {
    case Reason::Cut:
      return "iterations";
    case Reason::Team:
      return "teams";
    case Reason::Time:
      return "time range";
    case Reason::Location:
      return "locations";
    case Reason::Region:
      return "regions";
    case Reason::Partner:
      return "partners";
    case Reason::None:
      break;
  }
  return "none";
}

std::uint64_t times_read(const Selection& selection) { return selection.keep_messages ? 4 : 3; }

FilterReport write_filtered(const TraceSource& source, const Selection& selection,
                            const std::filesystem::path& directory,
                            const std::function<void(std::uint64_t events)>& progress) {
  Definitions definitions = source.definitions();
  definitions.clock.trace_length = 0;  // 0: taken from the events
  add_property(definitions, recording_properties::kFiltered, selection.description);
  add_property(definitions, recording_properties::kFilteredIterations, selection.iterations);
  ArchiveWriter archive(directory, definitions);
  FilterReport report;
  EventCount count(progress);
  TraceMarks marks(source, selection, report, count);
  marks.select();
  marks.merge();
  marks.restore_calls();
  for (std::size_t i = 0; i < definitions.locations.size(); ++i)
    write_location(source, selection, LocationId(i), marks, archive, report, count);
  if (report.after.events == 0 && report.before.events > 0)
    throw usage_error("the filter would remove the whole trace");
  archive.finish();
  sum_up(report);
  return report;
}

}  // namespace lull::structure
