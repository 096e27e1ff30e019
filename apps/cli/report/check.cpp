// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// lull check: checks a report against rules, for continuous integration. Exit status 1 when a rule
// fails.
#include "lull/report/rules/check.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "cli/common/commands.hpp"
#include "cli/common/focus.hpp"
#include "cli/common/terminal.hpp"
#include "cli/inputs/report_input.hpp"
#include "lull/base/error.hpp"
#include "lull/base/files/atomic_file.hpp"
#include "lull/base/files/overwriting.hpp"
#include "lull/base/text/counted.hpp"
#include "lull/base/text/message.hpp"
#include "lull/report/model/findings.hpp"
#include "lull/report/rules/check_output.hpp"

namespace lull::cli {
namespace {

constexpr const char* kRulesHelp = R"(A rule describes when the check fails:

  mpi_latesender > 5%                   more than 5 % of the time is lost to late senders
  "Late Sender" in main/solve > 0.2 s   a metric by its display name, in a part of the program
  max(time) >= 3 s                      in a single process or thread; also min, mean, median
  imbalance(comp) > 1.5                 maximum / mean over processes and threads
  bytes_sent > 20 MiB                   units: s ms us ns min, B KiB MiB GiB kB MB GB, or none
  slower: time > +3%                    with a sign: the change relative to --baseline;
                                        the text before the colon is the name of the rule
  omp > 1% if present                   skipped if the report does not have the metric

Relations are >, >=, < and <=. A file of rules has one rule per line; # starts a comment.

