// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <string_view>
#include <type_traits>

#include "common/module.hpp"
#include "lull/trace/event/event_fields.hpp"
#include "lull/trace/event/event_names.hpp"

namespace lull::python {
namespace {

py::object value_to_python(const Value& value) {
  switch (value.kind) {
    case ValueKind::Signed:
      return py::int_(value.as_signed);
    case ValueKind::Floating:
      return py::float_(value.as_floating);
    case ValueKind::None:
      return py::none();
    default:
      return py::int_(value.as_unsigned);
  }
}

template <class Field>
py::object to_object(const Field& field) {
  if constexpr (std::is_same_v<Field, bool>)
    return py::bool_(field);
  else if constexpr (std::is_integral_v<Field>)
    return py::int_(field);
  else if constexpr (std::is_same_v<Field, Timestamp>)
    return py::int_(field.ticks);
  else if constexpr (std::is_enum_v<Field>)
    return py::str(std::string(name_of(field)));
  else if constexpr (std::is_same_v<Field, std::span<const Value>>) {
    py::list values;
    for (const Value& value : field) values.append(value_to_python(value));
    return values;
  } else {
    return to_python(field);
  }
}

// A collective operation without a root has None.
template <class Field>
py::object to_object(std::string_view name, const Field& field) {
  if constexpr (std::is_same_v<Field, std::uint32_t>)
    if (name == "root" && field == kNoRank) return py::none();
  return to_object(field);
}

bool is_same(const OwnEvent& a, const OwnEvent& b) {
  return a.index == b.index && a.location == b.location && a.position == b.position &&
         a.time() == b.time() && a.event.body.index() == b.event.body.index();
}

std::string text_of(const OwnEvent& event) {
  const std::string kind(name_of_event(event.event.body.index()));
  return "<lull.Event " + std::to_string(event.index) + " " + kind + " at " +
         std::to_string(event.time().ticks) + " on location " +
         std::to_string(event.location.value) + ">";
}

}  // namespace

py::dict fields_of(const Event& event) {
  py::dict fields;
  with_fields(event.body,
              [&](const char* name, const auto& value) { fields[name] = to_object(name, value); });
  return fields;
}

py::object field_of(const Event& event, std::string_view wanted) {
  py::object found;
  with_fields(event.body, [&](const char* name, const auto& value) {
    if (wanted == name) found = to_object(name, value);
  });
  if (!found)
    throw py::attribute_error(std::string(name_of_event(event.body.index())) + " has no '" +
                              std::string(wanted) + "'");
  return found;
}

void add_events(py::module_& module) {
  py::class_<OwnEvent>(module, "Event", R"(An event of a GlobalTrace.

The fields of a kind of event (receiver, tag, region, …) are attributes: OTF2's names in lower case;
see fields. Links are indices of earlier events, or None. Events of one trace are equal if they are
identical.)")
      .def_readonly("index", &OwnEvent::index, "The index among all events of the trace.")
      .def_readonly("position", &OwnEvent::position, "The index among the events of its location.")
      .def_property_readonly(
          "kind", [](const OwnEvent& e) { return name_of_event(e.event.body.index()); },
          "'ENTER', 'MPI_RECV', …, as in otf2-print.")
      .def_property_readonly(
          "time", [](const OwnEvent& e) { return e.time().ticks; }, "In ticks.")
      .def_property_readonly("location",
                             [](const OwnEvent& e) { return python::to_python(e.location); })
      .def_property_readonly(
          "callpath", [](const OwnEvent& e) { return python::to_python(e.node); },
          "A node of the trace's call tree.")
      .def_property_readonly(
          "enter", [](const OwnEvent& e) { return python::to_python(e.enter); },
          "ENTER of the enclosing region instance; of LEAVE the matching one, or None.")
      .def_property_readonly(
          "match", [](const OwnEvent& e) { return python::to_python(e.match); },
          R"(The corresponding earlier event: for a receive the send, for MPI_COLLECTIVE_END
the begin, for events on a lock the previous one on that lock, for THREAD_TEAM_BEGIN the fork, …)")
      .def_property_readonly(
          "posted", [](const OwnEvent& e) { return python::to_python(e.request); },
          "For a completion, the event that posted the operation.")
      .def_property_readonly(
          "fields", [](const OwnEvent& e) { return fields_of(e.event); },
          "The event's fields, by name.")
      .def("__getattr__",
           [](const OwnEvent& e, const std::string& name) { return field_of(e.event, name); })
      .def("__eq__", is_same, py::is_operator())
      .def("__hash__", [](const OwnEvent& e) { return e.index; })
      .def("__repr__", text_of);
}

}  // namespace lull::python
