// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cli/analyze/metric_page.hpp"
#include "cli/common/commands.hpp"
#include "cli/common/text_layout.hpp"
#include "lull/analysis/charging/caused_waiting.hpp"
#include "lull/analysis/charging/clock_uncertainty.hpp"
#include "lull/analysis/replay/profile/profile_metrics.hpp"
#include "lull/base/error.hpp"
#include "lull/base/text/alike.hpp"
#include "lull/patterns/pattern_list.hpp"

namespace lull::cli {
namespace {

using analysis::MetricCatalogue;
using analysis::MetricIndex;

struct PatternsArguments {
  std::vector<std::string> words;  // each is an id or a title
  bool markdown = false;
};

void print_tree(const MetricCatalogue& catalogue) {
  for (const MetricIndex metric : catalogue.in_tree_order()) {
    const auto& info = catalogue[metric].info;
    const std::size_t indent = 2 * depth_of(catalogue, metric);
    std::cout << fmt::format("{:{}}{:<{}} {} [{}]\n", "", indent, info.id,
                             indent < 34 ? 34 - indent : 1, info.name, name_of(info.unit));
  }
  std::cout << "\n`lull patterns ID` explains a metric. Reports have more: "
               "caused_waiting,\nand where clocks are corrected by messages, clock_uncertainty and "
               "late_recording.\n";
}

void print_paragraph(std::string_view heading, std::string_view text) {
  if (!text.empty()) std::cout << "\n" << heading << "\n" << wrapped("", 2, text);
}

void print_lines(std::string_view heading, std::string_view lines) {
  if (lines.empty()) return;
  std::cout << "\n" << heading << "\n  ";
  for (const char c : lines) std::cout << c << (c == '\n' ? "  " : "");
  std::cout << "\n";
}

// Finds a metric by its id, or else by its title if that is unique.
MetricIndex find_metric(const MetricCatalogue& catalogue, const std::string& wanted) {
  if (const MetricIndex metric = catalogue.find(wanted); metric.defined()) return metric;
  std::vector<MetricIndex> found;
  std::string ids;
  std::set<std::string> names;
  for (const MetricIndex metric : catalogue.in_tree_order()) {
    const auto& info = catalogue[metric].info;
    names.insert({std::string(info.id), std::string(info.name)});
    if (!is_same_name(info.id, wanted) && !is_same_name(info.name, wanted)) continue;
    found.push_back(metric);
    ids += fmt::format("{}{}", ids.empty() ? "" : ", ", info.id);
  }
  if (found.empty()) {
    const std::string alike = suggestion(wanted, names);
    throw usage_error("there is no metric {}{} `lull patterns` lists all metrics", wanted,
                      alike.empty() ? ";" : alike);
  }
  if (found.size() > 1)
    throw usage_error("several metrics are called {}; use one of their ids: {}", wanted, ids);
  return found.front();
}

void print_one(const MetricCatalogue& catalogue, MetricIndex metric) {
  const auto& info = catalogue[metric].info;
  std::cout << fmt::format("{}: {} [{}]\n", info.id, info.name, name_of(info.unit));
  print_paragraph("Meaning", info.summary);
  print_paragraph("Computed as", info.formula);
  print_lines("Time lines (# is the time charged)", info.picture);
  print_paragraph("Advice", info.advice);
  print_paragraph("Part of", info.parent);
  std::string children;
  for (const MetricIndex child : children_of(catalogue, metric))
    children += std::string(catalogue[child].info.id) + " ";
  print_paragraph("Contains", children);
}

void explain(MetricCatalogue& catalogue, const std::string& wanted) {
  const analysis::CausedWaiting caused(catalogue);
  const analysis::DoubtMetrics doubts(catalogue, "the process");
  print_one(catalogue, find_metric(catalogue, wanted));
}

void patterns(const PatternsArguments& arguments) {
  MetricCatalogue catalogue;
  catalogue.add(analysis::profile_metrics(), true);
  const analysis::PatternList patterns = patterns::make_patterns();
  for (const auto& pattern : patterns) catalogue.add(pattern->metrics(), false);
  if (arguments.markdown)
    std::cout << metrics_as_markdown(catalogue);
  else if (arguments.words.empty())
    print_tree(catalogue);
  else
    explain(catalogue, fmt::format("{}", fmt::join(arguments.words, " ")));
}

}  // namespace

void add_patterns(CLI::App& app, Action& action) {
  CLI::App* command =
      app.add_subcommand("patterns", "List all metrics and patterns, or explain one");
  const auto arguments = std::make_shared<PatternsArguments>();
  CLI::Option* id =
      command
          ->add_option("ID", arguments->words,
                       "The metric to explain: its unique name, such as mpi_latesender, or "
                       "its title, such as Late Sender")
          ->type_name("TEXT");
  command
      ->add_flag("--markdown", arguments->markdown,
                 "Print the explanations of all metrics as a Markdown page")
      ->excludes(id);
  command->callback([arguments, &action] { action = [arguments] { patterns(*arguments); }; });
}

}  // namespace lull::cli
