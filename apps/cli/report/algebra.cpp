// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// lull diff, mean, merge and cut: compute reports from reports. The attributes of each result
// record its full history.
#include "lull/report/algebra/algebra.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cli/common/commands.hpp"
#include "cli/common/validators.hpp"
#include "cli/inputs/report_input.hpp"
#include "lull/base/error.hpp"
#include "lull/base/files/overwriting.hpp"
#include "lull/base/text/printable.hpp"
#include "lull/report/cubex/cubex_writer.hpp"
#include "lull/report/model/selection.hpp"

namespace lull::cli {
namespace {

constexpr const char* kHistory = "History";

struct AlgebraArguments {
  std::vector<std::string> inputs;
  std::string output;
  std::vector<std::string> roots;                             // used by cut
  std::vector<std::string> pruned;                            // used by cut
  report::Preference preference = report::Preference::First;  // used by merge
};

// Returns the report's history, or its file name.
std::string origin_of(const report::Report& report, const std::string& file) {
  const auto history = report.attributes.find(kHistory);
  return history == report.attributes.end() ? file : history->second;
}

void save(report::Report result, const std::string& history, const std::string& output) {
  result.attributes[kHistory] = history;
  result.attributes["Creator"] = "lull " LULL_VERSION;
  report::write_cubex(result, output);
  std::cout << "Report: " << printable(output) << "\n";
}

void refuse_overwriting_inputs(const AlgebraArguments& arguments) {
  const std::vector<std::filesystem::path> inputs(arguments.inputs.begin(), arguments.inputs.end());
  refuse_overwriting(arguments.output, inputs);
}

// Reads the inputs; sets `history` to "name(a, b)" of their origins.
std::vector<report::Report> read_all(const AlgebraArguments& arguments, const std::string& name,
                                     std::string& history) {
  refuse_overwriting_inputs(arguments);
  std::vector<report::Report> reports;
  for (const std::string& file : arguments.inputs) {
    reports.push_back(read_report(file));
    history += (history.empty() ? name + "(" : ", ") + origin_of(reports.back(), file);
  }
  history += ")";
  return reports;
}

void run_diff(const AlgebraArguments& arguments) {
  std::string history;
  const auto reports = read_all(arguments, "diff", history);
  save(report::difference(reports[0], reports[1]), history, arguments.output);
}

void run_mean(const AlgebraArguments& arguments) {
  std::string history;
  const auto reports = read_all(arguments, "mean", history);
  save(report::mean(reports), history, arguments.output);
}

void run_merge(const AlgebraArguments& arguments) {
  std::string history;
  const auto reports = read_all(arguments, "merge", history);
  save(report::merge(reports, arguments.preference), history, arguments.output);
}

report::CallPathSet selected(const report::Report& report, const std::vector<std::string>& names) {
  report::CallPathSet all;
  for (const std::string& name : names) {
    const report::CallPathSet one = report::select_call_paths(report, name);
    all.resize(one.size());
    for (std::size_t i = 0; i < one.size(); ++i) all[i] = all[i] || one[i];
  }
  return all;
}

void run_cut(const AlgebraArguments& arguments) {
  if (arguments.roots.empty() && arguments.pruned.empty())
    throw usage_error("cut needs --root or --prune");
  refuse_overwriting_inputs(arguments);
  const report::Report report = read_report(arguments.inputs.front());
  std::string history = "cut(" + origin_of(report, arguments.inputs.front());
  for (const std::string& root : arguments.roots) history += ", root " + root;
  for (const std::string& pruned : arguments.pruned) history += ", prune " + pruned;
  save(report::cut(report, selected(report, arguments.roots), selected(report, arguments.pruned)),
       history + ")", arguments.output);
}

using Run = void (*)(const AlgebraArguments&);

CLI::App* add_command(CLI::App& app, Action& action, const char* name, const char* summary,
                      const char* inputs, int least, int most,
                      const std::shared_ptr<AlgebraArguments>& arguments, Run run) {
  CLI::App* command = app.add_subcommand(name, summary);
  command->add_option("reports", arguments->inputs, inputs)->required()->expected(least, most);
  command->add_option("-o,--output", arguments->output, "The report to write")
      ->required()
      ->check(not_empty());
  command->callback([arguments, &action, run] { action = [arguments, run] { run(*arguments); }; });
  return command;
}

}  // namespace

void add_algebra(CLI::App& app, Action& action) {
  constexpr int kMany = 1000;
  const auto arguments = std::make_shared<AlgebraArguments>();
  add_command(app, action, "diff", "Subtract one report from another",
              "A and B; the result is A - B", 2, 2, arguments, run_diff);
  add_command(app, action, "mean", "Average several reports", "The reports", 1, kMany, arguments,
              run_mean);
  add_command(app, action, "merge", "Combine the metrics of several reports", "The reports", 1,
              kMany, arguments, run_merge)
      ->add_option(
          "--prefer", arguments->preference,
          "Take the values of a metric that several reports have from the first or the last "
          "of them [first]")
      ->transform(CLI::CheckedTransformer(
                      std::map<std::string, report::Preference>{
                          {"first", report::Preference::First}, {"last", report::Preference::Last}})
                      .description(""))
      ->type_name("first|last");
  CLI::App* cut = add_command(app, action, "cut", "Extract a part of a report's call tree",
                              "The report", 1, 1, arguments, run_cut);
  cut->add_option(
         "--root", arguments->roots,
         "Keep only call paths that end with this (main/solve), and everything below; can be "
         "given more than once")
      ->type_name("CALLPATH")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  cut->add_option(
         "--prune", arguments->pruned,
         "Merge call paths that end with this, and everything below, into their callers; can "
         "be given more than once")
      ->type_name("CALLPATH")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

}  // namespace lull::cli
