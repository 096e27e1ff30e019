// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// lull asl: specifications of compound events and performance properties.
#include "cli/asl/asl.hpp"

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "lull/asl/check/check.hpp"
#include "lull/asl/program/shortcuts.hpp"
#include "lull/base/error.hpp"
#include "lull/base/text/message.hpp"

namespace lull::cli {
namespace {

// Prints the mistakes and throws: errors that follow a mistake may be caused by it, and a faulty
// specification is not run.
void print_mistakes(const asl::Diagnostics& diagnostics, const MistakeHandler& on_mistakes) {
  if (diagnostics.empty()) return;
  if (on_mistakes) on_mistakes(diagnostics);
  print_to_user(diagnostics.print());
  throw Error(ExitStatus::Input, "");  // everything has been printed
}

Error no_command(const std::vector<std::string>& words) {
  if (words.empty()) return usage_error("asl needs a command; lull asl --help lists them");
  return usage_error("there is no command 'asl {}'; lull asl --help lists them", words.front());
}

}  // namespace

CheckedSpecification checked_specification(const std::string& file, const FurtherCheck& further,
                                           const MistakeHandler& on_mistakes) {
  asl::Diagnostics diagnostics;
  CheckedSpecification result{asl::load(file, diagnostics), {}};
  result.program = asl::check(result.loaded, diagnostics);
  if (further && diagnostics.empty()) further(result.program, diagnostics);
  print_mistakes(diagnostics, on_mistakes);
  asl::find_shortcuts(result.program);
  return result;
}

void add_asl(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand(
      "asl",
      "Search a trace for what a specification in ASL describes: compound events, properties");
  command->require_subcommand(0, 1);
  add_asl_check(*command, action);
  add_asl_run(*command, action);
  add_asl_show(*command, action);
  command->footer(R"(A specification describes wait states and their severity in a few lines:

  lull asl show                   the available names: event types, functions, patterns, properties
  lull asl show late_sender       the text of one of them
  lull asl check my.asl           is it correct?
  lull asl run my.asl lull-trace  which properties does this trace have?

docs/asl.md describes the language.)");
  command->allow_extras();  // set after the commands, which would inherit it
  command->callback([command, &action] {
    if (command->get_subcommands().empty())
      action = [words = command->remaining()] { throw no_command(words); };
  });
}

}  // namespace lull::cli
