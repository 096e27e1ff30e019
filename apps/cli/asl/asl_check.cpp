// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// lull asl check: checks a specification.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cli/asl/asl.hpp"
#include "cli/asl/specified_patterns.hpp"
#include "cli/common/terminal.hpp"
#include "lull/base/memory/large_stack.hpp"
#include "lull/base/text/counted.hpp"
#include "lull/base/text/message.hpp"
#include "lull/base/text/printable.hpp"
#include "lull/patterns/pattern_list.hpp"

namespace lull::cli {
namespace {

struct Declared {
  std::string_view one, many;
  std::uint64_t count = 0;
};

// Returns a text such as "2 classes, 1 pattern and 3 properties" for the user's files.
std::string declared_text(const asl::Loaded& loaded) {
  Declared classes{"class", "classes"}, enums{"enum", "enums"}, functions{"function", "functions"},
      constants{"constant", "constants"}, templates{"template", "templates"},
      patterns{"pattern", "patterns"}, properties{"property", "properties"};
  struct Count {
    Declared &classes, &enums, &functions, &constants, &templates, &patterns, &properties;
    void operator()(const asl::Import& /*import*/) const {}
    void operator()(const asl::Class& /*one*/) const { ++classes.count; }
    void operator()(const asl::Enum& /*one*/) const { ++enums.count; }
    void operator()(const asl::Function& /*one*/) const { ++functions.count; }
    void operator()(const asl::Constant& /*one*/) const { ++constants.count; }
    void operator()(const asl::Pattern& one) const {
      ++(one.is_template ? templates : patterns).count;
    }
    void operator()(const asl::Property& one) const {
      ++(one.is_template ? templates : properties).count;
    }
    void operator()(const asl::Instance& one) const {
      ++(one.of_pattern ? patterns : properties).count;
    }
  };
  const Count count{classes, enums, functions, constants, templates, patterns, properties};
  for (const asl::LoadedFile& file : loaded.files)
    if (!file.library)
      for (const asl::Declaration& one : file.specification.declarations) std::visit(count, one);
  std::string text;
  for (const Declared* kind :
       {&classes, &enums, &functions, &constants, &templates, &patterns, &properties})
    if (kind->count > 0)
      text += (text.empty() ? "" : ", ") + counted(kind->count, kind->one, kind->many);
  return text.empty() ? "nothing is declared" : text;
}

// Returns the parent metrics that neither Lull nor the specification defines. A plug-in may define
// them.
std::set<std::string> strangers(const asl::Program& program, std::set<std::string> known) {
  for (const asl::code::Pattern& one : program.patterns)
    if (one.metric) known.insert(one.metric->name);
  std::set<std::string> parents;
  for (const asl::code::Pattern& one : program.patterns)
    if (one.metric && !one.library && !one.metric->parent.empty() &&
        !known.contains(one.metric->parent))
      parents.insert(one.metric->parent);
  return parents;
}

void check_specification(const std::string& file) {
  std::string declared;
  std::set<std::string> parents;
  with_large_stack(
      [&] {
        const auto metrics = [&](const asl::Program& program, asl::Diagnostics& diagnostics) {
          std::set<std::string> known = names_of(metrics_of(patterns::make_patterns));
          parents = strangers(program, known);
          known.insert(parents.begin(), parents.end());
          check_metrics(program, std::move(known), diagnostics);
        };
        declared = declared_text(checked_specification(file, metrics).loaded);
      },
      kAslStack);
  for (const std::string& parent : parents)
    print_message(fmt::format(
        "{}: Lull has no metric {}, so lull analyze needs a plug-in that has it; lull patterns "
        "lists the metrics",
        file, parent));
  std::cout << fmt::format("{}: {}\n", printable(file), declared);
  flush_output();
}

}  // namespace

void add_asl_check(CLI::App& asl, Action& action) {
  CLI::App* command = asl.add_subcommand("check", "Check a specification and print its mistakes");
  const auto file = std::make_shared<std::string>();
  command->add_option("FILE", *file, "A specification (.asl)")->required();
  command->footer("Exit status 3 if there are mistakes.");
  command->callback([file, &action] { action = [file] { check_specification(*file); }; });
}

}  // namespace lull::cli
