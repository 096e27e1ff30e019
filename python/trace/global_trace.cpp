// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <pybind11/stl.h>

#include "trace/given_archive.hpp"
#include "trace/states.hpp"

namespace lull::python {
namespace {

using SharedGlobalTrace = std::shared_ptr<GlobalTrace>;

// Continues as long as there are events; does not need their number.
struct Iterator {
  SharedGlobalTrace trace;
  EventIndex next = 0;
  OwnEvent step() {
    if (!trace->has(next)) throw py::stop_iteration();
    return OwnEvent(trace->event(next++));
  }
};

// Python's negative indices count from the end.
EventIndex index_of(GlobalTrace& trace, std::int64_t index) {
  if (index >= 0) return static_cast<EventIndex>(index);
  const auto size = static_cast<std::int64_t>(trace.size());
  if (index < -size) throw py::index_error("the trace has fewer events");
  return static_cast<EventIndex>(size + index);
}

py::list slice_of(GlobalTrace& trace, const py::slice& slice) {
  std::size_t start = 0;
  std::size_t stop = 0;
  std::size_t step = 0;
  std::size_t length = 0;
  if (!slice.compute(trace.size(), &start, &stop, &step, &length)) throw py::error_already_set();
  py::list events;
  for (std::size_t i = 0; i < length; ++i, start += step)
    events.append(OwnEvent(trace.event(start)));
  return events;
}

SharedGlobalTrace open(std::shared_ptr<Archive> archive, const GlobalTrace::Options& options) {
  return std::make_shared<GlobalTrace>(share(std::move(archive)), options);
}

py::list path_of(const GlobalTrace& trace, std::uint32_t node) {
  if (node >= trace.call_tree().size()) throw py::index_error("there is no such call path");
  py::list regions;
  for (const RegionId region : trace.call_tree().path(CallNodeId(node)))
    regions.append(region.defined() ? trace.definitions().regions[region.index()].name : "");
  return regions;
}

}  // namespace

void add_global_trace(py::module_& module) {
  constexpr GlobalTrace::Options kDefault;
  py::class_<Iterator>(module, "EventIterator")
      .def("__iter__", [](Iterator& self) -> Iterator& { return self; })
      .def("__next__", &Iterator::step);
  py::class_<GlobalTrace, SharedGlobalTrace>(
      module, "GlobalTrace",
      R"(All events of an archive as one sequence by time, with links and states.

Index, slice and iterate like a list; len() reads the trace to its end. Memory is bounded:
history           number of events available without reading again
bookmark_distance number of events between saved states
event_memory      bytes of packed events that are kept)")
      .def(py::init([](const GivenArchive& archive, std::size_t history,
                       std::size_t bookmark_distance, std::size_t event_memory) {
             GlobalTrace::Options options;
             options.history = history;
             options.bookmark_distance = bookmark_distance;
             options.event_memory = event_memory;
             return open(archive.open(), options);
           }),
           py::arg("archive"), py::kw_only(), py::arg("history") = kDefault.history,
           py::arg("bookmark_distance") = kDefault.bookmark_distance,
           py::arg("event_memory") = kDefault.event_memory)
      .def_property_readonly("definitions", &GlobalTrace::definitions,
                             py::return_value_policy::reference_internal)
      .def("__len__", &GlobalTrace::size)
      .def("__iter__", [](SharedGlobalTrace trace) { return Iterator{std::move(trace)}; })
      .def("__getitem__",
           [](GlobalTrace& trace, std::int64_t index) {
             return OwnEvent(trace.event(index_of(trace, index)));
           })
      .def("__getitem__", slice_of)
      .def(
          "state",
          [](SharedGlobalTrace trace, std::int64_t index) {
            const EventIndex found = index_of(*trace, index);
            static_cast<void>(trace->state(found));  // raises errors now
            return State{std::move(trace), found};
          },
          py::arg("index"), "The state directly after the event.")
      .def("callpath", path_of, py::arg("callpath"),
           "The names of the regions of a call path, the outermost first.")
      .def(
          "callpath_parent",
          [](const GlobalTrace& trace, std::uint32_t node) {
            if (node >= trace.call_tree().size())
              throw py::index_error("there is no such call path");
            return to_python(trace.call_tree()[CallNodeId(node)].parent);
          },
          py::arg("callpath"))
      .def_property_readonly(
          "callpaths", [](const GlobalTrace& trace) { return trace.call_tree().size(); },
          "The number of call paths encountered so far.")
      .def_property_readonly("damage", &GlobalTrace::damage,
                             "Sentences about locations whose events end early.");
}

}  // namespace lull::python
