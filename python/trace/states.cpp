// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "trace/states.hpp"

#include <pybind11/stl.h>

namespace lull::python {
namespace {

py::list sends_of(const MessageQueues::Queue& queue) {
  py::list sends;
  for (const QueuedMessage& message : queue) sends.append(message.send);
  return sends;
}

py::object lock_of(const LockState* lock) {
  if (lock == nullptr) return py::none();
  py::dict found;
  found["last"] = to_python(lock->last);
  found["acquired"] = to_python(lock->acquired);
  found["owner"] = to_python(lock->owner);
  return found;
}

py::list collectives_of(const std::deque<CollectiveProgress>& open) {
  py::list found;
  for (const CollectiveProgress& one : open) {
    py::dict entry;
    entry["number"] = one.number;
    entry["members"] = one.members;
    entry["ends"] = one.ends;
    entry["complete"] = one.complete();
    found.append(entry);
  }
  return found;
}

py::object epoch_of(const RmaEpoch* epoch) {
  if (epoch == nullptr) return py::none();
  py::dict found;
  py::list locks;
  for (const auto& [lock, requested] : epoch->locks)
    locks.append(py::make_tuple(lock.first, lock.second, requested));
  found["last_sync"] = to_python(epoch->last_sync);
  found["locks"] = locks;
  found["transfers"] = epoch->transfers;
  return found;
}

}  // namespace

LocationId State::location(std::uint32_t number) const {
  if (number >= trace->definitions().location_count())
    throw py::index_error("there is no location " + std::to_string(number));
  return LocationId(number);
}

void add_states(py::module_& module) {
  py::class_<State>(
      module, "State",
      R"(The state directly after an event: sets of events that have begun and not ended,
as their indices. Queries are cheap for the event that was queried last.)")
      .def_readonly("index", &State::index)
      .def(
          "stack",
          [](const State& state, std::uint32_t location) {
            py::list enters;
            for (const Frame& frame : state.get().stack(state.location(location)))
              enters.append(frame.enter);
            return enters;
          },
          py::arg("location"),
          "ENTER events of the open region instances of a location, the outermost first.")
      .def(
          "messages",
          [](const State& state, std::optional<std::int64_t> source, std::uint32_t destination) {
            const LocationId to = state.location(destination);
            if (!source || *source < 0) return sends_of(state.get().messages_to(to));
            const LocationId from = state.location(static_cast<std::uint32_t>(*source));
            return sends_of(state.get().messages(from, to));
          },
          py::arg("source_location"), py::arg("destination_location"),
          R"(Sends of messages not yet received, the oldest first: from the process of one location
(None: from any) to that of another.)")
      .def(
          "collectives",
          [](const State& state, std::uint32_t communicator, std::uint32_t location) {
            return collectives_of(
                state.get().collectives(CommunicatorId(communicator), state.location(location)));
          },
          py::arg("communicator"), py::arg("location") = 0,
          "Collective operations in progress, the oldest first, with the members that have ended.")
      .def(
          "teams",
          [](const State& state) {
            py::dict teams;
            for (const auto& [team, open] : state.get().teams())
              teams[py::int_(team.value)] = py::make_tuple(
                  to_python(open.fork), std::vector(open.begins.begin(), open.begins.end()));
            return teams;
          },
          "Active thread teams: (THREAD_FORK, list of THREAD_TEAM_BEGIN), by their numbers.")
      .def(
          "lock",
          [](const State& state, std::uint32_t location, std::uint32_t lock) {
            return lock_of(state.get().lock(state.location(location), lock));
          },
          py::arg("location"), py::arg("lock"),
          "A lock of the threads of the location's process: last event, acquisition, owner; or "
          "None.")
      .def(
          "window_lock",
          [](const State& state, std::uint32_t window, std::uint32_t rank, std::uint64_t lock) {
            return lock_of(state.get().lock(WindowId(window), rank, lock));
          },
          py::arg("window"), py::arg("rank"), py::arg("lock") = 0)
      .def(
          "epoch",
          [](const State& state, std::uint32_t window, std::uint32_t location) {
            return epoch_of(state.get().epoch(WindowId(window), state.location(location)));
          },
          py::arg("window"), py::arg("location"),
          "Incomplete one-sided communication of a location in a window; or None.")
      .def(
          "visits",
          [](const State& state, std::uint32_t callpath) {
            return state.get().visits(CallNodeId(callpath));
          },
          py::arg("callpath"), "How often the call path has been entered so far.");
}

}  // namespace lull::python
