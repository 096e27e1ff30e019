// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <string>

#include "cli/commands.hpp"
#include "lull/analysis/metric_catalogue.hpp"
#include "lull/analysis/profile_metrics.hpp"
#include "lull/base/error.hpp"
#include "lull/patterns/pattern_list.hpp"

namespace lull::cli {
namespace {

using analysis::MetricCatalogue;
using analysis::MetricIndex;

std::size_t depth_of(const MetricCatalogue& catalogue, MetricIndex metric) {
  std::size_t depth = 0;
  for (MetricIndex at = catalogue[metric].parent; at.defined(); at = catalogue[at].parent) ++depth;
  return depth;
}

void print_tree(const MetricCatalogue& catalogue) {
  for (const MetricIndex metric : catalogue.in_tree_order()) {
    const auto& info = catalogue[metric].info;
    const std::size_t indent = 2 * depth_of(catalogue, metric);
    std::cout << fmt::format("{:{}}{:<{}} {} [{}]\n", "", indent, info.id,
                             indent < 34 ? 34 - indent : 1, info.name, name_of(info.unit));
  }
  std::cout << "\n`lull patterns ID` explains one of them.\n";
}

// The text in lines of at most 80 columns, indented by two.
void print_paragraph(std::string_view heading, std::string_view text) {
  if (text.empty()) return;
  std::cout << "\n" << heading << "\n";
  std::string line = "  ";
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    if (line.size() + word.size() > 80) {
      std::cout << line << "\n";
      line = "  ";
    }
    line += std::string(word) + " ";
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  std::cout << line << "\n";
}

void print_one(const MetricCatalogue& catalogue, const std::string& id) {
  const MetricIndex metric = catalogue.find(id);
  if (!metric.defined())
    throw usage_error("there is no metric {}; `lull patterns` lists all of them", id);
  const auto& info = catalogue[metric].info;
  std::cout << fmt::format("{}: {} [{}]\n", info.id, info.name, name_of(info.unit));
  print_paragraph("Meaning", info.summary);
  print_paragraph("Computed as", info.formula);
  print_paragraph("Advice", info.advice);
  if (!info.parent.empty()) print_paragraph("Part of", info.parent);
  std::string children;
  for (const MetricIndex other : catalogue.in_tree_order())
    if (catalogue[other].parent == metric) children += std::string(catalogue[other].info.id) + " ";
  print_paragraph("Contains", children);
}

}  // namespace

void add_patterns(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand(
      "patterns", "List all metrics and patterns, or explain one: meaning, formula, advice");
  const auto id = std::make_shared<std::string>();
  command->add_option("ID", *id, "The metric to explain, for example mpi_latesender");
  command->callback([id, &action] {
    action = [id] {
      MetricCatalogue catalogue;
      catalogue.add(analysis::profile_metrics(), true);
      const analysis::PatternList patterns = patterns::make_patterns();
      for (const auto& pattern : patterns) catalogue.add(pattern->metrics(), false);
      if (id->empty())
        print_tree(catalogue);
      else
        print_one(catalogue, *id);
    };
  });
}

}  // namespace lull::cli
