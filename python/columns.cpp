// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Whole columns as NumPy arrays, without a Python object for each event.
#include <pybind11/numpy.h>

#include <utility>
#include <vector>

#include "lull/base/error.hpp"
#include "lull/trace/event_names.hpp"
#include "lull/trace/open_regions.hpp"
#include "module.hpp"

namespace lull::python {
namespace {

// An array that takes over the vector's memory.
template <class Number>
py::array_t<Number> array_of(std::vector<Number>&& numbers) {
  auto owned = std::make_unique<std::vector<Number>>(std::move(numbers));
  auto* const data = owned->data();
  const std::size_t size = owned->size();
  const py::capsule keeper(owned.release(),
                           [](void* vector) { delete static_cast<std::vector<Number>*>(vector); });
  return py::array_t<Number>(static_cast<py::ssize_t>(size), data, keeper);
}

LocationId checked(const Archive& archive, std::uint32_t location) {
  if (location >= archive.definitions().location_count())
    throw py::index_error("there is no location " + std::to_string(location));
  return LocationId(location);
}

constexpr std::int64_t kNothing = -1;

template <class Tag>
std::int64_t number_of(Id<Tag> id) {
  return id.defined() ? std::int64_t{id.value} : kNothing;
}

// use(event) for all events of a location. Returns why it breaks off, or nothing. Throws Error
// (input) where nothing can be read of it.
template <class Use>
std::string read_all(const Archive& archive, LocationId location, Use use) {
  const auto cursor = archive.trace().open(location, select_all_events());
  bool any = false;
  for (auto events = cursor->next(); !events.empty(); events = cursor->next()) {
    any = true;
    for (const Event& event : events) use(event);
  }
  if (!any && !cursor->damage().empty()) throw Error(ExitStatus::Input, cursor->damage());
  return cursor->damage();
}

void warn(const std::string& damage) {
  if (!damage.empty() && PyErr_WarnEx(PyExc_UserWarning, damage.c_str(), 1) != 0)
    throw py::error_already_set();
}

struct EventColumns {
  std::vector<std::uint64_t> time;
  std::vector<std::uint8_t> kind;
  std::vector<std::int64_t> region;
  std::string damage;
};

EventColumns read_events(const Archive& archive, LocationId location) {
  EventColumns columns;
  columns.damage = read_all(archive, location, [&](const Event& event) {
    columns.time.push_back(event.time.ticks);
    columns.kind.push_back(static_cast<std::uint8_t>(event.body.index()));
    columns.region.push_back(
        number_of(region_of(event.body, archive.definitions()).value_or(RegionId{})));
  });
  return columns;
}

py::dict events(const Archive& archive, std::uint32_t number) {
  const LocationId location = checked(archive, number);
  EventColumns columns;
  {
    const py::gil_scoped_release others_may_run;
    columns = read_events(archive, location);
  }
  warn(columns.damage);
  py::dict found;
  found["time"] = array_of(std::move(columns.time));
  found["kind"] = array_of(std::move(columns.kind));
  found["region"] = array_of(std::move(columns.region));
  return found;
}

struct CallColumns {
  std::vector<std::int64_t> region;
  std::vector<std::uint64_t> enter;
  std::vector<std::uint64_t> leave;
  std::vector<std::int64_t> duration;
  std::vector<std::int64_t> parent;
  std::vector<std::uint32_t> depth;
  std::string damage;
};

// Broken traces: see open_regions.hpp.
CallColumns read_calls(const Archive& archive, LocationId location) {
  struct Frame {
    RegionId region;
    std::size_t call = 0;
  };
  CallColumns calls;
  OpenRegions<Frame> regions(archive.definitions());
  std::uint64_t now = 0;
  const auto open = [&](RegionId region) {
    calls.region.push_back(number_of(region));
    calls.enter.push_back(now);
    calls.leave.push_back(now);
    calls.duration.push_back(0);
    calls.parent.push_back(regions.empty() ? kNothing
                                           : static_cast<std::int64_t>(regions.top().call));
    calls.depth.push_back(static_cast<std::uint32_t>(regions.stack().size()));
    return Frame{region, calls.region.size() - 1};
  };
  const auto close = [&](const Frame& frame) {
    calls.leave[frame.call] = now;
    calls.duration[frame.call] = static_cast<std::int64_t>(now - calls.enter[frame.call]);
  };
  calls.damage = read_all(archive, location, [&](const Event& event) {
    now = event.time.ticks;
    regions.follow(event.body, open, close);
  });
  if (!regions.empty())
    now = archive.end_of(archive.definitions().locations[location.index()].process).ticks;
  while (!regions.empty()) close(regions.pop());
  return calls;
}

py::dict calls(const Archive& archive, std::uint32_t number) {
  const LocationId location = checked(archive, number);
  CallColumns columns;
  {
    const py::gil_scoped_release others_may_run;
    columns = read_calls(archive, location);
  }
  warn(columns.damage);
  py::dict found;
  found["region"] = array_of(std::move(columns.region));
  found["enter"] = array_of(std::move(columns.enter));
  found["leave"] = array_of(std::move(columns.leave));
  found["duration"] = array_of(std::move(columns.duration));
  found["parent"] = array_of(std::move(columns.parent));
  found["depth"] = array_of(std::move(columns.depth));
  return found;
}

struct MessageColumns {
  std::vector<std::uint32_t> source;
  std::vector<std::uint32_t> destination;
  std::vector<std::uint64_t> send_time;
  std::vector<std::uint64_t> receive_time;
  std::vector<std::uint32_t> communicator;
  std::vector<std::uint32_t> tag;
  std::vector<std::uint64_t> bytes;
};

struct CollectiveColumns {
  std::vector<std::int64_t> communicator;
  std::vector<std::uint32_t> location;
  std::vector<std::uint8_t> operation;
  std::vector<std::uint64_t> begin;
  std::vector<std::uint64_t> end;
  std::vector<std::int64_t> root;
  std::vector<std::uint64_t> sent;
  std::vector<std::uint64_t> received;
};

void add_message(GlobalTrace& trace, const GlobalEvent& receive, MessageColumns& columns) {
  if (receive.match == kNoEvent) return;
  const GlobalEvent send = trace.event(receive.match);
  std::visit(
      [&]<class Body>(const Body& body) {
        if constexpr (requires { body.sender; }) {
          columns.source.push_back(send.location.value);
          columns.destination.push_back(receive.location.value);
          columns.send_time.push_back(send.time().ticks);
          columns.receive_time.push_back(receive.time().ticks);
          columns.communicator.push_back(body.communicator.value);
          columns.tag.push_back(body.tag);
          columns.bytes.push_back(body.length);
        }
      },
      receive.event.body);
}

void add_collective(GlobalTrace& trace, const GlobalEvent& event, CollectiveColumns& columns) {
  const auto* const end = event.get_if<MpiCollectiveEnd>();
  const auto begin = event.match == kNoEvent ? event.time() : trace.event(event.match).time();
  columns.communicator.push_back(number_of(end->communicator));
  columns.location.push_back(event.location.value);
  columns.operation.push_back(static_cast<std::uint8_t>(end->operation));
  columns.begin.push_back(begin.ticks);
  columns.end.push_back(event.time().ticks);
  columns.root.push_back(end->root == kNoRank ? kNothing : static_cast<std::int64_t>(end->root));
  columns.sent.push_back(end->sent);
  columns.received.push_back(end->received);
}

template <class Columns, class Wanted, class Add>
Columns collect(const std::shared_ptr<Archive>& archive, Wanted wanted, Add add) {
  Columns columns;
  std::vector<std::string> damage;
  {
    const py::gil_scoped_release others_may_run;
    GlobalTrace trace(share(archive));
    EventIndex size = 0;
    for (; trace.has(size); ++size) {
      const GlobalEvent event = trace.event(size);
      if (wanted(event)) add(trace, event, columns);
    }
    damage = trace.damage();
    if (size == 0 && !damage.empty()) throw Error(ExitStatus::Input, damage.front());
  }
  for (const std::string& sentence : damage) warn(sentence);
  return columns;
}

py::dict messages(const std::shared_ptr<Archive>& archive) {
  auto columns = collect<MessageColumns>(
      archive,
      [](const GlobalEvent& event) {
        return event.get_if<MpiRecv>() != nullptr || event.get_if<MpiIrecv>() != nullptr;
      },
      add_message);
  py::dict found;
  found["source"] = array_of(std::move(columns.source));
  found["destination"] = array_of(std::move(columns.destination));
  found["send_time"] = array_of(std::move(columns.send_time));
  found["receive_time"] = array_of(std::move(columns.receive_time));
  found["communicator"] = array_of(std::move(columns.communicator));
  found["tag"] = array_of(std::move(columns.tag));
  found["bytes"] = array_of(std::move(columns.bytes));
  return found;
}

py::dict collectives(const std::shared_ptr<Archive>& archive) {
  auto columns = collect<CollectiveColumns>(
      archive, [](const GlobalEvent& event) { return event.get_if<MpiCollectiveEnd>() != nullptr; },
      add_collective);
  py::dict found;
  found["communicator"] = array_of(std::move(columns.communicator));
  found["location"] = array_of(std::move(columns.location));
  found["operation"] = array_of(std::move(columns.operation));
  found["begin"] = array_of(std::move(columns.begin));
  found["end"] = array_of(std::move(columns.end));
  found["root"] = array_of(std::move(columns.root));
  found["sent"] = array_of(std::move(columns.sent));
  found["received"] = array_of(std::move(columns.received));
  return found;
}

}  // namespace

void add_columns(py::module_& module) {
  py::list kinds;
  for (std::size_t i = 0; i < kEventKinds; ++i) kinds.append(name_of_event(i));
  module.attr("EVENT_KINDS") = kinds;
  py::list operations;
  for (std::size_t i = 0;
       i <= static_cast<std::size_t>(CollectiveOperation::DestroyHandleAndDeallocate); ++i)
    operations.append(name_of(static_cast<CollectiveOperation>(i)));
  module.attr("COLLECTIVE_OPERATIONS") = operations;
  module.def(
      "events", events, py::arg("archive"), py::arg("location"),
      R"(The events of a location as arrays: time in ticks, kind (an index of EVENT_KINDS), region
(-1 where there is none).)");
  module.def(
      "calls", calls, py::arg("archive"), py::arg("location"),
      R"(The region instances of a location in the order in which they were entered, as arrays:
region, enter, leave and duration in ticks, parent (an index of these arrays, or -1), depth.)");
  module.def(
      "messages", messages, py::arg("archive"),
      R"(All messages that were sent and received, in the order of their receives, as arrays: source
and destination (locations), send_time, receive_time, communicator, tag, bytes.)");
  module.def(
      "collectives", collectives, py::arg("archive"),
      R"(Each member of each collective operation, in the order of their ends, as arrays: communicator,
location, operation (an index of COLLECTIVE_OPERATIONS; 255: unknown), begin, end, root (-1: none), sent, received.)");
}

}  // namespace lull::python
