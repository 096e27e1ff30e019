// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "records.hpp"

#include <pybind11/stl.h>

#include <utility>

#include "lull/analysis/matching/matcher.hpp"
#include "lull/base/error.hpp"
#include "lull/patterns/pattern_list.hpp"

namespace lull::python {
namespace {

using namespace analysis;
using Kind = EventCopy::Kind;
using Field = EventCopy::Field;

constexpr std::string_view kCall = CallInstance::kName;

const char* name_of_thing(FieldVisitor::Thing thing) {
  constexpr std::array kNames{"process", "location", "communicator", "call path"};
  return kNames.at(static_cast<std::size_t>(thing));
}

// Writes down all fields that it is shown.
class Copier final : public FieldVisitor {
 public:
  explicit Copier(std::vector<Field>& fields) : fields_(fields) {}

  void number(std::string_view name, std::uint64_t value) override {
    add({name, Kind::Number, true, value, "number"});
  }
  void flag(std::string_view name, bool value) override {
    add({name, Kind::Flag, true, value ? 1u : 0u, "bool"});
  }
  void word(std::string_view name, std::string_view value) override {
    add({name, Kind::Word, true, 0, value});
  }
  void identifier(std::string_view name, Thing thing, std::uint32_t index, bool defined) override {
    const Kind kind = thing == Thing::CallPath ? Kind::Path : Kind::Thing;
    add({name, kind, defined, index, name_of_thing(thing)});
  }
  void time(std::string_view name, Timestamp value) override {
    add({name, Kind::Ticks, true, value.ticks, "ticks"});
  }
  void duration(std::string_view name, Duration value) override {
    add({name, Kind::Ticks, true, static_cast<std::uint64_t>(value.ticks), "ticks"});
  }
  void begin_record(std::string_view name, std::string_view type) override {
    open(name, Kind::Record, type);
  }
  void end_record() override { close(); }
  void begin_list(std::string_view name) override { open(name, Kind::List, {}); }
  void end_list() override { close(); }

  void open(std::string_view name, Kind kind, std::string_view type) {
    open_.push_back(fields_.size());
    fields_.push_back({name, kind, true, 0, type});
  }
  void close() {
    fields_[open_.back()].end = fields_.size();
    open_.pop_back();
  }

 private:
  void add(Field field) {
    field.end = fields_.size() + 1;
    fields_.push_back(field);
  }
  std::vector<Field>& fields_;
  std::vector<std::size_t> open_;
};

template <class Visit>
std::vector<Field> fields_by(std::string_view type, Visit visit) {
  std::vector<Field> fields;
  Copier copier(fields);
  copier.open({}, Kind::Record, type);
  visit(copier);
  copier.close();
  return fields;
}

template <class Use>
void for_each_in(const std::vector<Field>& fields, std::size_t index, Use use) {
  for (std::size_t i = index + 1; i < fields[index].end; i = fields[i].end) use(i);
}

LocationId location_in(const Record& record) {
  const Field* const location = record.find("location");
  return location != nullptr && location->defined
             ? LocationId(static_cast<std::size_t>(location->value))
             : LocationId{};
}
LocalPathId path_in(const Record& record) {
  const Field* const path = record.find("path");
  return path != nullptr && path->defined ? LocalPathId(static_cast<std::size_t>(path->value))
                                          : LocalPathId{};
}

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

// What a call is besides what it says itself.
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

std::string repr_of(const Record& record) {
  std::string text = "<lull." + std::string(record.type());
  for (const auto& [name, value] : values_of(record))
    if (!py::isinstance<Record>(value) && !py::isinstance<py::list>(value))
      text += " " + name.cast<std::string>() + "=" + py::repr(value).cast<std::string>();
  return text + ">";
}

// What a field of a sample is; adds the types of records to `types`.
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

// Of Lull's own matchers and patterns.
std::vector<const EventType*> all_types() {
  const Definitions definitions;
  const ReplayContext context(definitions);
  const Progress progress(0);
  const MetricCatalogue catalogue;
  Bus bus(catalogue);
  std::vector<const EventType*> types;
  for (const auto& matcher : make_matchers({context, progress, bus}))
    for (const EventType* const type : matcher->publishes()) types.push_back(type);
  for (const auto& pattern : patterns::make_patterns())
    for (const EventType* const type : pattern->publishes()) types.push_back(type);
  return types;
}

}  // namespace

const Field* Record::find(std::string_view name) const {
  const auto& fields = event->fields;
  for (std::size_t i = index + 1; i < fields[index].end; i = fields[i].end)
    if (fields[i].name == name) return &fields[i];
  return nullptr;
}

Record copy_of(const EventType& type, const void* event, const std::shared_ptr<AnalysisRun>& run) {
  const auto copy = std::make_shared<EventCopy>();
  copy->run = run;
  copy->fields = fields_by(type.name, [&](FieldVisitor& visitor) { type.visit(event, visitor); });
  for (std::size_t i = 0; i < copy->fields.size(); ++i)
    if (copy->fields[i].kind == Kind::Record && copy->fields[i].text == kCall)
      run->learn(location_in({copy, i}), path_in({copy, i}));
  return {copy, 0};
}

CallInstance call_of(const Record& record, const AnalysisRun& run) {
  if (record.type() != kCall)
    throw py::type_error("a " + std::string(record.type()) +
                         " is not a call: severities are charged to one of its calls");
  if (record.event->run.get() != &run)
    throw Error(ExitStatus::Usage, "this call belongs to another analysis");
  const auto time = [&](std::string_view name) { return Timestamp{record.find(name)->value}; };
  return {location_in(record), path_in(record), time("enter"), time("leave")};
}

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

Its fields are attributes; record_types() says which there are. It may be kept.)")
      .def_property_readonly("type",
                             [](const Record& record) { return std::string(record.type()); })
      .def_property_readonly("fields", values_of, "All of them, by name.")
      .def("__getattr__", attribute)
      .def("__dir__",
           [](const Record& record) {
             py::list names;
             for (const auto& [name, value] : values_of(record)) names.append(name);
             names.append("fields");
             names.append("type");
             return names;
           })
      .def("__repr__", repr_of);
  module.def(
      "record_types", [] { return description_of(all_types(), true); },
      R"(What patterns in Python see: the fields of each compound event and of the records in them,
as {type: {field: what it is}}. Numbers of things are indices of the archive's definitions.)");
}

}  // namespace lull::python
