// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// lull stat: the distribution of metrics over locations, and the call paths with the highest
// values.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "cli/common/commands.hpp"
#include "cli/common/terminal.hpp"
#include "cli/common/validators.hpp"
#include "cli/inputs/report_input.hpp"
#include "lull/base/files/atomic_file.hpp"
#include "lull/base/files/overwriting.hpp"
#include "lull/report/model/selection.hpp"
#include "lull/report/show/show.hpp"
#include "lull/report/show/show_distribution.hpp"

namespace lull::cli {
namespace {

struct StatArguments {
  std::string file;
  std::vector<std::string> metrics;
  std::string call;
  std::string output;
  std::string colour = "auto";
  int top = -1;  // negative: not given
  bool json = false;
  bool csv = false;
};

report::DistributionOptions options_of(const StatArguments& arguments,
                                       const report::Report& report) {
  report::DistributionOptions options;
  for (const std::string& name : arguments.metrics)
    options.metrics.push_back(report::select_metric(report, name));
  if (!arguments.call.empty())
    options.call_paths = report::select_call_paths(report, arguments.call);
  if (arguments.top >= 0) options.top = static_cast<std::size_t>(arguments.top);
  if (arguments.output.empty())
    options.style = table_style(arguments.colour);
  else
    options.style.width = kNoEdge;
  return options;
}

void write(const StatArguments& arguments, const report::Report& report, std::ostream& out) {
  const report::DistributionOptions options = options_of(arguments, report);
  if (arguments.json) return report::write_distribution_json(report, options, out);
  if (arguments.csv) return report::write_distribution_csv(report, options, out);
  const bool details = !arguments.metrics.empty() || arguments.top >= 0;
  out << report::show_title(report, arguments.file) << "\n"
      << (details ? report::distribution_details(report, options)
                  : report::distribution_table(report, options));
}

void run(const StatArguments& arguments) {
  if (!arguments.output.empty())
    refuse_overwriting(arguments.output, std::vector<std::filesystem::path>{arguments.file});
  const report::Report report = read_report(arguments.file);
  std::ostringstream text;
  write(arguments, report, text);
  if (arguments.output.empty()) {
    if (arguments.json || arguments.csv)
      write_for_programs([&](std::ostream& out) { out << text.str(); });
    else
      std::cout << text.str();
    return flush_output();
  }
  AtomicFile file(arguments.output);
  file.write(text.str());
  file.commit();
}

}  // namespace

void add_stat(CLI::App& app, Action& action) {
  const auto arguments = std::make_shared<StatArguments>();
  CLI::App* command =
      app.add_subcommand("stat", "Show how metrics are distributed over processes and threads");
  command->add_option("report", arguments->file, "A report (.cubex) of Lull, Scalasca or Score-P")
      ->required();
  command
      ->add_option("-m,--metric", arguments->metrics,
                   "Show only this metric, in detail; can be given more than once")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option(
      "-c,--call", arguments->call,
      "Only call paths that end with this (MPI_Recv, main/solve), and everything below");
  command
      ->add_option("-n,--top", arguments->top,
                   "Show details, with this many call paths [5 with --metric or --json]")
      ->check(not_negative());
  command
      ->add_option("-o,--output", arguments->output,
                   "Write to this file instead of standard output")
      ->check(not_empty());
  add_colour_option(*command, arguments->colour);
  CLI::Option* json = command->add_flag("--json", arguments->json, "Print JSON");
  command->add_flag("--csv", arguments->csv, "Print comma-separated values")->excludes(json);
  command->footer(
      R"(Without options, the command prints one line for each metric with values: its total, and the mean,
standard deviation, minimum, quartiles and maximum over the locations (processes or threads). max/mean
is 1 if all locations have the same value, and the number of locations if one of them has everything.

  lull stat run.cubex                            how uneven are metrics, and which locations stand out?
  lull stat run.cubex -m mpi_latesender -n 10    one metric in detail, with its top ten call paths
  lull stat run.cubex -c main/solve              a part of the program)");
  command->callback([arguments, &action] { action = [arguments] { run(*arguments); }; });
}

}  // namespace lull::cli
