// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Checks literals, names, and member accesses.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "lull/asl/check/expressions/expression_checker.hpp"
#include "lull/asl/model/model.hpp"
#include "lull/asl/syntax/token_stream.hpp"

namespace lull::asl {
namespace {

bool is_mpi_name(const std::string& name) {
  return name.rfind("MPI_", 0) == 0 && name.size() > 4 &&
         std::all_of(name.begin(), name.end(), [](unsigned char c) {
           return std::isupper(c) != 0 || std::isdigit(c) != 0 || c == '_';
         });
}

}  // namespace

NodePtr ExpressionChecker::operator()(const IntegerLiteral& e) {
  return checking_.literal(at_, type_of(Kind::Integer), integer_value(e.value));
}
NodePtr ExpressionChecker::operator()(const FloatLiteral& e) {
  return checking_.literal(at_, type_of(Kind::Float), real_value(e.value));
}
NodePtr ExpressionChecker::operator()(const StringLiteral& e) {
  return checking_.literal(at_, type_of(Kind::String), text_value(checking_.intern(e.value)));
}
NodePtr ExpressionChecker::operator()(const BooleanLiteral& e) {
  return checking_.literal(at_, type_of(Kind::Boolean), truth_value(e.value));
}
NodePtr ExpressionChecker::operator()(const NullLiteral& /*e*/) {
  return checking_.literal(at_, type_of(Kind::Null), event_value(nullptr));
}

NodePtr ExpressionChecker::operator()(const ContextName& e) {
  const Position at = at_;
  const bool outer = locals_.frame() > 0;
  if (e.kind == ContextName::Kind::This) {
    if (surroundings_.event.defined()) {
      NodePtr node = make(at, object_of(surroundings_.event), code::This{});
      narrow_node(*node, "THIS");
      return node;
    }
    fail(at, "THIS is not available here", "THIS is the event whose class is declared");
    return error(at);
  }
  const bool root = e.kind == ContextName::Kind::Root;
  if (!surroundings_.in_pattern) {
    fail(at, fmt::format("{} is not available here", root ? "ROOT" : "TRACE"),
         root ? "ROOT is the current event of a pattern" : "TRACE is available only in patterns");
    return error(at);
  }
  if (!root) return make(at, object_of(model().event).set_of(), code::Trace{});
  if (!surroundings_.root.defined()) return error(at);
  NodePtr node = make(at, object_of(surroundings_.root), code::Root{outer});
  narrow_node(*node, "ROOT");
  return node;
}

NodePtr ExpressionChecker::operator()(const NameUse& e) {
  if (const Variable* const known = locals_.find(e.name.text)) return variable(e.name, *known);
  if (locals_.is_later(e.name.text)) {
    fail(e.name.at, fmt::format("{} is declared later", e.name.text),
         "a name can be used after its declaration");
    return error(e.name.at);
  }
  const Entity* const entity = checking_.find(e.name.text, origin_);
  return entity == nullptr ? unknown(e.name) : top_level(e.name, *entity);
}

NodePtr ExpressionChecker::variable(const Name& name, const Variable& variable) {
  const bool outer = variable.frame < locals_.frame();
  if (variable.kind == Variable::Kind::Function) {
    fail(name.at, fmt::format("the function {} has no arguments here", name.text),
         fmt::format("write {}(…)", name.text));
    return error(name.at);
  }
  NodePtr node = variable.kind == Variable::Kind::Lazy
                     ? make(name.at, variable.type, code::Lazy{outer, variable.index})
                     : make(name.at, variable.type, code::Local{outer, variable.index});
  narrow_node(*node, fmt::format("#{}", variable.number));
  return node;
}

NodePtr ExpressionChecker::top_level(const Name& name, const Entity& entity) {
  const std::size_t index = entity.index;
  switch (entity.kind) {
    case Entity::Kind::Broken:
      return error(name.at);
    case Entity::Kind::Constant:
      return make(name.at, checking_.program.constants[index].type,
                  code::TopConstant{ConstantId{index}});
    case Entity::Kind::Share:
      return checking_.literal(name.at, type_of(Kind::Float),
                               real_value(static_cast<double>(index) / 4));
    case Entity::Kind::ProgramRegion:
      return make(name.at, object_of(model().region), code::ProgramRegion{});
    case Entity::Kind::Class:
      return checking_.literal(name.at, type_of(Kind::Class),
                               integer_value(static_cast<std::int64_t>(index)));
    default:
      break;
  }
  const std::string_view kind = kind_text(entity.kind);
  const bool callable = !entity.is(Entity::Kind::Type) && !entity.is(Entity::Kind::Enum) &&
                        !entity.is(Entity::Kind::Template);
  fail(name.at, fmt::format("{} is {}, not a value", name.text, kind),
       callable                        ? fmt::format("write {}(…)", name.text)
       : entity.is(Entity::Kind::Enum) ? fmt::format("write {}.value", name.text)
                                       : "");
  return error(name.at);
}

NodePtr ExpressionChecker::unknown(const Name& name) {
  if (is_mpi_name(name.text))
    return make(name.at, object_of(model().region),
                code::RegionNamed{checking_.region_name(name.text)});
  std::string hint = keyword_hint(name.text);
  if (hint.empty()) hint = enumerator_hint(name.text);
  if (hint.empty()) hint = nearest_hint(name);
  fail(name.at, fmt::format("{} is not declared", name.text), hint);
  return error(name.at);
}

// Suggests the enums that have a value with that name.
std::string ExpressionChecker::enumerator_hint(const std::string& name) const {
  if (!checking_.wants_hints()) return {};
  std::string values;
  for (const code::Enum& one : checking_.program.enums)
    if (std::ranges::find(one.enumerators, name) != one.enumerators.end())
      values += fmt::format("{}{}.{}", values.empty() ? "" : " or ", one.name, name);
  return values.empty() ? "" : "write " + values;
}

std::string ExpressionChecker::nearest_hint(const Name& name) const {
  if (!checking_.wants_hints()) return {};
  NearestName nearest(name.text);
  locals_.for_each_name([&](const std::string& other) { nearest.offer(other); });
  if (!nearest.name().empty()) return fmt::format("did you mean {}?", nearest.name());
  return checking_.nearest_hint(name.text, origin_);
}

const Entity* ExpressionChecker::unhidden(const Name& name) const {
  if (locals_.find(name.text) != nullptr || locals_.is_later(name.text)) return nullptr;
  return checking_.find(name.text, origin_);
}

std::optional<ClassId> ExpressionChecker::class_named(const Expression& e) const {
  const auto* const use = std::get_if<NameUse>(&e.node);
  if (use == nullptr) return std::nullopt;
  const Entity* const entity = unhidden(use->name);
  if (entity == nullptr || !entity->is(Entity::Kind::Class)) return std::nullopt;
  return ClassId{std::size_t{entity->index}};
}

// ---- Members ----

NodePtr ExpressionChecker::operator()(const Member& e) {
  if (depth_ + e.path.size() > kMostDepth) {
    const Position& at = e.path[kMostDepth - depth_].at;
    fail(at, fmt::format("there are more than {} attributes in a row", kMostDepth));
    return error(at);
  }
  depth_ += e.path.size();
  NodePtr result = member(e);
  depth_ -= e.path.size();
  return result;
}

NodePtr ExpressionChecker::member(const Member& e) {
  std::size_t next = 0;
  NodePtr node;
  if (const auto* const use = std::get_if<NameUse>(&e.object->node)) {
    const Entity* const entity = unhidden(use->name);
    if (entity != nullptr && entity->is(Entity::Kind::Enum))
      node = enumerator(*use, e.path[next++], EnumId{std::size_t{entity->index}});
  } else if (const auto* const call = std::get_if<Call>(&e.object->node)) {
    const Entity* const entity = unhidden(call->function);
    if (entity != nullptr && entity->is(Entity::Kind::Property))
      node = property_part(*call, e.path[next++], PropertyId{std::size_t{entity->index}});
  }
  if (!node) node = check(*e.object);
  std::string key = locals_.facts() == 0 ? "" : key_of(*e.object);
  for (; next < e.path.size() && !is_wrong(node); ++next) {
    node = attribute(std::move(node), e.path[next]);
    if (key.empty()) continue;
    key += "." + e.path[next].text;
    narrow_node(*node, key);
  }
  return node;
}

NodePtr ExpressionChecker::enumerator(const NameUse& of, const Name& name, EnumId id) {
  if (const auto value = checking_.enumerator(id, name.text))
    return checking_.literal(of.name.at, enumerator_of(id), integer_value(*value));
  NearestName nearest(name.text);
  if (checking_.wants_hints())
    for (const std::string& one : checking_.program.enums[id.index()].enumerators)
      nearest.offer(one);
  fail(name.at, fmt::format("{} has no value {}", of.name.text, name.text),
       nearest.name().empty() ? "" : fmt::format("did you mean {}?", nearest.name()));
  return error(name.at);
}

NodePtr ExpressionChecker::attribute(NodePtr object, const Name& name) {
  const StaticType type = object->type;
  if (type.kind == Kind::Error) return error(name.at);
  if (type.is(Kind::Object)) {
    const code::Class& of = checking_.program.classes[type.index];
    if (of.matches_of) return match_attribute(std::move(object), name, *of.matches_of);
    return class_attribute(std::move(object), name);
  }
  fail(name.at, fmt::format("{} has no attribute {}", text(type), name.text),
       type.is_set() ? "use an element: UNIQUE (…), or a name IN the set" : "");
  return error(name.at);
}

NodePtr ExpressionChecker::class_attribute(NodePtr object, const Name& name) {
  const ClassId id = object->type.class_id();
  const AttributeOf* const known = checking_.find_attribute(id, name.text);
  if (known == nullptr) {
    fail(name.at, fmt::format("{} has no attribute {}", text(object->type), name.text),
         attribute_hint(id, name));
    return error(name.at);
  }
  if (checking_.program.classes[known->declared.index()].model)
    return make(name.at, known->type,
                code::ModelAttributeOf{std::move(object), known->declared, known->index});
  return make(name.at, known->type,
              code::EventTypeAttribute{std::move(object), known->declared, known->index});
}

// Suggests a similar name, or a derived class that has the attribute.
std::string ExpressionChecker::attribute_hint(ClassId id, const Name& name) const {
  if (!checking_.wants_hints()) return {};
  const Program& program = checking_.program;
  for (std::size_t i = 0; i < program.classes.size(); ++i)
    if (checking_.own_attributes(ClassId{i}).count(name.text) != 0 &&
        program.is_derived(ClassId{i}, id))
      return fmt::format("{0} has it: test typeof(…) == {0} first", program.classes[i].name);
  NearestName nearest(name.text);
  for (ClassId base = id; base.defined(); base = program.classes[base.index()].base)
    for (const auto& [other, attribute] : checking_.own_attributes(base)) nearest.offer(other);
  return nearest.name().empty() ? "" : fmt::format("did you mean {}?", nearest.name());
}

NodePtr ExpressionChecker::match_attribute(NodePtr object, const Name& name, PatternId pattern) {
  const code::Pattern& of = checking_.program.patterns[pattern.index()];
  if (name.text == "root" && !of.root_class.defined()) return error(name.at);
  if (name.text == "root")
    return make(name.at, object_of(of.root_class), code::MatchRoot{std::move(object)});
  if (const auto index = checking_.find_export(pattern, name.text))
    return make(name.at, of.exports[*index].type, code::Export{std::move(object), *index});
  NearestName nearest(name.text);
  nearest.offer("root");
  if (checking_.wants_hints())
    for (const code::Step& one : of.exports) nearest.offer(one.name);
  fail(name.at, fmt::format("{} has no attribute {}", text(object->type), name.text),
       nearest.name().empty() ? "a match has root and the exports of its pattern"
                              : fmt::format("did you mean {}?", nearest.name()));
  return error(name.at);
}

NodePtr ExpressionChecker::property_part(const Call& call, const Name& part, PropertyId id) {
  using Part = code::PropertyPart::Part;
  const code::Property& property = checking_.program.properties[id.index()];
  auto given = arguments(call, signature_of_scope(property.name, property.scope));
  const bool holds = part.text == "holds";
  if (!holds && part.text != "confidence" && part.text != "severity") {
    fail(part.at, fmt::format("a property has no {}", part.text),
         "it has holds, confidence and severity");
    return error(part.at);
  }
  if (!given) return error(part.at);
  const Part which = holds                       ? Part::Holds
                     : part.text == "confidence" ? Part::Confidence
                                                 : Part::Severity;
  return make(call.function.at, type_of(holds ? Kind::Boolean : Kind::Float),
              code::PropertyPart{id, std::move(*given), which});
}

}  // namespace lull::asl
