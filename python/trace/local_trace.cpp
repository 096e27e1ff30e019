// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/local/local_trace.hpp"

#include <pybind11/stl.h>

#include <cmath>

#include "lull/trace/event/event_names.hpp"
#include "trace/call_paths.hpp"
#include "trace/given_archive.hpp"

namespace lull::python {
namespace {

struct Local {
  Local(std::shared_ptr<Tree> of, LocationId location, const AllowedDeviation* allowed)
      : tree(std::move(of)), trace(make(*tree, location, allowed)) {}
  static LocalTrace make(Tree& tree, LocationId location, const AllowedDeviation* allowed) {
    const TraceSource& source = tree.archive->trace();
    if (allowed == nullptr) return {source, location, tree.call_tree(), LocalTrace::Linear{}};
    return {source, location, tree.call_tree(), *allowed, tree.paths->instances};
  }
  std::shared_ptr<Tree> tree;
  LocalTrace trace;
};
using Trace = std::shared_ptr<Local>;

// An event and its position.
struct LocalEvent {
  Trace local;
  LocalTrace::iterator place;
  [[nodiscard]] const Event& event() const { return *place.operator->(); }
};
using Found = std::optional<LocalEvent>;

Trace open_local(const std::shared_ptr<Archive>& archive, std::uint32_t location,
                 std::shared_ptr<Tree> tree, std::optional<std::int64_t> absolute,
                 std::optional<double> relative) {
  if (!tree) tree = std::make_shared<Tree>(archive);
  if (tree->archive != archive) throw py::value_error("the call tree belongs to another archive");
  if (location >= archive->definitions().locations.size())
    throw py::index_error("there is no such location");
  const AllowedDeviation allowed{Duration{absolute.value_or(0)}, relative.value_or(0)};
  const bool compressed = absolute || relative;
  if (allowed.absolute.ticks < 0 || !(allowed.relative >= 0) || !std::isfinite(allowed.relative))
    throw py::value_error("a deviation is zero or more");
  return std::make_shared<Local>(std::move(tree), LocationId(location),
                                 compressed ? &allowed : nullptr);
}

Found at(const Trace& local, LocalTrace::iterator place) {
  if (place.position() >= local->trace.size()) return std::nullopt;
  return LocalEvent{local, std::move(place)};
}

Found next(const LocalEvent& event) {
  auto place = event.place;
  return at(event.local, ++place);
}
Found previous(const LocalEvent& event) {
  auto place = event.place;
  return place.position() == 0 ? std::nullopt : at(event.local, --place);
}
Found enter(const LocalEvent& event) {
  auto place = event.place;
  return place.to_enter() ? at(event.local, place) : std::nullopt;
}
Found leave(const LocalEvent& event) {
  auto place = event.place;
  return place.to_leave() ? at(event.local, place) : std::nullopt;
}
Found first(const Trace& local) { return at(local, local->trace.begin()); }
Found last(const Trace& local) {
  auto place = local->trace.end();
  return local->trace.empty() ? std::nullopt : at(local, --place);
}

// Python's negative indices count from the end.
LocalEvent item(const Trace& local, std::int64_t index) {
  const auto size = static_cast<std::int64_t>(local->trace.size());
  if (index < -size || index >= size) throw py::index_error("the location has no such event");
  return {local, local->trace.at(static_cast<std::uint64_t>(index < 0 ? index + size : index))};
}

py::list local_slice_of(const Trace& local, const py::slice& slice) {
  std::size_t start = 0;
  std::size_t stop = 0;
  std::size_t step = 0;
  std::size_t length = 0;
  if (!slice.compute(local->trace.size(), &start, &stop, &step, &length))
    throw py::error_already_set();
  py::list events;
  for (std::size_t i = 0; i < length; ++i, start += step)
    events.append(LocalEvent{local, local->trace.at(start)});
  return events;
}

// Events of two traces of one location are the same.
bool is_same_local_event(const LocalEvent& a, const LocalEvent& b) {
  return a.place.position() == b.place.position() &&
         a.local->trace.location() == b.local->trace.location() &&
         a.local->tree->archive == b.local->tree->archive;
}

struct Walk {
  Trace local;
  LocalTrace::iterator place;
  bool back = false;
  std::uint64_t left = 0;
  LocalEvent step() {
    if (left == 0) throw py::stop_iteration();
    --left;
    if (back) --place;
    LocalEvent event{local, place};
    if (!back) ++place;
    return event;
  }
};

void add_local_event(py::module_& module) {
  py::class_<LocalEvent>(module, "LocalEvent", R"(An event of a LocalTrace, and a place in it.

The fields of a kind of event (receiver, tag, region, …) are attributes; see fields. Linked events are
methods, and may be later events.)")
      .def_property_readonly("position", [](const LocalEvent& e) { return e.place.position(); })
      .def_property_readonly(
          "kind", [](const LocalEvent& e) { return name_of_event(e.event().body.index()); })
      .def_property_readonly(
          "time", [](const LocalEvent& e) { return e.event().time.ticks; }, "In ticks.")
      .def_property_readonly(
          "location", [](const LocalEvent& e) { return to_python(e.local->trace.location()); })
      .def_property_readonly(
          "callpath", [](const LocalEvent& e) { return to_python(e.place.node()); },
          "A call path of the trace's tree.")
      .def_property_readonly("fields", [](const LocalEvent& e) { return fields_of(e.event()); })
      .def("next", next, "The next event; None after the last one.")
      .def("previous", previous)
      .def("enter", enter,
           "The enclosing ENTER; for an ENTER its caller's, for a LEAVE its own. Or None.")
      .def("leave", leave,
           "The enclosing LEAVE; for an ENTER its own, for a LEAVE its caller's. Or None.")
      .def(
          "partner",
          [](const LocalEvent& e) { return at(e.local, e.local->trace.partner(e.place)); },
          "The other event of an operation: for a completion the event that posted it, and vice "
          "versa.")
      .def(
          "call_stack",
          [](const LocalEvent& e) {
            return names_of(*e.local->tree, e.local->trace.call_stack(e.place));
          },
          "The names of the regions that are open directly after it.")
      .def("__getattr__",
           [](const LocalEvent& e, const std::string& name) { return field_of(e.event(), name); })
      .def("__eq__", is_same_local_event, py::is_operator())
      .def("__hash__",
           [](const LocalEvent& e) {
             return py::hash(py::make_tuple(e.local->trace.location().value, e.place.position()));
           })
      .def("__repr__", [](const LocalEvent& e) {
        return "<lull.LocalEvent " + std::to_string(e.place.position()) + " " +
               std::string(name_of_event(e.event().body.index())) + " at " +
               std::to_string(e.event().time.ticks) + ">";
      });
}

}  // namespace

void add_local_trace(py::module_& module) {
  add_local_event(module);
  py::class_<Walk>(module, "LocalEventIterator")
      .def("__iter__", [](Walk& self) -> Walk& { return self; })
      .def("__next__", &Walk::step);
  py::class_<Local, Trace>(module, "LocalTrace", R"(The events of one location in memory.

Index and slice it, iterate in both directions (reversed()), and follow links from event to event. With an
absolute (ticks) or a relative deviation, which may be 0, similar calls are stored once, and times may
deviate by that much. Local traces with one CallTree number call paths alike.)")
      .def(py::init(on_given_archive(open_local)), py::arg("archive"), py::arg("location"),
           py::kw_only(), py::arg("tree") = nullptr, py::arg("absolute") = py::none(),
           py::arg("relative") = py::none())
      .def("__len__", [](const Local& local) { return local.trace.size(); })
      .def("__getitem__", item)
      .def("__getitem__", local_slice_of)
      .def("__iter__",
           [](const Trace& l) {
             return Walk{l, l->trace.begin(), false, l->trace.size()};
           })
      .def("__reversed__",
           [](const Trace& l) {
             return Walk{l, l->trace.end(), true, l->trace.size()};
           })
      .def("first", first, "The first event; None if there is none.")
      .def("last", last)
      .def_property_readonly("location",
                             [](const Local& local) { return to_python(local.trace.location()); })
      .def_property_readonly("tree", [](const Local& local) { return local.tree; })
      .def_property_readonly(
          "bytes", [](const Local& local) { return local.trace.bytes(); },
          "Memory of the events, without parts shared with other traces.")
      .def_property_readonly(
          "shared_bytes", [](const Local& local) { return local.trace.shared_bytes(); },
          "Total memory of all compressed traces with the same call tree.")
      .def_property_readonly(
          "deviation", [](const Local& local) { return local.trace.deviation().ticks; },
          "The largest deviation of a time, in ticks.")
      .def_property_readonly(
          "damage", [](const Local& local) { return local.trace.damage(); },
          "Why the location's events end early; empty if they are complete.");
}

}  // namespace lull::python
