// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/check/context/checking.hpp"

#include <fmt/format.h>

#include "lull/asl/check/context/program_text.hpp"
#include "lull/asl/load.hpp"

namespace lull::asl {

void Checking::fail(const Origin& origin, const Position& at, std::string message,
                    std::string hint) {
  Diagnostic diagnostic{at, std::move(message), std::move(hint), {}};
  if (origin.instance != nullptr)
    diagnostic.notes.push_back(
        {origin.instance->name.at, fmt::format("in the instance {}", origin.instance->name.text)});
  diagnostics_.add(std::move(diagnostic));
}

std::string Checking::nearest_hint(const std::string& name, const Origin& origin) const {
  if (!wants_hints()) return {};
  if (const std::string_view file = shipped_file_of(name); !file.empty())
    return fmt::format("IMPORT \"{}\"; declares it", file);
  NearestName nearest(name);
  names.for_each(origin.library,
                 [&](const std::string& other, const Entity&) { nearest.offer(other); });
  if (origin.formals != nullptr)
    for (const auto& [other, entity] : *origin.formals) nearest.offer(other);
  return nearest.name().empty() ? std::string{} : fmt::format("did you mean {}?", nearest.name());
}

const Entity* Checking::find(const std::string& name, const Origin& origin) const {
  if (origin.formals != nullptr) {
    const auto found = origin.formals->find(name);
    if (found != origin.formals->end()) return &found->second;
  }
  return names.find(name, origin.library);
}

StaticType Checking::resolve_name(const Name& name, const Origin& origin) {
  if (name.text.empty()) return {};
  const Entity* const entity = find(name.text, origin);
  if (entity == nullptr) {
    fail(origin, name.at, fmt::format("there is no type {}", name.text),
         nearest_hint(name.text, origin));
    return {};
  }
  switch (entity->kind) {
    case Entity::Kind::Broken:
      return {};
    case Entity::Kind::Type:
      return type_of(static_cast<StaticType::Kind>(entity->index));
    case Entity::Kind::Class:
      return object_of(ClassId{std::size_t{entity->index}});
    case Entity::Kind::Enum:
      return enumerator_of(EnumId{std::size_t{entity->index}});
    case Entity::Kind::Pattern:
      return object_of(program.patterns[entity->index].instance_class);
    default:
      fail(origin, name.at,
           fmt::format("{} is {}, not a type", name.text, kind_text(entity->kind)));
      return {};
  }
}

StaticType Checking::resolve(const Type& type, const Origin& origin) {
  StaticType result = resolve_name(type.name, origin);
  result.set = type.set && result.kind != StaticType::Kind::Error;
  return result;
}

std::string Checking::text(const StaticType& type) const { return type_text(program, type); }

const AttributeOf* Checking::find_attribute(ClassId id, const std::string& name) const {
  for (; id.defined(); id = program.classes[id.index()].base) {
    if (id.index() >= attributes_.size()) continue;
    const auto found = attributes_[id.index()].find(name);
    if (found != attributes_[id.index()].end()) return &found->second;
  }
  return nullptr;
}

void Checking::know_attribute(ClassId id, const std::string& name, const AttributeOf& attribute) {
  if (attributes_.size() <= id.index()) attributes_.resize(program.classes.size());
  attributes_[id.index()].emplace(name, attribute);
}

const std::unordered_map<std::string, AttributeOf>& Checking::own_attributes(ClassId id) const {
  static const std::unordered_map<std::string, AttributeOf> kNone;
  return id.index() < attributes_.size() ? attributes_[id.index()] : kNone;
}

std::optional<std::uint32_t> Checking::find_export(PatternId id, const std::string& name) {
  auto& known = exports_[id.value];
  const auto& exports = program.patterns[id.index()].exports;
  if (known.empty())
    for (std::size_t i = 0; i < exports.size(); ++i)
      known.emplace(exports[i].name, static_cast<std::uint32_t>(i));
  const auto found = known.find(name);
  if (found == known.end()) return std::nullopt;
  return found->second;
}

std::optional<std::int64_t> Checking::enumerator(EnumId id, const std::string& name) {
  auto& known = enumerators_[id.value];
  const auto& enumerators = program.enums[id.index()].enumerators;
  if (known.empty())
    for (std::size_t i = 0; i < enumerators.size(); ++i)
      if (!enumerators[i].empty()) known.emplace(enumerators[i], static_cast<std::int64_t>(i));
  const auto found = known.find(name);
  if (found == known.end()) return std::nullopt;
  return found->second;
}

NodePtr Checking::node(const Position& at, const StaticType& type, Node::Body body) {
  auto result = std::make_unique<Node>();
  result->at = at;
  result->type = type;
  result->body = std::move(body);
  if (++nodes_ == kMostNodes + 1)
    diagnostics_.add(at, "the specification is too large from here on",
                     "templates count once for each of their instances");
  return result;
}

NodePtr Checking::error(const Position& at) const {
  auto result = std::make_unique<Node>();
  result->at = at;
  return result;
}

Value Checking::null_of(ClassId id) const {
  const code::Class& declared = program.classes[id.index()];
  const bool pointer = declared.event || declared.matches_of || declared.instances_of;
  return pointer ? event_value(nullptr) : integer_value(kNullObject);
}

const std::string* Checking::intern(const std::string& text) {
  const auto [known, is_new] = texts_.emplace(text, nullptr);
  if (is_new) known->second = &program.texts.emplace_back(text);
  return known->second;
}

std::uint32_t Checking::region_name(const std::string& name) {
  const auto next = static_cast<std::uint32_t>(program.region_names.size());
  const auto [known, is_new] = region_names_.emplace(name, next);
  if (is_new) program.region_names.push_back(name);
  return known->second;
}

}  // namespace lull::asl
