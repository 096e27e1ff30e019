// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Columns of messages and collective operations.
#include <algorithm>
#include <functional>
#include <numeric>

#include "trace/given_archive.hpp"
#include "trace/message_rows.hpp"

namespace lull::python {
namespace {

// Events whose calls are needed, by row.
struct Places {
  std::vector<std::uint32_t> location;
  std::vector<std::uint64_t> position;

  void add(const GlobalEvent& event) {
    location.push_back(event.location.value);
    position.push_back(event.position);
  }
};

// Reads each location once.
std::vector<CallsAround> calls_around(const Archive& archive, const std::vector<Places>& sides) {
  struct Wanted {
    std::uint64_t position = 0;
    std::size_t side = 0;
    std::size_t row = 0;
  };
  std::vector<std::vector<Wanted>> by_location(archive.definitions().location_count());
  std::vector<CallsAround> found(sides.size());
  for (std::size_t side = 0; side < sides.size(); ++side) {
    const Places& places = sides[side];
    const std::size_t rows = places.position.size();
    found[side] = {Column<std::int64_t>(rows, kNothing), Column<std::int64_t>(rows, kNothing),
                   Column<std::uint64_t>(rows, 0), Column<std::uint64_t>(rows, 0)};
    for (std::size_t row = 0; row < rows; ++row)
      by_location[places.location[row]].push_back({places.position[row], side, row});
  }
  for (std::size_t location = 0; location < by_location.size(); ++location) {
    auto& wanted = by_location[location];
    if (wanted.empty()) continue;
    std::ranges::sort(wanted, {}, &Wanted::position);
    std::vector<std::uint64_t> positions;
    for (const Wanted& one : wanted) positions.push_back(one.position);
    const CallColumns calls = read_calls(archive, LocationId(location), positions);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (calls.around[i] == kNothing) continue;
      const auto call = static_cast<std::size_t>(calls.around[i]);
      CallsAround& side = found[wanted[i].side];
      const std::size_t row = wanted[i].row;
      side.region[row] = calls.region[call];
      side.callpath[row] = calls.callpath[call];
      side.enter[row] = calls.enter[call];
      side.leave[row] = calls.leave[call];
    }
    wanted = {};
  }
  return found;
}

// Calls add(trace, event) for all events in their order. Records locations whose events end early.
void visit_events(const std::shared_ptr<Archive>& archive, std::vector<std::string>& damage,
                  const std::function<void(GlobalTrace&, const GlobalEvent&)>& add) {
  GlobalTrace trace(share(archive));
  EventIndex size = 0;
  while (const GlobalEvent* const event = trace.find(size)) {
    ++size;
    add(trace, GlobalEvent(*event));
  }
  damage = trace.damage();
  if (size == 0 && !damage.empty()) throw Error(ExitStatus::Input, damage.front());
}

void add_message(const Archive& archive, GlobalTrace& trace, const GlobalEvent& receive,
                 MessageColumns& columns, std::vector<Places>& ends) {
  const auto add = [&](const auto* body) {
    if (body == nullptr || receive.match == kNoEvent) return;
    const GlobalEvent send = trace.event(receive.match);
    columns.source.push_back(number_of(process_of(archive, send.location)));
    columns.destination.push_back(number_of(process_of(archive, receive.location)));
    columns.send_time.push_back(send.time().ticks);
    columns.receive_time.push_back(receive.time().ticks);
    columns.communicator.push_back(number_of(body->communicator));
    columns.tag.push_back(body->tag);
    columns.bytes.push_back(body->length);
    ends[0].add(send);
    ends[1].add(receive);
  };
  add(receive.get_if<MpiRecv>());
  add(receive.get_if<MpiIrecv>());
}

// Reads the events in their order.
void read_messages(const std::shared_ptr<Archive>& archive, MessageColumns& columns,
                   std::vector<std::string>& damage) {
  std::vector<Places> ends(2);  // sends, receives
  visit_events(archive, damage, [&](GlobalTrace& trace, const GlobalEvent& event) {
    add_message(*archive, trace, event, columns, ends);
  });
  auto calls = calls_around(*archive, ends);
  columns.source_location.assign(ends[0].location.begin(), ends[0].location.end());
  columns.destination_location.assign(ends[1].location.begin(), ends[1].location.end());
  for (std::size_t side = 0; side < 2; ++side) columns.calls[side] = std::move(calls[side]);
}

py::dict messages(const std::shared_ptr<Archive>& archive) {
  MessageColumns columns;
  std::vector<std::string> damage;
  {
    const py::gil_scoped_release others_may_run;
    if (!read_plain_messages(*archive, columns, damage)) read_messages(archive, columns, damage);
  }
  for (const std::string& sentence : damage) warn(sentence);
  py::dict found;
  found["source"] = array_of(std::move(columns.source));
  found["destination"] = array_of(std::move(columns.destination));
  found["source_location"] = array_of(std::move(columns.source_location));
  found["destination_location"] = array_of(std::move(columns.destination_location));
  found["send_time"] = array_of(std::move(columns.send_time));
  found["receive_time"] = array_of(std::move(columns.receive_time));
  found["communicator"] = array_of(std::move(columns.communicator));
  found["tag"] = array_of(std::move(columns.tag));
  found["bytes"] = array_of(std::move(columns.bytes));
  columns.calls[0].add_to(found, "send_");
  columns.calls[1].add_to(found, "receive_");
  return found;
}

struct CollectiveColumns {
  std::vector<std::int64_t> communicator;
  std::vector<std::int64_t> process;
  std::vector<std::uint8_t> operation;
  std::vector<std::uint64_t> begin;
  std::vector<std::uint64_t> end;
  std::vector<std::int64_t> root;
  std::vector<std::uint64_t> sent;
  std::vector<std::uint64_t> received;
  std::vector<Places> ends = std::vector<Places>(1);
};

void add_collective(const Archive& archive, GlobalTrace& trace, const GlobalEvent& event,
                    CollectiveColumns& columns) {
  const auto* const end = event.get_if<MpiCollectiveEnd>();
  if (end == nullptr) return;
  const auto begin = event.match == kNoEvent ? event.time() : trace.event(event.match).time();
  const LocationId root =
      end->root == kNoRank || !end->communicator.defined()
          ? LocationId{}
          : archive.definitions().location_of(end->communicator, end->root, event.location);
  columns.communicator.push_back(number_of(end->communicator));
  columns.process.push_back(number_of(process_of(archive, event.location)));
  columns.operation.push_back(static_cast<std::uint8_t>(end->operation));
  columns.begin.push_back(begin.ticks);
  columns.end.push_back(event.time().ticks);
  columns.root.push_back(number_of(process_of(archive, root)));
  columns.sent.push_back(end->sent);
  columns.received.push_back(end->received);
  columns.ends[0].add(event);
}

py::dict collectives(const std::shared_ptr<Archive>& archive) {
  CollectiveColumns columns;
  std::vector<CallsAround> calls;
  std::vector<std::string> damage;
  {
    const py::gil_scoped_release others_may_run;
    visit_events(archive, damage, [&](GlobalTrace& trace, const GlobalEvent& event) {
      add_collective(*archive, trace, event, columns);
    });
    calls = calls_around(*archive, columns.ends);
  }
  for (const std::string& sentence : damage) warn(sentence);
  py::dict found;
  found["communicator"] = array_of(std::move(columns.communicator));
  found["process"] = array_of(std::move(columns.process));
  found["location"] = array_of(std::move(columns.ends[0].location));
  found["operation"] = array_of(std::move(columns.operation));
  found["begin"] = array_of(std::move(columns.begin));
  found["end"] = array_of(std::move(columns.end));
  found["root"] = array_of(std::move(columns.root));
  found["sent"] = array_of(std::move(columns.sent));
  found["received"] = array_of(std::move(columns.received));
  calls[0].add_to(found, "");
  return found;
}

}  // namespace

void add_message_columns(py::module_& module) {
  py::list operations;
  for (std::size_t i = 0;
       i <= static_cast<std::size_t>(CollectiveOperation::DestroyHandleAndDeallocate); ++i)
    operations.append(name_of(static_cast<CollectiveOperation>(i)));
  module.attr("COLLECTIVE_OPERATIONS") = operations;
  module.def(
      "messages", on_given_archive(messages), py::arg("archive"),
      R"(All messages that were sent and received, in the order of their receives, as arrays: source
and destination (processes), source_location, destination_location, send_time, receive_time, communicator,
tag, bytes; and for the calls that sent and received them: send_region, send_callpath (of
archive.call_tree), send_enter, send_leave, receive_region and so on. Times are in ticks.)");
  module.def(
      "collectives", on_given_archive(collectives), py::arg("archive"),
      R"(Each member of each blocking collective operation of MPI, in the order of their ends, as
arrays: communicator, process, location, operation (an index of COLLECTIVE_OPERATIONS; 255: unknown), begin, end, root (a
process; -1: none), sent, received; and for the member's call: region, callpath (of archive.call_tree),
enter, leave. Times are in ticks.)");
}

}  // namespace lull::python
