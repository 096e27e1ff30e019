// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/evaluate/shown.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lull/asl/model/model.hpp"
#include "lull/trace/event/event_names.hpp"

namespace lull::asl {
namespace {

using Kind = StaticType::Kind;

// Adds the number if the name alone is ambiguous.
std::string communicator_text(const Archive& archive, std::size_t index) {
  const auto& communicators = archive.definitions().communicators;
  const std::string& name = communicators[index].name;
  if (name.empty()) return fmt::format("Communicator {}", index);
  const bool only = std::ranges::count(communicators, name, &Communicator::name) == 1;
  return only ? name : fmt::format("{} ({})", name, index);
}

std::string object_text(const Program& program, const Archive& archive, ClassId id, Value value) {
  if (program.is_derived(id, model().event))
    return value.event == nullptr ? "NULL" : event_text(archive, value.event->event);
  const code::Class& own = program.classes[id.index()];
  if (own.matches_of || own.instances_of) return own.name;
  if (value.integer == kNullObject) return "NULL";
  const auto index = static_cast<std::size_t>(value.integer);
  if (id == model().region) return archive.region_name(value.integer);
  if (id == model().process) return location_text(archive, LocationId{index});
  if (id == model().communicator) return communicator_text(archive, index);
  if (id == model().experiment) return *archive.name();
  return fmt::format("{} {}", own.name, value.integer);
}

}  // namespace

std::string location_text(const Archive& archive, LocationId id) {
  const Definitions& definitions = archive.definitions();
  const Location& location = definitions.locations[id.index()];
  if (location.process.index() >= definitions.processes.size()) return location.name;
  const Process& process = definitions.processes[location.process.index()];
  return process.name.empty() || process.name == location.name
             ? location.name
             : fmt::format("{} {}", process.name, location.name);
}

std::string event_text(const Archive& archive, const GlobalEvent& event) {
  return fmt::format("event {} ({}, location {}, {:.6f} s)", event.index,
                     name_of_event(event.event.body.index()), event.location.index(),
                     archive.seconds(event.time()));
}

Shown shown(const Program& program, const Archive& archive, const StaticType& type, Value value) {
  Shown result;
  if (type.set) {
    if (value.set->is_trace()) return {fmt::format("{} events", value.set->size()), {}, {}, {}};
    std::string text = "{";
    for (const Value element : value.set->elements())
      text += (text.size() > 1 ? ", " : "") + shown(program, archive, type.element(), element).text;
    result.text = text + "}";
    return result;
  }
  switch (type.kind) {
    case Kind::Float:
      result.real = value.real;
      result.text = fmt::format("{}", value.real);
      break;
    case Kind::Boolean:
      result.truth = value.truth;
      result.text = value.truth ? "true" : "false";
      break;
    case Kind::String:
      result.text = *value.text;
      break;
    case Kind::Enum: {  // archives may contain values of later OTF2 versions
      const auto& names = program.enums[type.index].enumerators;
      const auto place = static_cast<std::size_t>(value.integer);
      result.text = place < names.size() && !names[place].empty() ? names[place] : "unknown";
      break;
    }
    case Kind::Class:
      result.text = value.integer < 0
                        ? "NULL"
                        : program.classes[static_cast<std::size_t>(value.integer)].name;
      break;
    case Kind::Object:
      result.text = object_text(program, archive, type.class_id(), value);
      break;
    default:
      result.integer = value.integer;
      result.text = fmt::format("{}", value.integer);
  }
  return result;
}

}  // namespace lull::asl
