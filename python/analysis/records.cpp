// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/records.hpp"

#include <pybind11/stl.h>

#include <utility>

#include "lull/analysis/matching/matcher.hpp"
#include "lull/patterns/pattern_list.hpp"

namespace lull::python {
namespace {

using namespace analysis;
using Kind = EventCopy::Kind;
using Field = EventCopy::Field;

constexpr std::string_view kCall = CallInstance::kName;

py::object value_in(const Record& record, std::size_t index) {
  const Field& field = record.event->fields[index];
  switch (field.kind) {
    case Kind::Number:
      return py::int_(field.value);
    case Kind::Ticks:
      return py::int_(static_cast<std::int64_t>(field.value));
    case Kind::Flag:
      return py::bool_(field.value != 0);
    case Kind::Word:
      return py::str(field.text.data(), field.text.size());
    case Kind::Thing:
      return field.defined ? py::object(py::int_(field.value)) : py::object(py::none());
    case Kind::Path:
      return py::cast(record.event->run->names(location_in(record), path_in(record)));
    case Kind::Record:
      return py::cast(Record{record.event, index});
    case Kind::List:
      break;
  }
  py::list list;
  for_each_in(record.event->fields, index, [&](std::size_t i) {
    list.append(value_in({record.event, index}, i));
  });
  return list;
}

// An additional field of calls.
struct CallField {
  const char* name;
  const char* is;
  py::object (*get)(const Record& call);
};
const CallField kCallFields[]{
    {"process", "process",
     [](const Record& call) {
       const LocationId location = location_in(call);
       const auto& locations = call.event->run->definitions().locations;
       return to_python(location.defined() ? locations[location.index()].process : ProcessId{});
     }},
    {"region", "region",
     [](const Record& call) {
       return to_python(call.event->run->region(location_in(call), path_in(call)));
     }},
    {"region_name", "text", [](const Record& call) {
       const auto names = call.event->run->names(location_in(call), path_in(call));
       return py::object(py::str(names.empty() ? std::string() : names.back()));
     }}};

py::dict values_of(const Record& record) {
  py::dict values;
  for_each_in(record.event->fields, record.index, [&](std::size_t i) {
    const std::string_view name = record.event->fields[i].name;
    values[py::str(name.data(), name.size())] = value_in(record, i);
  });
  if (record.type() == kCall)
    for (const CallField& field : kCallFields) values[field.name] = field.get(record);
  return values;
}

py::object attribute(const Record& record, const std::string& name) {
  if (const Field* const field = record.find(name))
    return value_in(record, static_cast<std::size_t>(field - record.event->fields.data()));
  if (record.type() == kCall)
    for (const CallField& field : kCallFields)
      if (name == field.name) return field.get(record);
  std::string known;
  for (const auto& [key, value] : values_of(record))
    known += (known.empty() ? "" : ", ") + key.cast<std::string>();
  throw py::attribute_error(std::string(record.type()) + " has no '" + name + "'; it has " + known);
}

// Compares records of one analysis by their content.
bool are_equal(const Record& a, const Record& b) {
  const std::size_t size = a.event->fields[a.index].end - a.index;
  if (a.event->run != b.event->run || b.event->fields[b.index].end - b.index != size) return false;
  for (std::size_t i = 0; i < size; ++i) {
    const Field& one = a.event->fields[a.index + i];
    const Field& other = b.event->fields[b.index + i];
    const bool same = one.kind == other.kind && one.text == other.text &&
                      one.defined == other.defined && one.value == other.value &&
                      one.end - a.index == other.end - b.index;
    if (!same) return false;
  }
  return true;
}
std::size_t hash_of(const Record& record) {
  std::size_t hash = 0;
  for (std::size_t i = record.index; i < record.event->fields[record.index].end; ++i)
    hash = hash * 31 + static_cast<std::size_t>(record.event->fields[i].value);
  return hash;
}

std::string repr_of(const Record& record) {
  std::string text = "<lull." + std::string(record.type());
  for (const auto& [name, value] : values_of(record))
    if (!py::isinstance<Record>(value) && !py::isinstance<py::list>(value))
      text += " " + name.cast<std::string>() + "=" + py::repr(value).cast<std::string>();
  return text + ">";
}

// Describes the type of a sample's field; adds the types of records to `types`.
std::string what_is(const std::vector<Field>& fields, std::size_t index, py::dict* types);

void describe_fields(const std::vector<Field>& fields, std::size_t index, py::dict& into,
                     py::dict* types) {
  for_each_in(fields, index, [&](std::size_t i) {
    into[py::str(fields[i].name.data(), fields[i].name.size())] = what_is(fields, i, types);
  });
  if (fields[index].text == kCall)
    for (const CallField& field : kCallFields) into[field.name] = field.is;
}

std::string what_is(const std::vector<Field>& fields, std::size_t index, py::dict* types) {
  const Field& field = fields[index];
  if (field.kind == Kind::Word) return "text";
  if (field.kind == Kind::Path) return "list of text";
  if (field.kind == Kind::List) return "list of " + what_is(fields, index + 1, types);
  if (field.kind == Kind::Record && types != nullptr) {
    const py::str type(field.text.data(), field.text.size());
    py::dict description;
    describe_fields(fields, index, description, types);
    (*types)[type] = description;
  }
  return std::string(field.text);
}

// Event types of Lull's matchers and patterns.
std::vector<const EventType*> all_types() {
  const Definitions definitions;
  const ReplayContext context(definitions);
  const Progress progress(0);
  const MetricCatalogue catalogue;
  ChargeSink charges(catalogue);
  Bus bus(charges);
  std::vector<const EventType*> types;
  for (const auto& matcher : make_matchers({context, progress, bus}))
    for (const EventType* const type : matcher->publishes()) types.push_back(type);
  for (const auto& pattern : patterns::make_patterns())
    for (const EventType* const type : pattern->publishes()) types.push_back(type);
  return types;
}

}  // namespace

py::dict description_of(const std::vector<const EventType*>& types, bool parts) {
  py::dict found;
  for (const EventType* const type : types) {
    const auto fields =
        fields_by(type->name, [type](FieldVisitor& visitor) { type->visit_sample(visitor); });
    py::dict description;
    describe_fields(fields, 0, description, parts ? &found : nullptr);
    found[py::str(type->name.data(), type->name.size())] = description;
  }
  return found;
}

void add_records(py::module_& module) {
  py::class_<Record>(module, "Record",
                     R"(A compound event, or a part of one: a call, a message, a member.

Its fields are attributes, listed by record_types(). It may be kept. Records of one analysis with the
same content are equal.)")
      .def_property_readonly("type",
                             [](const Record& record) { return std::string(record.type()); })
      .def_property_readonly("fields", values_of, "All fields, by name.")
      .def("__getattr__", attribute)
      .def("__dir__",
           [](const Record& record) {
             py::list names;
             for (const auto& [name, value] : values_of(record)) names.append(name);
             names.append("fields");
             names.append("type");
             return names;
           })
      .def("__eq__", are_equal, py::is_operator())
      .def("__hash__", hash_of)
      .def("__repr__", repr_of);
  module.def(
      "record_types", [] { return description_of(all_types(), true); },
      R"(The records that patterns in Python see: the fields of each compound event and of its records,
as {type: {field: its type}}. Numbers are indices of the archive's definitions.)");
}

}  // namespace lull::python
