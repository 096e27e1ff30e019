// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Columns of events, calls and counters of single locations.
#include <algorithm>

#include "common/columns.hpp"
#include "lull/trace/event/event_names.hpp"
#include "lull/trace/rules/open_regions.hpp"
#include "trace/given_archive.hpp"

namespace lull::python {
namespace {

struct EventColumns {
  std::vector<std::uint64_t> time;
  std::vector<std::uint8_t> kind;
  std::vector<std::int64_t> region;
  std::string damage;
};

EventColumns read_events(const Archive& archive, LocationId location) {
  EventColumns columns;
  columns.damage = read_all(archive, location, select_all_events(), [&](const Event& event) {
    columns.time.push_back(event.time.ticks);
    columns.kind.push_back(static_cast<std::uint8_t>(event.body.index()));
    columns.region.push_back(
        number_of(region_of(event.body, archive.definitions()).value_or(RegionId{})));
  });
  return columns;
}

// Returns the result of read(), during which other interpreter threads may run. Warns of damage.
template <class Read>
auto read_in_parallel(Read read) {
  auto columns = [&read] {
    const py::gil_scoped_release others_may_run;
    return read();
  }();
  warn(columns.damage);
  return columns;
}

py::dict events(const Archive& archive, std::uint32_t number) {
  const LocationId location = checked(archive, number);
  auto columns = read_in_parallel([&] { return read_events(archive, location); });
  py::dict found;
  found["time"] = array_of(std::move(columns.time));
  found["kind"] = array_of(std::move(columns.kind));
  found["region"] = array_of(std::move(columns.region));
  return found;
}

py::dict calls(const Archive& archive, std::uint32_t number) {
  const LocationId location = checked(archive, number);
  auto columns = read_in_parallel([&] { return read_calls(archive, location); });
  py::dict found;
  found["region"] = array_of(std::move(columns.region));
  found["callpath"] = array_of(std::move(columns.callpath));
  found["enter"] = array_of(std::move(columns.enter));
  found["leave"] = array_of(std::move(columns.leave));
  found["duration"] = array_of(std::move(columns.duration));
  found["parent"] = array_of(std::move(columns.parent));
  found["depth"] = array_of(std::move(columns.depth));
  return found;
}

struct CounterColumns {
  std::vector<std::uint32_t> location;
  std::vector<std::uint64_t> time;
  std::vector<std::uint32_t> metric;
  std::vector<double> value;
  std::vector<std::string> damage;
};

double as_number(const Value& value) {
  switch (value.kind) {
    case ValueKind::Signed:
      return static_cast<double>(value.as_signed);
    case ValueKind::Floating:
      return value.as_floating;
    default:
      return static_cast<double>(value.as_unsigned);
  }
}

void add_sample(const Definitions& definitions, LocationId location, const Event& event,
                CounterColumns& columns) {
  const auto& sample = std::get<MetricSample>(event.body);
  if (sample.metric.index() >= definitions.metrics.size()) return;
  const auto& members = definitions.metrics[sample.metric.index()].members;
  for (std::size_t i = 0; i < std::min(members.size(), sample.values.size()); ++i) {
    if (!members[i].defined()) continue;
    columns.location.push_back(location.value);
    columns.time.push_back(event.time.ticks);
    columns.metric.push_back(members[i].value);
    columns.value.push_back(as_number(sample.values[i]));
  }
}

py::dict counters(const Archive& archive, std::optional<std::uint32_t> number) {
  std::vector<LocationId> locations;
  if (number)
    locations.push_back(checked(archive, *number));
  else
    for (std::size_t i = 0; i < archive.definitions().location_count(); ++i)
      locations.emplace_back(i);
  CounterColumns columns;
  {
    const py::gil_scoped_release others_may_run;
    for (const LocationId location : locations)
      columns.damage.push_back(
          read_all(archive, location, select_events<MetricSample>(), [&](const Event& event) {
            add_sample(archive.definitions(), location, event, columns);
          }));
  }
  for (const std::string& sentence : columns.damage) warn(sentence);
  py::dict found;
  found["location"] = array_of(std::move(columns.location));
  found["time"] = array_of(std::move(columns.time));
  found["metric"] = array_of(std::move(columns.metric));
  found["value"] = array_of(std::move(columns.value));
  return found;
}

// At most half of the events enter a region. The archive's numbers may be wrong; unused memory is
// never touched.
void reserve(CallColumns& calls, std::uint64_t events) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 20;
  const auto size = static_cast<std::size_t>(std::min(events, kMost)) / 2;
  calls.region.reserve(size);
  calls.enter.reserve(size);
  calls.leave.reserve(size);
  calls.duration.reserve(size);
  calls.parent.reserve(size);
  calls.depth.reserve(size);
}

}  // namespace

