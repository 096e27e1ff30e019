// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/check/context/program_text.hpp"

#include <fmt/format.h>

#include "lull/asl/model/model.hpp"
#include "lull/asl/program/walk.hpp"
#include "lull/asl/syntax/expression_text.hpp"

namespace lull::asl {
namespace {

std::string element_text(const Program& program, const StaticType& type) {
  switch (type.kind) {
    case StaticType::Kind::Error:
      return "something wrong";
    case StaticType::Kind::Null:
      return "NULL";
    case StaticType::Kind::Empty:
      return "{}";
    case StaticType::Kind::Integer:
      return "int";
    case StaticType::Kind::Float:
      return "float";
    case StaticType::Kind::Boolean:
      return "boolean";
    case StaticType::Kind::String:
      return "String";
    case StaticType::Kind::DateTime:
      return "DateTime";
    case StaticType::Kind::Class:
      return "Class";
    case StaticType::Kind::Enum:
      return program.enums[type.index].name;
    case StaticType::Kind::Object:
      return program.classes[type.index].name;
  }
  return "";
}

// Returns the label of a node, without its children.
class Head {
 public:
  Head(const Program& program, const Node& node) : program_(program), node_(node) {}

  std::string operator()(const code::Literal& n) const {
    switch (node_.type.kind) {
      case StaticType::Kind::Integer:
      case StaticType::Kind::DateTime:
        return fmt::format("{}", n.value.integer);
      case StaticType::Kind::Float:
        return fmt::format("{:#}", n.value.real);
      case StaticType::Kind::Boolean:
        return n.value.truth ? "TRUE" : "FALSE";
      case StaticType::Kind::String:
        return fmt::format("'{}'", *n.value.text);
      case StaticType::Kind::Class:
        return program_.classes[static_cast<std::size_t>(n.value.integer)].name;
      case StaticType::Kind::Enum:
        return program_.enums[node_.type.index]
            .enumerators[static_cast<std::size_t>(n.value.integer)];
      case StaticType::Kind::Object:
        return fmt::format("NULL:{}", type_text(program_, node_.type));
      case StaticType::Kind::Error:
        return "?";
      default:
        return "NULL";
    }
  }
  std::string operator()(const code::EmptySet& /*n*/) const { return "{}"; }
  std::string operator()(const code::Local& n) const { return named("local", n.outer, n.slot); }
  std::string operator()(const code::Lazy& n) const { return named("lazy", n.outer, n.variable); }
  std::string operator()(const code::TopConstant& n) const {
    return "constant " + program_.constants[n.constant.index()].name;
  }
  std::string operator()(const code::Root& n) const { return n.outer ? "outer ROOT" : "ROOT"; }
  std::string operator()(const code::This& /*n*/) const { return "THIS"; }
  std::string operator()(const code::Trace& /*n*/) const { return "TRACE"; }
  std::string operator()(const code::RegionNamed& n) const {
    return "region " + program_.region_names[n.name];
  }
  std::string operator()(const code::RegionByText& /*n*/) const { return "REGION"; }
  std::string operator()(const code::ProgramRegion& /*n*/) const { return "PROGRAM"; }
  std::string operator()(const code::Counter& /*n*/) const { return "counter"; }
  std::string operator()(const code::GridOf& /*n*/) const { return "grid"; }
  std::string operator()(const code::OffsetOn& /*n*/) const { return "offset"; }
  std::string operator()(const code::DurationOf& /*n*/) const { return "duration"; }
  std::string operator()(const code::ModelAttributeOf& n) const {
    return "." + model().classes[n.declared.index()].attributes[n.index].name;
  }
  std::string operator()(const code::EventTypeAttribute& n) const {
    return "." + program_.classes[n.declared.index()].attributes[n.index].name;
  }
  std::string operator()(const code::Export& n) const { return fmt::format("export {}", n.index); }
  std::string operator()(const code::MatchRoot& /*n*/) const { return ".root"; }
  std::string operator()(const code::PropertyPart& n) const {
    static constexpr const char* kParts[] = {"holds", "confidence", "severity"};
    return fmt::format("{} of {}", kParts[static_cast<std::size_t>(n.part)],
                       program_.properties[n.property.index()].name);
  }
  std::string operator()(const code::CallFunction& n) const {
    return "call " + program_.functions[n.function.index()].name;
  }
  std::string operator()(const code::StateAt& n) const {
    return fmt::format("{} {}", n.before ? "before" : "after",
                       program_.functions[n.state.index()].name);
  }
  std::string operator()(const code::Predecessor& /*n*/) const { return "PRED"; }
  std::string operator()(const code::MakeInstance& n) const { return "instance " + pattern(n); }
  std::string operator()(const code::MatchesOf& n) const { return "matches " + pattern(n); }
  std::string operator()(const code::MatchAt& n) const { return "match " + pattern(n); }
  std::string operator()(const code::ToFloat& /*n*/) const { return "float"; }
  std::string operator()(const code::Negate& /*n*/) const { return "negate"; }
  std::string operator()(const code::Arithmetic& n) const {
    return fmt::format("{}{}", name_of(n.op),
                       node_.type.kind == StaticType::Kind::Integer ? ":int" : "");
  }
  std::string operator()(const code::SetChange& n) const { return n.add ? "with" : "without"; }
  std::string operator()(const code::Compare& n) const { return std::string(name_of(n.op)); }
  std::string operator()(const code::IsNull& /*n*/) const { return "null?"; }
  std::string operator()(const code::IsOfClass& n) const {
    return "is " + program_.classes[n.id.index()].name;
  }
  std::string operator()(const code::IsClass& n) const {
    return "derived " + program_.classes[n.id.index()].name;
  }
  std::string operator()(const code::ClassOf& /*n*/) const { return "class"; }
  std::string operator()(const code::Inverse& /*n*/) const { return "NOT"; }
  std::string operator()(const code::Both& /*n*/) const { return "AND"; }
  std::string operator()(const code::Either& /*n*/) const { return "OR"; }
  std::string operator()(const code::Choice& /*n*/) const { return "IF"; }
  std::string operator()(const code::Quantified& n) const {
    return fmt::format("{} {}", name_of(n.quantifier), n.range.slot);
  }
  std::string operator()(const code::Aggregate& n) const {
    return fmt::format("{} {}", name_of(n.aggregator), n.range.slot);
  }
  std::string operator()(const code::Extreme& n) const { return n.greatest ? "MAX" : "MIN"; }
  std::string operator()(const code::Elements& /*n*/) const { return "set"; }
  std::string operator()(const code::Those& n) const {
    return fmt::format("those {}", n.range.slot);
  }
  std::string operator()(const code::OnlyElement& /*n*/) const { return "UNIQUE"; }

 private:
  static std::string named(const char* kind, bool outer, std::uint32_t number) {
    return fmt::format("{}{} {}", outer ? "outer " : "", kind, number);
  }
  template <class Of>
  [[nodiscard]] const std::string& pattern(const Of& n) const {
    return program_.patterns[n.pattern.index()].name;
  }

  const Program& program_;
  const Node& node_;
};

}  // namespace

std::string node_text(const Program& program, const Node& node) {
  if (node.type.kind == StaticType::Kind::Error) return "?";
  std::string text = std::visit(Head(program, node), node.body);
  const bool several = text.find(' ') != std::string::npos;
  bool inner = false;
  visit_children(node, [&](const Node& child) {
    inner = true;
    text += " " + node_text(program, child);
  });
  return inner || several ? "(" + text + ")" : text;
}

std::string type_text(const Program& program, const StaticType& type) {
  const std::string element = element_text(program, type);
  return type.set ? "setof " + element : element;
}

}  // namespace lull::asl
