// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/show.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <memory>

#include "cli/commands.hpp"
#include "lull/base/error.hpp"
#include "lull/report/csv.hpp"
#include "lull/report/cubex_reader.hpp"
#include "lull/report/json.hpp"

namespace lull::cli {
namespace {

struct ShowArguments {
  std::string file;
  std::string metric;
  std::string call;
  std::string colour = "auto";
  int depth = -1;  // below zero: no limit
  double threshold = 1;
  bool calls = false;
  bool system = false;
  bool percent = false;
  bool all = false;
  bool json = false;
  bool csv = false;
};

bool wants_colour(const std::string& choice) {
  if (choice != "auto") return choice == "always";
  return ::isatty(STDOUT_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr;
}

std::size_t terminal_width() {
  constexpr std::size_t kDefault = 100;
  constexpr std::size_t kUnlimited = 100000;  // for files and pipes, which have no edge
  winsize size{};
  if (::isatty(STDOUT_FILENO) != 1) return kUnlimited;
  return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kDefault;
}

report::ShowOptions options_of(const ShowArguments& arguments, const report::Report& report) {
  report::ShowOptions options;
  if (!arguments.call.empty())
    options.call_paths = report::select_call_paths(report, arguments.call);
  if (arguments.depth >= 0) options.depth = static_cast<std::size_t>(arguments.depth);
  options.threshold = arguments.threshold / 100;
  options.percent = arguments.percent;
  options.all = arguments.all;
  options.style.colour = wants_colour(arguments.colour);
  options.style.width = terminal_width();
  return options;
}

// A call or system tree without a metric is that of time, or of the first metric.
report::MetricId metric_of(const ShowArguments& arguments, const report::Report& report) {
  if (!arguments.metric.empty()) return report::select_metric(report, arguments.metric);
  if (report.metrics.empty()) throw input_error("{} has no metrics", arguments.file);
  return report.find_metric("time").value_or(report::MetricId(0));
}

std::string trees(const ShowArguments& arguments, const report::Report& report) {
  const report::ShowOptions options = options_of(arguments, report);
  if (arguments.metric.empty() && !arguments.calls && !arguments.system)
    return report::show_metrics(report, options);
  const report::MetricId metric = metric_of(arguments, report);
  std::string text = report::show_heading(report, metric, options);
  if (arguments.calls || !arguments.system)
    text += "\n" + report::show_calls(report, metric, options);
  if (arguments.system) text += "\n" + report::show_system(report, metric, options);
  return text;
}

void write_text(const ShowArguments& arguments, const report::Report& report) {
  const std::string text = trees(arguments, report);
  std::cout << report::show_title(report, arguments.file) << "\n" << text;
  for (const std::string& note : report.notes) std::cout << "\nnote: " << note << "\n";
}

void write_data(const ShowArguments& arguments, const report::Report& report) {
  report::Selection selection;
  if (!arguments.metric.empty()) selection.metrics = {metric_of(arguments, report)};
  if (!arguments.call.empty())
    selection.call_paths = report::select_call_paths(report, arguments.call);
  if (arguments.json)
    report::write_json(report, selection, std::cout);
  else
    report::write_csv(report, selection, std::cout);
}

void run(const ShowArguments& arguments) {
  const report::Report report = report::read_cubex(arguments.file);
  if (arguments.json || arguments.csv)
    write_data(arguments, report);
  else
    write_text(arguments, report);
  if (!std::cout.flush()) throw Error(ExitStatus::System, "cannot write to standard output");
}

}  // namespace

void add_show(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<ShowArguments>();
  CLI::App* command = app.add_subcommand("show", "Show a report (.cubex) in the terminal");
  command->add_option("report", arguments->file, "The report, of Lull, Scalasca or Score-P")
      ->required();
  command->add_option("-m,--metric", arguments->metric,
                      "Show how this metric is spread over the call tree");
  command->add_option("-c,--call", arguments->call,
                      "Only call paths that end so (\"MPI_Recv\", \"main/solve\"), and all below");
  command->add_flag("--calls", arguments->calls, "Show the call tree");
  command->add_flag("-s,--system", arguments->system,
                    "Show machines, nodes, processes and threads");
  command->add_option("-d,--depth", arguments->depth, "Collapse trees below this depth")
      ->check(CLI::NonNegativeNumber);
  command
      ->add_option("-t,--threshold", arguments->threshold,
                   "Fold call paths below this percentage of the metric (default 1)")
      ->check(CLI::Range(0.0, 100.0));
  command->add_flag("-p,--percent", arguments->percent, "Show percentages in place of values");
  command->add_flag("-a,--all", arguments->all, "Show also what is zero or small");
  command->add_option("--colour", arguments->colour, "auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  CLI::Option* json = command->add_flag("--json", arguments->json, "Write JSON for programs");
  command->add_flag("--csv", arguments->csv, "Write comma-separated values")->excludes(json);
  command->callback([arguments, &action] { action = [arguments] { run(*arguments); }; });
}

}  // namespace lull::cli
