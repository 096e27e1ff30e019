// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/event_copy.hpp"

#include <array>
#include <string>

#include "lull/base/error.hpp"

namespace lull::python {

using namespace analysis;
using Kind = EventCopy::Kind;
using Field = EventCopy::Field;

namespace {

const char* name_of_thing(FieldVisitor::Thing thing) {
  constexpr std::array kNames{"process", "location", "communicator", "call path"};
  return kNames.at(static_cast<std::size_t>(thing));
}

// Copies all fields that it visits.
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

}  // namespace

std::vector<Field> fields_by(std::string_view type,
                             const std::function<void(FieldVisitor&)>& visit) {
  std::vector<Field> fields;
  Copier copier(fields);
  copier.open({}, Kind::Record, type);
  visit(copier);
  copier.close();
  return fields;
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
    if (copy->fields[i].kind == Kind::Record && copy->fields[i].text == CallInstance::kName)
      run->learn(location_in({copy, i}), path_in({copy, i}));
  return {copy, 0};
}

CallInstance call_of(const Record& record, const AnalysisRun& run) {
  if (record.type() != CallInstance::kName)
    throw py::type_error("a " + std::string(record.type()) +
                         " is not a call: charge severities to one of its calls");
  if (record.event->run.get() != &run)
    throw Error(ExitStatus::Usage, "this call belongs to another analysis");
  const auto time = [&](std::string_view name) { return Timestamp{record.find(name)->value}; };
  return {location_in(record), path_in(record), time("enter"), time("leave")};
}

}  // namespace lull::python
