// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/show/show.hpp"

#include <CLI/CLI.hpp>
#include <functional>
#include <iostream>
#include <map>
#include <memory>

#include "cli/common/commands.hpp"
#include "cli/common/terminal.hpp"
#include "cli/common/validators.hpp"
#include "cli/inputs/report_input.hpp"
#include "lull/base/error.hpp"
#include "lull/base/text/message.hpp"
#include "lull/report/cubex/cubex_reader.hpp"
#include "lull/report/show/csv.hpp"
#include "lull/report/show/json.hpp"
#include "lull/report/show/show_causers.hpp"
#include "lull/report/show/show_iterations.hpp"
#include "lull/report/show/show_matrix.hpp"

namespace lull::cli {
namespace {

struct ShowArguments {
  std::string file;
  std::string metric;
  std::string call;
  std::string colour = "auto";
  int depth = -1;  // negative: unlimited
  double threshold = 1;
  int top = 10;
  bool iterations = false;
  bool causers = false;
  bool matrix = false;
  std::string measure;
  bool by_node = false;
  bool calls = false;
  bool system = false;
  bool percent = false;
  bool all = false;
  bool json = false;
  bool csv = false;
};

report::ShowOptions options_of(const ShowArguments& arguments, const report::Report& report) {
  report::ShowOptions options;
  if (!arguments.call.empty())
    options.call_paths = report::select_call_paths(report, arguments.call);
  if (arguments.depth >= 0) options.depth = static_cast<std::size_t>(arguments.depth);
  options.threshold = arguments.threshold / 100;
  options.percent = arguments.percent;
  options.all = arguments.all;
  options.style = table_style(arguments.colour);
  return options;
}

// If no metric is given, trees show time, or else the first metric.
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
  for (const std::string& note : report.notes)
    std::cout << "\nnote: " << message_text(note) << "\n";
}

void write_data(const ShowArguments& arguments, const report::Report& report) {
  report::Selection selection;
  if (!arguments.metric.empty()) selection.metrics = {metric_of(arguments, report)};
  if (!arguments.call.empty())
    selection.call_paths = report::select_call_paths(report, arguments.call);
  write_for_programs([&](std::ostream& out) {
    if (arguments.json)
      report::write_json(report, selection, out);
    else
      report::write_csv(report, selection, out);
  });
}

void show_iterations(const ShowArguments& arguments, const report::Report& report) {
  report::IterationOptions options;
  if (!arguments.metric.empty()) options.metric = report::select_metric(report, arguments.metric);
  if (!arguments.call.empty())
    options.call_paths = report::select_call_paths(report, arguments.call);
  options.top = static_cast<std::size_t>(arguments.top);
  options.all = arguments.all;
  options.blocks = shows_blocks();
  options.style = table_style(arguments.colour);
  if (arguments.json || arguments.csv)
    return write_for_programs([&](std::ostream& out) {
      if (arguments.json)
        report::write_iterations_json(report, options, out);
      else
        report::write_iterations_csv(report, options, out);
    });
  const std::string text = report::show_iterations(report, options);
  std::cout << report::show_title(report, arguments.file) << "\n" << text;
}

const std::map<std::string, report::MatrixMeasure>& matrix_measures() {
  static const std::map<std::string, report::MatrixMeasure> kMeasures{
      {"bytes", report::MatrixMeasure::Bytes},
      {"messages", report::MatrixMeasure::Messages},
      {"time", report::MatrixMeasure::Time},
      {"waiting", report::MatrixMeasure::Waiting}};
  return kMeasures;
}

void show_matrix(const ShowArguments& arguments, const report::Report& report) {
  report::MatrixView view;
  if (!arguments.metric.empty())
    view.options.metric = report::select_metric(report, arguments.metric);
  view.options.by_node = arguments.by_node;
  if (arguments.json || arguments.csv)
    return write_for_programs([&](std::ostream& out) {
      if (arguments.json)
        report::write_matrix_json(report, view.options, out);
      else
        report::write_matrix_csv(report, view.options, out);
    });
  if (!arguments.measure.empty()) view.measure = matrix_measures().at(arguments.measure);
  view.top = static_cast<std::size_t>(arguments.top);
  view.all = arguments.all;
  view.blocks = shows_blocks();
  view.style = table_style(arguments.colour);
  const std::string text = report::show_matrix(report, view);
  std::cout << report::show_title(report, arguments.file) << "\n" << text;
}

void show_causers(const ShowArguments& arguments, const report::Report& report) {
  report::CauserOptions options;
  if (!arguments.metric.empty()) options.metric = report::select_metric(report, arguments.metric);
  if (!arguments.call.empty())
    options.call_paths = report::select_call_paths(report, arguments.call);
  if (arguments.json || arguments.csv)
    return write_for_programs([&](std::ostream& out) {
      if (arguments.json)
        report::write_causers_json(report, options, out);
      else
        report::write_causers_csv(report, options, out);
    });
  options.top = static_cast<std::size_t>(arguments.top);
  options.all = arguments.all;
  options.style = table_style(arguments.colour);
  const std::string text = report::show_causers(report, options);
  std::cout << report::show_title(report, arguments.file) << "\n" << text;
}

void run(const ShowArguments& arguments) {
  if (arguments.causers)
    show_causers(arguments, read_report(arguments.file));
  else if (arguments.matrix)
    show_matrix(arguments, read_report(arguments.file));
  else if (arguments.iterations)
    show_iterations(arguments, read_report(arguments.file));
  else if (arguments.json || arguments.csv)
    write_data(arguments, read_report(arguments.file));
  else
    write_text(arguments, report::read_cubex(arguments.file));
  flush_output();
}

// Adds the options for lists, as opposed to trees.
void add_lists(CLI::App& command, ShowArguments& arguments) {
  CLI::Option* iterations =
      command.add_flag("-i,--iterations", arguments.iterations,
                       "Show the iterations of the main loop that have most of the metric");
  for (const char* other : {"--calls", "--system", "--depth", "--threshold", "--percent"})
    iterations->excludes(command.get_option(other));
  CLI::Option* matrix =
      command.add_flag("--matrix", arguments.matrix,
                       "Show which processes communicate with and wait for each other");
  command
      .add_option("--measure", arguments.measure,
                  "What the matrix shows: bytes, messages, time, waiting [bytes; with --metric: "
                  "waiting]")
      ->check(CLI::IsMember(matrix_measures()))
      ->needs(matrix);
  command.add_flag("--by-node", arguments.by_node, "Combine the processes of a node")
      ->needs(matrix);
  CLI::Option* causers = command.add_flag(
      "--causers", arguments.causers,
      "Show which locations make others wait and in which call; with --metric, in this wait state");
  for (const char* other :
       {"--call", "--calls", "--system", "--depth", "--threshold", "--percent", "--iterations"})
    matrix->excludes(command.get_option(other));
  for (const char* other :
       {"--calls", "--system", "--depth", "--threshold", "--percent", "--iterations", "--matrix"})
    causers->excludes(command.get_option(other));
  command.add_option("-n,--top", arguments.top, "Show this many iterations, pairs or causers [10]")
      ->check(not_negative());
}

}  // namespace

