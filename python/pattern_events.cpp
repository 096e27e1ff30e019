// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "pattern_events.hpp"

#include <pybind11/stl.h>

#include <array>
#include <utility>

#include "lull/patterns/mpi/late_sender.hpp"

namespace lull::python {
namespace {

using namespace analysis;

std::vector<StoredMessage> copies(std::span<const Message> messages) {
  std::vector<StoredMessage> stored;
  for (const Message& message : messages) stored.push_back({message.send, message.receive});
  return stored;
}

ReceiveCallCopy copy(const ReceiveCall& event) {
  return {event.process, event.call.call, copies(event.messages)};
}
SendCallCopy copy(const SendCall& event) {
  return {event.call.call, event.call.known, copies(event.sent), copies(event.received)};
}
CollectiveCopy copy(const Collective& event) {
  return {event.kind, event.communicator, event.root, {event.members.begin(), event.members.end()}};
}
LateSenderCopy copy(const patterns::LateSenderInstance& event) {
  return {event.process, {event.message.send, event.message.receive}, event.waiting.ticks};
}
LockHandoverCopy copy(const LockHandover& event) { return {event.release, event.acquire}; }

template <class Event>
void subscribe_to(Bus& bus, const py::function& callback) {
  bus.subscribe<Event>([callback](const Event& event) { callback(copy(event)); });
}

using Subscribe = void (*)(Bus&, const py::function&);
constexpr std::array kEvents{
    std::pair<const char*, Subscribe>{"ReceiveCall", subscribe_to<ReceiveCall>},
    std::pair<const char*, Subscribe>{"SendCall", subscribe_to<SendCall>},
    std::pair<const char*, Subscribe>{"Collective", subscribe_to<Collective>},
    std::pair<const char*, Subscribe>{"LateSender", subscribe_to<patterns::LateSenderInstance>},
    std::pair<const char*, Subscribe>{"LockHandover", subscribe_to<LockHandover>}};

const char* name_of_kind(CollectiveKind kind) {
  constexpr std::array kNames{"barrier",
                              "all_to_all",
                              "one_to_all",
                              "all_to_one",
                              "scan",
                              "init",
                              "finalize",
                              "explicit_thread_barrier",
                              "implicit_thread_barrier"};
  return kNames.at(static_cast<std::size_t>(kind));
}

template <class Owner>
auto ticks(Timestamp Owner::*member) {
  return [member](const Owner& owner) { return (owner.*member).ticks; };
}

void add_operations(py::module_& module) {
  py::class_<CallInstance>(module, "Call",
                           "A call at one location: what severities are charged to.")
      .def_property_readonly("location", number(&CallInstance::location))
      .def_property_readonly("enter", ticks(&CallInstance::enter), "In ticks.")
      .def_property_readonly("leave", ticks(&CallInstance::leave), "In ticks.");
  py::class_<SendOperation>(module, "Send", "The sender's side of a message.")
      .def_property_readonly("source",
                             [](const SendOperation& s) { return to_python(s.channel.source); })
      .def_property_readonly(
          "destination", [](const SendOperation& s) { return to_python(s.channel.destination); })
      .def_property_readonly(
          "communicator", [](const SendOperation& s) { return to_python(s.channel.communicator); })
      .def_property_readonly("tag", [](const SendOperation& s) { return s.channel.tag; })
      .def_readonly("bytes", &SendOperation::bytes)
      .def_property_readonly("time", ticks(&SendOperation::time))
      .def_readonly("call", &SendOperation::posted, "The call that began to send.");
  py::class_<ReceiveOperation>(module, "Receive", "The receiver's side of a message.")
      .def_readonly("bytes", &ReceiveOperation::bytes)
      .def_property_readonly("time", ticks(&ReceiveOperation::time))
      .def_readonly("posted", &ReceiveOperation::posted, "The call that posted the receive.")
      .def_property_readonly(
          "call", [](const ReceiveOperation& r) { return r.completion.call; },
          "The call that completed it.");
  py::class_<StoredMessage>(module, "Message", "A message with both its ends.")
      .def_readonly("send", &StoredMessage::send)
      .def_readonly("receive", &StoredMessage::receive);
  py::class_<CollectiveMember>(module, "Member", "One member's part in a collective operation.")
      .def_property_readonly("process", number(&CollectiveMember::process))
      .def_readonly("call", &CollectiveMember::call)
      .def_property_readonly("begin", ticks(&CollectiveMember::begin))
      .def_property_readonly("end", ticks(&CollectiveMember::end))
      .def_readonly("sent", &CollectiveMember::sent)
      .def_readonly("received", &CollectiveMember::received);
  py::class_<LockOperation>(module, "LockOperation", "An acquisition or release of a lock.")
      .def_property_readonly("process", number(&LockOperation::process))
      .def_readonly("lock", &LockOperation::lock)
      .def_property_readonly("time", ticks(&LockOperation::time))
      .def_readonly("call", &LockOperation::call);
}

void add_compound_events(py::module_& module) {
  py::class_<ReceiveCallCopy>(module, "ReceiveCall", "A call that completed receives.")
      .def_property_readonly("process", number(&ReceiveCallCopy::process))
      .def_readonly("call", &ReceiveCallCopy::call)
      .def_readonly("messages", &ReceiveCallCopy::messages);
  py::class_<SendCallCopy>(module, "SendCall", "A call that completed sends.")
      .def_readonly("call", &SendCallCopy::call)
      .def_readonly("known", &SendCallCopy::known, "False: the sends never completed.")
      .def_readonly("sent", &SendCallCopy::sent)
      .def_readonly("received", &SendCallCopy::received);
  py::class_<CollectiveCopy>(module, "Collective", "A complete collective operation or barrier.")
      .def_property_readonly("kind", [](const CollectiveCopy& c) { return name_of_kind(c.kind); })
      .def_property_readonly("communicator", number(&CollectiveCopy::communicator))
      .def_property_readonly("root", number(&CollectiveCopy::root), "A process, or None.")
      .def_readonly("members", &CollectiveCopy::members);
  py::class_<LateSenderCopy>(module, "LateSender", "A receive that waited for its sender.")
      .def_property_readonly("process", number(&LateSenderCopy::process), "That waited.")
      .def_readonly("message", &LateSenderCopy::message)
      .def_readonly("waiting", &LateSenderCopy::waiting, "In ticks.");
  py::class_<LockHandoverCopy>(module, "LockHandover", "A lock passed from one holder to the next.")
      .def_readonly("release", &LockHandoverCopy::release)
      .def_readonly("acquire", &LockHandoverCopy::acquire);
}

}  // namespace

void PythonBus::subscribe(const std::string& event, const py::function& callback) const {
  for (const auto& [name, subscribe] : kEvents)
    if (event == name) return subscribe(*bus, callback);
  std::string known;
  for (const auto& [name, subscribe] : kEvents)
    known += std::string(known.empty() ? "" : ", ") + name;
  throw py::value_error("there is no compound event '" + event + "'; there are " + known);
}

MetricIndex PythonBus::metric(const std::string& id) const {
  try {
    return bus->metric(id);
  } catch (const std::exception&) {
    throw py::key_error("there is no metric '" + id + "'");
  }
}

void add_pattern_events(py::module_& module) {
  add_operations(module);
  add_compound_events(module);
  py::class_<PythonBus>(module, "Bus", "Where a pattern subscribes, and charges what it finds.")
      .def("subscribe", &PythonBus::subscribe, py::arg("event"), py::arg("callback"),
           R"(callback(event) is called for each compound event of that name: ReceiveCall, SendCall,
Collective, LateSender, LockHandover.)")
      .def(
          "charge",
          [](const PythonBus& bus, const std::string& metric, const CallInstance& call,
             std::int64_t waiting) {
            bus.bus->charge(bus.metric(metric), call, Duration{waiting});
          },
          py::arg("metric"), py::arg("call"), py::arg("ticks"),
          "Adds to (metric, the call's path, its location). Nothing happens for zero or less.")
      .def(
          "count",
          [](const PythonBus& bus, const std::string& metric, const CallInstance& call) {
            bus.bus->count(bus.metric(metric), call);
          },
          py::arg("metric"), py::arg("call"), "Adds one.");
}

}  // namespace lull::python