  lull check run.cubex --fail-on 'mpi_latesender > 5%' --fail-on 'imbalance(comp) > 1.5'
  lull check run.cubex --rules ci.rules --baseline main.cubex --junit lull.xml

Exit status: 0 no rule fails, 1 a rule fails, 2 error in the command line or in a rule,
3 unusable input, 4 system error.)";

struct CheckArguments {
  std::string file;
  std::vector<std::string> rules;
  std::vector<std::string> rule_files;
  std::string baseline;
  bool focus_on_run = false;
  std::string json;
  std::string junit;
  std::string colour = "auto";
};

std::string content_of(const std::string& file) {
  constexpr std::size_t kMost = 1 << 20;
  std::ifstream in(file, std::ios::binary);
  std::string content(kMost + 1, '\0');
  in.read(content.data(), static_cast<std::streamsize>(content.size()));
  if (!in.is_open() || in.bad()) throw input_error("cannot read {}", file);
  content.resize(static_cast<std::size_t>(in.gcount()));
  if (content.find('\0') != content.npos)
    throw input_error("{} is not a rules file: it is not text", file);
  if (content.size() > kMost) throw input_error("{} is too large for a rules file", file);
  return content;
}

[[noreturn]] void refuse(const std::vector<std::string>& diagnostics) {
  constexpr std::size_t kMost = 20;
  std::string text;
  for (std::size_t i = 0; i < std::min(diagnostics.size(), kMost); ++i)
    text += (i == 0 ? "" : "\n") + diagnostics[i];
  if (diagnostics.size() > kMost)
    text += "\nand " + counted(diagnostics.size() - kMost, "more error");
  throw Error(ExitStatus::Usage, text);
}

std::vector<report::CheckRule> rules_of(const CheckArguments& arguments) {
  std::vector<report::RuleText> texts;
  for (const std::string& rule : arguments.rules) texts.push_back({rule, "", 0});
  for (const std::string& file : arguments.rule_files)
    for (report::RuleText& text : report::rules_of_file(file, content_of(file)))
      texts.push_back(std::move(text));
  if (texts.empty()) throw usage_error("no rule to check: use --fail-on or --rules");
  std::vector<report::CheckRule> rules;
  std::vector<std::string> mistakes;
  for (const report::RuleText& text : texts) {
    auto rule = report::parse_rule(text);
    if (const auto* mistake = std::get_if<report::RuleMistake>(&rule))
      mistakes.push_back(report::diagnostic(text, *mistake));
    else
      rules.push_back(std::get<report::CheckRule>(std::move(rule)));
  }
  if (!mistakes.empty()) refuse(mistakes);
  return rules;
}

// Opens an output file; returns null if the name is empty. The file appears with commit().
std::unique_ptr<AtomicFile> begun(const std::string& name, const std::string& content) {
  if (name.empty()) return nullptr;
  if (name == "-") {
    write_for_programs([&](std::ostream& out) { out << content; });
    return nullptr;
  }
  auto file = std::make_unique<AtomicFile>(name);
  file->write(content);
  return file;
}

void refuse_overwriting_inputs(const CheckArguments& arguments) {
  std::vector<std::filesystem::path> inputs(arguments.rule_files.begin(),
                                            arguments.rule_files.end());
  inputs.insert(inputs.end(), {arguments.file, arguments.baseline});
  for (const std::string& output : {arguments.json, arguments.junit})
    if (output != "-") refuse_overwriting(output, inputs);
}

void run(const CheckArguments& arguments) {
  if (arguments.json == "-" && arguments.junit == "-")
    throw usage_error("--json and --junit cannot both write to standard output");
  refuse_overwriting_inputs(arguments);
  const std::vector<report::CheckRule> rules = rules_of(arguments);
  const report::Report report = read_report(arguments.file);
  if (const report::Findings findings = report::findings_of(report);
      !findings.clocks_forbid.empty())
    print_message(findings.clocks_forbid);
  std::optional<report::Report> baseline;
  if (!arguments.baseline.empty()) baseline = read_report(arguments.baseline);
  report::Focus focus = arguments.focus_on_run ? report::Focus() : report::focus_of(report);
  std::optional<report::Report> focused;
  if (!focus.is_run()) focused = report::in_focus(report, focus);
  const report::CheckResult result =
      report::check(report, baseline ? &*baseline : nullptr, rules, focused ? &*focused : nullptr);
  std::vector<std::string> mistakes;
  for (const auto& [source, mistake] : result.mistakes)
    mistakes.push_back(report::diagnostic(source, mistake));
  if (!mistakes.empty()) refuse(mistakes);
  const report::CheckedReport checked{arguments.file, arguments.baseline, report, rules,
                                      result,         std::move(focus)};
  const auto json = begun(arguments.json, report::check_json(checked));
  const auto junit = begun(arguments.junit, report::check_junit(checked));
  for (AtomicFile* const file : {json.get(), junit.get()})
    if (file != nullptr) file->commit();
  if (arguments.json != "-" && arguments.junit != "-")
    std::cout << report::check_text(checked, table_style(arguments.colour));
  flush_output();
  if (result.count(report::CheckOutcome::State::Failed) > 0)
    throw Error(ExitStatus::CheckFailed, "");  // everything has been printed
}

CLI::Option* add_list(CLI::App& command, const char* name, std::vector<std::string>& values,
                      const char* text) {
  return command.add_option(name, values, text)
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

}  // namespace

void add_check(CLI::App& app, Action& action) {
  const auto arguments = std::make_shared<CheckArguments>();
  CLI::App* command = app.add_subcommand(
      "check",
      "Check a report against rules, for continuous integration; exit status 1 if one fails");
  command->add_option("report", arguments->file, "A report (.cubex) of Lull, Scalasca or Score-P")
      ->required();
  add_list(*command, "-f,--fail-on", arguments->rules,
           "A rule, such as 'mpi_latesender > 5%'; can be given more than once")
      ->type_name("RULE");
  add_list(*command, "--rules", arguments->rule_files,
           "A file of rules, one per line; can be given more than once")
      ->type_name("FILE");
  command->add_option("--baseline", arguments->baseline, "The report that changes are relative to")
      ->type_name("REPORT");
  add_focus_option(*command, arguments->focus_on_run);
  command
      ->add_option("--json", arguments->json, "Write the results as JSON; - means standard output")
      ->type_name("FILE");
  command
      ->add_option("--junit", arguments->junit,
                   "Write the results as JUnit XML; - means standard output")
      ->type_name("FILE");
  add_colour_option(*command, arguments->colour);
  command->footer(kRulesHelp);
  command->callback([arguments, &action] { action = [arguments] { run(*arguments); }; });
}

}  // namespace lull::cli
