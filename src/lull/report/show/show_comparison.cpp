// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/show/show_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>

#include "lull/base/text/counted.hpp"
#include "lull/base/text/message.hpp"
#include "lull/base/text/printable.hpp"
#include "lull/report/model/distribution.hpp"
#include "lull/report/model/path_names.hpp"
#include "lull/report/model/value_text.hpp"

namespace lull::report {
namespace {

using Json = nlohmann::ordered_json;

struct Names {
  std::vector<std::string> metrics, call_paths, locations;
};

Names names_of(const Report& tables, const Unmatched& found) {
  Names names;
  const PathNames paths(tables);
  for (const MetricId metric : found.metrics)
    names.metrics.push_back(tables.metrics[metric.index()].unique_name);
  for (const CallPathId path : found.call_paths) names.call_paths.push_back(paths[path]);
  for (const LocationId location : found.locations)
    names.locations.push_back(location_name(tables, location));
  return names;
}

// Returns a line such as "  3 call paths: main/a, main/b, main/c".
std::string list(const std::vector<std::string>& names, const char* what) {
  constexpr std::size_t kMost = 5;
  if (names.empty()) return {};
  std::string text = fmt::format("  {}:", counted(names.size(), what));
  for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i)
    text += fmt::format("{} {}", i == 0 ? "" : ",", printable(names[i]));
  if (names.size() > kMost) text += fmt::format(" and {} more", grouped(names.size() - kMost));
  return text + "\n";
}

std::string only_in(const std::string& name, const Names& names) {
  const std::string lists = list(names.metrics, "metric") + list(names.call_paths, "call path") +
                            list(names.locations, "location");
  return lists.empty() ? lists : fmt::format("\nonly in {}\n{}", printable(name), lists);
}

std::string notes(const std::vector<std::string>& notes) {
  constexpr std::size_t kMost = 5;
  std::string text = notes.empty() ? "" : "\n";
  for (std::size_t i = 0; i < std::min(notes.size(), kMost); ++i)
    text += message_text(notes[i]) + "\n";
  if (notes.size() > kMost)
    text += fmt::format("… and {}\n", counted(notes.size() - kMost, "more such metric"));
  return text;
}

std::string relative_text(double a, double b) {
  const double larger = std::max(std::abs(a), std::abs(b));
  if (!std::isfinite(a - b) || larger == 0) return {};
  return fmt::format("{:.3g}", 100 * std::abs(a - b) / larger);
}

std::string worst_table(const Comparison& comparison, const TableStyle& style) {
  TreeTable table(
      {{"metric", true}, {"location", true}, {"a"}, {"b"}, {"", true}, {"b - a"}, {"%"}},
      "Call path");
  for (const ValueDifference& worst : comparison.worst) {
    const Metric& metric = comparison.tables.metrics[worst.metric.index()];
    const ValueFormat format(metric, std::max(std::abs(worst.a), std::abs(worst.b)));
    const double difference = worst.b - worst.a;
    TreeRow row;
    row.cells = {
        metric.unique_name,
        location_name(comparison.tables, worst.location),
        format(worst.a),
        format(worst.b),
        format.unit(),
        (difference > 0 ? "+" : "") + ValueFormat(metric, difference).with_unit(difference),
        relative_text(worst.a, worst.b)};
    row.label = comparison.tables.path_name(worst.path);
    row.share = std::min(worst.share, 1.0);
    table.add(std::move(row));
  }
  return table.text(style);
}

Json to_json(const Names& names) {
  return {
      {"metrics", names.metrics}, {"call_paths", names.call_paths}, {"locations", names.locations}};
}

Json to_json(const Report& tables, const ValueDifference& worst) {
  const Metric& metric = tables.metrics[worst.metric.index()];
  return {{"metric", metric.unique_name},
          {"unit", metric.unit},
          {"call_path", tables.path_name(worst.path)},
          {"location", location_name(tables, worst.location)},
          {"a", worst.a},
          {"b", worst.b}};
}

}  // namespace

std::string comparison_text(const Comparison& comparison, const ComparedNames& names,
                            const TableStyle& style) {
  std::string text = fmt::format("{} and {} ", printable(names.a), printable(names.b));
  if (comparison.differences == 0)
    text += fmt::format("{}: {} compared\n",
                        comparison.equal() ? "are equal" : "have equal values, but differ",
                        counted(comparison.compared, "value"));
  else
    text +=
        fmt::format("differ: {} of {}, in {}\n", grouped(comparison.differences),
                    counted(comparison.compared, "value"), counted(comparison.metrics, "metric"));
  if (!comparison.root_b.empty())
    text += fmt::format("\nThe roots {} and {} are compared as one.\n",
                        printable(comparison.root_a), printable(comparison.root_b));
  text += notes(comparison.metric_notes);
  text += only_in(names.a, names_of(comparison.tables, comparison.only_a));
  text += only_in(names.b, names_of(comparison.tables, comparison.only_b));
  if (comparison.worst.empty()) return text;
  if (comparison.differences > comparison.worst.size())
    text += fmt::format("\nThe {} worst, by their share of the metric's largest value:\n",
                        comparison.worst.size());
  return text + "\n" + worst_table(comparison, style);
}

void write_comparison_json(const Comparison& comparison, const ComparedNames& names,
                           const Tolerance& tolerance, std::ostream& out) {
  Json worst = Json::array();
  for (const ValueDifference& difference : comparison.worst)
    worst.push_back(to_json(comparison.tables, difference));
  const Json all{
      {"format", "lull-comparison"},
      {"version", 1},
      {"a", names.a},
      {"b", names.b},
      {"equal", comparison.equal()},
      {"relative_tolerance", tolerance.relative},
      {"compared", comparison.compared},
      {"differences", comparison.differences},
      {"metrics_with_differences", comparison.metrics},
      {"roots", comparison.root_b.empty() ? Json(nullptr)
                                          : Json::array({comparison.root_a, comparison.root_b})},
      {"notes", comparison.metric_notes},
      {"only_a", to_json(names_of(comparison.tables, comparison.only_a))},
      {"only_b", to_json(names_of(comparison.tables, comparison.only_b))},
      {"worst", std::move(worst)}};
  out << all.dump(1, ' ', false, Json::error_handler_t::replace) << "\n";
}

}  // namespace lull::report
