// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/analyze/metric_page.hpp"

#include <fmt/format.h>

namespace lull::cli {
namespace {

using analysis::MetricCatalogue;
using analysis::MetricIndex;

constexpr const char* kIntroduction =
    R"(<!-- Made by `lull patterns --markdown`; a test compares it with what the program says. -->
# Metrics and patterns

All metrics of Lull's reports. The value of a metric includes the values of the metrics below it. A
*profile metric* measures the time spent in a class of functions, or counts how often something
happens. A *pattern* is a situation in which processes or threads lose time; its metric is the time
that they lose. Times are in seconds, summed over all locations. `lull patterns ID` prints one of
these entries.
)";

std::string_view unit_name(analysis::Unit unit) {
  switch (unit) {
    case analysis::Unit::Seconds:
      return "seconds";
    case analysis::Unit::Occurrences:
      return "occurrences";
    case analysis::Unit::Bytes:
      return "bytes";
    case analysis::Unit::Number:
      break;
  }
  return "a number";
}

std::string list_entry(const MetricCatalogue& catalogue, MetricIndex metric) {
  const auto& info = catalogue[metric].info;
  return fmt::format("{:{}}- [{}](#{}) `{}`\n", "", 2 * depth_of(catalogue, metric), info.name,
                     info.id, info.id);
}

std::string section(const MetricCatalogue& catalogue, MetricIndex metric) {
  const auto& entry = catalogue[metric];
  const auto& info = entry.info;
  std::string text =
      fmt::format("\n<a id=\"{}\"></a>\n### {}\n\n`{}`, {}, in {}", info.id, info.name, info.id,
                  entry.profile ? "profile metric" : "pattern", unit_name(info.unit));
  if (!info.parent.empty())
    text += fmt::format(", part of [{}](#{})", catalogue[entry.parent].info.name, info.parent);
  text += fmt::format("\n\n{}\n", info.summary);
  if (!info.formula.empty()) text += fmt::format("\n*Computed as:* {}.\n", info.formula);
  if (!info.picture.empty()) text += fmt::format("\n```\n{}\n```\n", info.picture);
  if (!info.advice.empty()) text += fmt::format("\n*Advice:* {}\n", info.advice);
  return text;
}

}  // namespace

std::size_t depth_of(const MetricCatalogue& catalogue, MetricIndex metric) {
  std::size_t depth = 0;
  for (MetricIndex at = catalogue[metric].parent; at.defined(); at = catalogue[at].parent) ++depth;
  return depth;
}

std::vector<MetricIndex> children_of(const MetricCatalogue& catalogue, MetricIndex metric) {
  std::vector<MetricIndex> children;
  for (const MetricIndex other : catalogue.in_tree_order())
    if (catalogue[other].parent == metric) children.push_back(other);
  return children;
}

std::string metrics_as_markdown(const MetricCatalogue& catalogue) {
  std::string text = std::string(kIntroduction) + "\n## The tree\n\n";
  for (const MetricIndex metric : catalogue.in_tree_order()) text += list_entry(catalogue, metric);
  text += "\n## The metrics\n";
  for (const MetricIndex metric : catalogue.in_tree_order()) text += section(catalogue, metric);
  return text;
}

}  // namespace lull::cli