// Broken traces: see open_regions.hpp.
CallColumns read_calls(const Archive& archive, LocationId location,
                       const std::vector<std::uint64_t>& positions) {
  struct Frame {
    RegionId region;
    std::size_t call = 0;
    CallNodeId node;
  };
  CallColumns calls;
  reserve(calls, archive.definitions().locations[location.index()].events);
  CallTree tree;
  std::vector<CallNodeId> nodes;
  OpenRegions<Frame> regions(archive.definitions());
  std::uint64_t now = 0;
  std::uint64_t position = 0;
  auto wanted = positions.begin();
  const auto open = [&](RegionId region) {
    const Frame* const caller = regions.empty() ? nullptr : &regions.top();
    const CallNodeId node = tree.child(caller == nullptr ? CallNodeId{} : caller->node, region);
    calls.region.push_back(number_of(region));
    calls.enter.push_back(now);
    calls.leave.push_back(now);
    calls.duration.push_back(0);
    calls.parent.push_back(caller == nullptr ? kNothing : static_cast<std::int64_t>(caller->call));
    calls.depth.push_back(static_cast<std::uint32_t>(regions.stack().size()));
    nodes.push_back(node);
    return Frame{region, calls.region.size() - 1, node};
  };
  const auto close = [&](const Frame& frame) {
    calls.leave[frame.call] = now;
    calls.duration[frame.call] = static_cast<std::int64_t>(now - calls.enter[frame.call]);
  };
  calls.damage = read_all(archive, location, select_all_events(), [&](const Event& event) {
    now = event.time.ticks;
    for (; wanted != positions.end() && *wanted == position; ++wanted)
      calls.around.push_back(regions.empty() ? kNothing
                                             : static_cast<std::int64_t>(regions.top().call));
    ++position;
    regions.follow(event.body, open, close);
  });
  calls.around.resize(positions.size(), kNothing);
  if (!regions.empty()) now = archive.end_of(process_of(archive, location)).ticks;
  while (!regions.empty()) close(regions.pop());
  const std::vector<CallNodeId> known = archive.number_call_paths(tree);
  calls.callpath.reserve(nodes.size());
  for (const CallNodeId node : nodes) calls.callpath.push_back(number_of(known[node.index()]));
  return calls;
}

void add_location_columns(py::module_& module) {
  py::list kinds;
  for (std::size_t i = 0; i < kEventKinds; ++i) kinds.append(name_of_event(i));
  module.attr("EVENT_KINDS") = kinds;
  module.def(
      "events", on_given_archive(events), py::arg("archive"), py::arg("location"),
      R"(The events of a location as arrays: time in ticks, kind (an index of EVENT_KINDS), region
(-1 if there is none).)");
  module.def(
      "calls", on_given_archive(calls), py::arg("archive"), py::arg("location"),
      R"(The region instances of a location in the order in which they were entered, as arrays:
region, callpath (of archive.call_tree), enter, leave and duration in ticks, parent (an index of these
arrays, or -1), depth.)");
  module.def(
      "counters", on_given_archive(counters), py::arg("archive"), py::arg("location") = py::none(),
      R"(The values of counters, of one location or of all, in the order of their times at each location,
as arrays: location, time, metric (an index of definitions.metric_members), value (as recorded).)");
}

}  // namespace lull::python
