// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/asl/asl_signature.hpp"

#include <fmt/format.h>

#include <type_traits>
#include <variant>
#include <vector>

namespace lull::cli {
namespace {

std::string type_name(const asl::Type& type) { return (type.set ? "setof " : "") + type.name.text; }

std::string parameters_text(const std::vector<asl::Parameter>& parameters) {
  std::string text;
  for (const asl::Parameter& one : parameters)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", type_name(one.type), one.name.text);
  return "(" + text + ")";
}

std::string formal_text(const asl::Formal& formal) {
  using Kind = asl::Formal::Kind;
  switch (formal.kind) {
    case Kind::Value:
      return fmt::format("{} {}", type_name(formal.type), formal.name.text);
    case Kind::Function:
      return fmt::format("{} {}{}", type_name(formal.type), formal.name.text,
                         parameters_text(formal.parameters));
    case Kind::Pattern:
      return "PATTERN " + formal.name.text;
    case Kind::Property:
      return "PROPERTY " + formal.name.text;
  }
  return {};
}

template <class Template>
std::string template_text(const char* kind, const Template& declared) {
  std::string formals;
  for (const asl::Formal& formal : declared.formals)
    formals += (formals.empty() ? "" : ", ") + formal_text(formal);
  const std::string of = declared.is_template ? fmt::format("<{}>", formals) : "";
  return fmt::format("{} {}{}{}{}", kind, declared.is_template ? "TEMPLATE " : "",
                     declared.name.text, of, parameters_text(declared.parameters));
}

std::string attributes_text(const std::string& attributes) {
  return attributes.empty() ? " {}" : fmt::format(" {{{} }}", attributes);
}

struct Signature {
  std::string operator()(const asl::Import& /*import*/) const { return {}; }
  std::string operator()(const asl::Class& one) const {
    std::string attributes;
    for (const asl::Attribute& attribute : one.attributes)
      attributes += fmt::format(" {} {};", type_name(attribute.type), attribute.name.text);
    return fmt::format("class {}{}{}", one.name.text, one.base ? " extends " + one.base->text : "",
                       attributes_text(attributes));
  }
  std::string operator()(const asl::Enum& one) const {
    std::string names;
    for (const asl::Name& name : one.enumerators) names += (names.empty() ? "" : ", ") + name.text;
    return fmt::format("enum {} {{ {} }}", one.name.text, names);
  }
  std::string operator()(const asl::Function& one) const {
    return fmt::format("{} {}{}", type_name(one.type), one.name.text,
                       parameters_text(one.parameters));
  }
  std::string operator()(const asl::Constant& one) const {
    return fmt::format("{} {}", type_name(one.type), one.name.text);
  }
  std::string operator()(const asl::Pattern& one) const { return template_text("PATTERN", one); }
  std::string operator()(const asl::Property& one) const { return template_text("PROPERTY", one); }
  std::string operator()(const asl::Instance& one) const {
    return fmt::format("{} {} = {}<…>", one.of_pattern ? "PATTERN" : "PROPERTY", one.name.text,
                       one.origin.text);
  }
};

}  // namespace

std::string model_type_text(const asl::StaticType& type) {
  using Kind = asl::StaticType::Kind;
  const auto name = [&type]() -> std::string {
    switch (type.kind) {
      case Kind::Integer:
        return "int";
      case Kind::Float:
        return "float";
      case Kind::Boolean:
        return "boolean";
      case Kind::String:
        return "String";
      case Kind::DateTime:
        return "DateTime";
      case Kind::Class:
        return "Class";
      case Kind::Enum:
        return asl::model().enums[type.index].name;
      case Kind::Object:
        return asl::model().classes[type.index].name;
      default:
        return {};
    }
  };
  return (type.set ? "setof " : "") + name();
}

std::string signature(const asl::ModelClass& declared) {
  std::string attributes;
  for (const asl::ModelAttribute& one : declared.attributes)
    attributes += fmt::format(" {} {};", model_type_text(one.type), one.name);
  const std::string base =
      declared.base.defined() ? " extends " + asl::model().classes[declared.base.index()].name : "";
  return fmt::format("class {}{}{}", declared.name, base, attributes_text(attributes));
}

std::string signature(const asl::ModelEnum& declared) {
  constexpr std::size_t kShown = 4;
  std::string names;
  std::size_t count = 0;
  for (const std::string& name : declared.enumerators) {
    if (name.empty()) continue;
    if (++count <= kShown) names += (count == 1 ? "" : ", ") + name;
  }
  return fmt::format("enum {} {{ {}{} }}", declared.name, names, count > kShown ? ", …" : "");
}

std::string signature(const asl::Declaration& declaration) {
  return std::visit(Signature{}, declaration);
}

}  // namespace lull::cli
