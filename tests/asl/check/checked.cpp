// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "asl/check/checked.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "lull/asl/check/context/program_text.hpp"

namespace lull::asl {
namespace {

std::string of_definition(const std::string& head, const std::string& expression,
                          const std::string& before) {
  const Checked result = checked(before + "\n" + head + "\n" + expression + ";\n");
  if (result.diagnostics.empty()) {
    const NodePtr& body = head.find('(') == std::string::npos
                              ? named(result.program.constants, "the_value").value
                              : named(result.program.functions, "the_value").body;
    return node_text(result.program, *body);
  }
  std::string all;
  for (const Diagnostic& one : result.diagnostics.sorted())
    all += fmt::format("{}{}: {}", all.empty() ? "" : "; ", one.at.source->column(one.at.offset),
                       one.message);
  return all;
}

}  // namespace

Checked checked(const std::string& text) {
  Checked result;
  result.loaded = load_text("f.asl", text, result.diagnostics);
  result.program = check(result.loaded, result.diagnostics);
  return result;
}

std::vector<std::string> mistakes(const Checked& checked) {
  std::vector<std::string> texts;
  for (const Diagnostic& one : checked.diagnostics.sorted()) {
    const Source& source = *one.at.source;
    texts.push_back(fmt::format("{}{}:{}: {}", source.name() == "f.asl" ? "" : source.name() + ":",
                                source.line(one.at.offset), source.column(one.at.offset),
                                one.message));
  }
  return texts;
}

std::vector<std::string> mistakes_of(const std::string& text) { return mistakes(checked(text)); }

std::vector<std::string> hints_of(const std::string& text) {
  std::vector<std::string> texts;
  const Checked result = checked(text);
  for (const Diagnostic& one : result.diagnostics.sorted())
    texts.push_back(fmt::format("{} | {}", one.message, one.hint));
  return texts;
}

std::string node_of(const std::string& type, const std::string& expression,
                    const std::string& before) {
  return of_definition(type + " the_value =", expression, before);
}

std::string node_with(const std::string& parameters, const std::string& type,
                      const std::string& expression, const std::string& before) {
  return of_definition(fmt::format("{} the_value({}) =", type, parameters), expression, before);
}

}  // namespace lull::asl
