// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "asl/syntax/parsed.hpp"

#include <fmt/format.h>

#include <utility>

#include "lull/asl/syntax/expression_text.hpp"

namespace lull::asl {
namespace {

// Prints the kind of each node, so that only equal trees have equal texts.
class TreeText {
 public:
  std::string of(const Expression& expression) { return std::visit(*this, expression.node); }

  std::string operator()(const IntegerLiteral& n) { return fmt::format("{}", n.value); }
  std::string operator()(const FloatLiteral& n) { return fmt::format("float:{}", n.value); }
  std::string operator()(const StringLiteral& n) { return fmt::format("'{}'", n.value); }
  std::string operator()(const BooleanLiteral& n) { return n.value ? "true" : "false"; }
  std::string operator()(const NullLiteral&) { return "null"; }
  std::string operator()(const ContextName& n) {
    return fmt::format("context:{}", static_cast<int>(n.kind));
  }
  std::string operator()(const NameUse& n) { return n.name.text; }
  std::string operator()(const Call& n) {
    return fmt::format("(call {}{})", n.function.text, all(n.arguments));
  }
  std::string operator()(const Member& n) {
    std::string text = "(. " + of(*n.object);
    for (const Name& name : n.path) text += " " + name.text;
    return text + ")";
  }
  std::string operator()(const Negation& n) { return "(neg " + of(*n.operand) + ")"; }
  std::string operator()(const Not& n) { return "(NOT " + of(*n.operand) + ")"; }
  std::string operator()(const Logical& n) {
    return fmt::format("({} {}{})", name_of(n.op), of(*n.first), terms(n.rest));
  }
  std::string operator()(const Comparison& n) {
    return fmt::format("({} {} {})", name_of(n.op), of(*n.left), of(*n.right));
  }
  std::string operator()(const Arithmetic& n) {
    return fmt::format("(chain {}{})", of(*n.first), terms(n.rest));
  }
  std::string operator()(const Conditional& n) {
    std::string text = "(if";
    for (const Branch& branch : n.branches)
      text += fmt::format(" [{} {}]", of(*branch.condition), of(*branch.value));
    return text + (n.otherwise ? " else " + of(*n.otherwise) : "") + ")";
  }
  std::string operator()(const Quantified& n) {
    return fmt::format("({} {} in {} : {})", name_of(n.quantifier), n.variable.text, of(*n.set),
                       of(*n.body));
  }
  std::string operator()(const Aggregate& n) {
    return fmt::format("({}{} {} {})", n.open ? "open " : "", name_of(n.aggregator), of(*n.value),
                       range(n.range));
  }
  std::string operator()(const Extreme& n) {
    return fmt::format("({} list{})", name_of(n.aggregator), all(n.operands));
  }
  std::string operator()(const SetLiteral& n) { return "{set" + all(n.elements) + "}"; }
  std::string operator()(const Comprehension& n) { return "{" + range(n.range) + "}"; }
  std::string operator()(const Unique& n) { return "(unique " + of(*n.operand) + ")"; }
  std::string operator()(const TypeOf& n) { return "(typeof " + of(*n.operand) + ")"; }

 private:
  std::string all(const std::vector<ExpressionPtr>& list) {
    std::string text;
    for (const ExpressionPtr& one : list) text += " " + of(*one);
    return text;
  }
  std::string terms(const std::vector<Term>& rest) {
    std::string text;
    for (const Term& term : rest)
      text += fmt::format(" {} {}", name_of(term.op), of(*term.operand));
    return text;
  }
  std::string range(const Range& range) {
    return fmt::format("{} in {}{}", range.variable.text, of(*range.set),
                       range.filter ? " if " + of(*range.filter) : "");
  }
};

}  // namespace

Parsed parsed(std::string text) {
  Parsed result{std::make_unique<Source>("f.asl", std::move(text)), {}, {}, {}};
  result.specification = parse(*result.source, result.diagnostics);
  return result;
}

Parsed parsed_expression(std::string text) {
  Parsed result{std::make_unique<Source>("f.asl", std::move(text)), {}, {}, {}};
  result.expression = parse_expression(*result.source, result.diagnostics);
  return result;
}

std::vector<std::string> mistakes(const Parsed& parsed) {
  std::vector<std::string> texts;
  for (const Diagnostic& one : parsed.diagnostics.sorted())
    texts.push_back(fmt::format("{}:{}: {}", parsed.source->line(one.at.offset),
                                parsed.source->column(one.at.offset), one.message));
  return texts;
}

std::vector<std::string> mistakes_in(std::string text) { return mistakes(parsed(std::move(text))); }

std::vector<std::string> mistakes_in_expression(std::string text) {
  return mistakes(parsed_expression(std::move(text)));
}

std::vector<std::string> mistakes_in_property(const std::string& clauses) {
  return mistakes_in("PROPERTY p() {" + clauses + "}");
}

std::string tree_text(const Expression& expression) { return TreeText().of(expression); }

std::string tree_of(std::string text) {
  const Parsed result = parsed_expression(std::move(text));
  if (result.expression && result.diagnostics.empty()) return tree_text(*result.expression);
  std::string all = "?";
  for (const std::string& mistake : mistakes(result)) all += " " + mistake;
  return all;
}

}  // namespace lull::asl