void add_show(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<ShowArguments>();
  CLI::App* command =
      app.add_subcommand("show", "Show a report in the terminal, or export it as JSON or CSV");
  command->add_option("report", arguments->file, "A report (.cubex) of Lull, Scalasca or Score-P")
      ->required();
  command->add_option("-m,--metric", arguments->metric,
                      "Show the distribution of this metric over the call tree");
  command->add_option(
      "-c,--call", arguments->call,
      "Only call paths that end with this (MPI_Recv, main/solve), and everything below");
  command->add_flag("--calls", arguments->calls, "Show the call tree");
  command->add_flag("-s,--system", arguments->system,
                    "Show machines, nodes, processes and threads");
  command->add_option("-d,--depth", arguments->depth, "Collapse the tree below this depth")
      ->check(not_negative());
  command
      ->add_option("-t,--threshold", arguments->threshold,
                   "Fold call paths with less than this percentage of the metric [1]")
      ->check(up_to(100));
  command->add_flag("-p,--percent", arguments->percent, "Show percentages instead of values");
  command->add_flag("-a,--all", arguments->all,
                    "Also show rows that are zero or below the threshold; all iterations");
  add_lists(*command, *arguments);
  add_colour_option(*command, arguments->colour);
  CLI::Option* json = command->add_flag("--json", arguments->json, "Print JSON");
  command->add_flag("--csv", arguments->csv, "Print comma-separated values")->excludes(json);
  command->callback([arguments, command, &action] {
    const bool lists = arguments->iterations || arguments->matrix || arguments->causers;
    if (command->count("--top") > 0 && !lists)
      throw CLI::RequiresError("--top", "--iterations, --matrix or --causers");
    action = [arguments] { run(*arguments); };
  });
}

}  // namespace lull::cli
