// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/show/show_distribution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lull/base/text/counted.hpp"
#include "lull/base/text/printable.hpp"
#include "lull/report/model/distribution.hpp"
#include "lull/report/model/instances.hpp"
#include "lull/report/model/tree.hpp"
#include "lull/report/model/value_text.hpp"

namespace lull::report {
namespace {

constexpr std::size_t kWideTable = 130;  // number of columns that all quartiles need

const std::string& name_of(const Metric& metric) {
  return metric.display_name.empty() ? metric.unique_name : metric.display_name;
}

// Formats the values of locations in one unit. Means and quartiles of counts have decimals, counts
// do not.
class Formats {
 public:
  Formats(const Metric& metric, const Distribution& found)
      : single_(metric, largest(found)), between_(as_fraction(metric), largest(found)) {}

  [[nodiscard]] std::string single(double value) const { return single_(value); }
  [[nodiscard]] std::string between(double value) const { return between_(value); }
  [[nodiscard]] const std::string& unit() const { return single_.unit(); }
  [[nodiscard]] std::string with_unit(const std::string& number) const {
    return unit().empty() ? number : number + " " + unit();
  }

 private:
  static double largest(const Distribution& found) {
    return std::max(std::abs(found.minimum), std::abs(found.maximum));
  }
  static Metric as_fraction(Metric metric) {
    metric.type = ValueType::Double;
    return metric;
  }

  ValueFormat single_, between_;
};

std::string imbalance_text(const Distribution& found) {
  return found.imbalance == 0 ? std::string() : fmt::format("{:.2f}", found.imbalance);
}

std::string total_text(const Metric& metric, const Distribution& found) {
  return ValueFormat(metric, found.total).with_unit(found.total);
}

std::vector<TreeTable::Column> columns(bool wide) {
  if (wide)
    return {{"total"},    {"mean"},    {"std dev"}, {"minimum"},  {"lower q."},        {"median"},
            {"upper q."}, {"maximum"}, {"", true},  {"max/mean"}, {"maximum at", true}};
  return {{"total"},   {"mean"},   {"std dev"},  {"minimum"},         {"median"},
          {"maximum"}, {"", true}, {"max/mean"}, {"maximum at", true}};
}

std::vector<std::string> cells(const Report& report, const Metric& metric,
                               const Distribution& found, bool wide) {
  const Formats formats(metric, found);
  std::vector<std::string> cells{total_text(metric, found), formats.between(found.mean),
                                 formats.between(found.deviation), formats.single(found.minimum)};
  if (wide) cells.push_back(formats.between(found.lower_quartile));
  cells.push_back(formats.between(found.median));
  if (wide) cells.push_back(formats.between(found.upper_quartile));
  cells.push_back(formats.single(found.maximum));
  cells.push_back(formats.unit());
  cells.push_back(imbalance_text(found));
  const bool alike = found.minimum == found.maximum;
  cells.push_back(alike ? "" : location_name(report, found.greatest));
  return cells;
}

TreeRow table_row(const Report& report, MetricId id, std::size_t depth,
                  const DistributionOptions& options, bool wide) {
  const Metric& metric = report.metrics[id.index()];
  const Distribution found = distribution_of(report, id, options.call_paths);
  TreeRow row;
  row.depth = depth;
  row.gap = depth == 0;
  if (found.locations > 0) row.cells = cells(report, metric, found, wide);
  row.label = name_of(metric);
  if (row.label != metric.unique_name) row.detail = metric.unique_name;
  row.share = additive(metric) ? std::max(0.0, found.imbalance - 1) : 0;
  return row;
}

std::string paragraph(const Report& report, const Metric& metric, const Distribution& found) {
  const Formats formats(metric, found);
  std::string text =
      fmt::format("{} ({}): {} on {}\n", printable(name_of(metric)), printable(metric.unique_name),
                  total_text(metric, found), counted(found.locations, "location"));
  if (found.locations < 2) return text;
  const auto between = [&](double value) { return formats.with_unit(formats.between(value)); };
  const auto place = [&](const char* what, double value, LocationId location) {
    return fmt::format("  {}  {}  {}\n", what, formats.with_unit(formats.single(value)),
                       printable(location_name(report, location)));
  };
  text += fmt::format("  mean       {}, standard deviation {}\n", between(found.mean),
                      between(found.deviation));
  text += place("minimum  ", found.minimum, found.least);
  text += fmt::format("  quartiles  {}, {}, {}\n", between(found.lower_quartile),
                      between(found.median), between(found.upper_quartile));
  text += place("maximum  ", found.maximum, found.greatest);
  if (found.imbalance != 0)
    text += fmt::format("  imbalance  {:.2f} (maximum / mean)\n", found.imbalance);
  return text;
}

// Describes the instances of a pattern.
std::string instances_paragraph(const Metric& metric, const InstanceStatistics& of) {
  const double mean = of.count == 0 ? 0 : of.sum / static_cast<double>(of.count);
  const ValueFormat format(metric, of.maximum);
  const auto value = [&format](double number) { return format.with_unit(number); };
  return fmt::format("  instances  {}: {} to {}, mean {}, quartiles {}, {}, {}\n",
                     grouped(of.count), value(of.minimum), value(of.maximum), value(mean),
                     value(of.first_quartile), value(of.median), value(of.third_quartile));
}

std::string top_table(const Report& report, MetricId id, const DistributionOptions& options) {
  const Metric& metric = report.metrics[id.index()];
  const auto all = top_call_paths(report, id, report.call_paths.size(), options.call_paths);
  if (all.empty() || options.top == 0) return {};
  const ValueFormat format(metric, all.front().value);
  TreeTable table({{"exclusive"}, {"", true}, {"%"}}, "Call path");
  for (std::size_t i = 0; i < std::min(all.size(), options.top); ++i) {
    TreeRow row;
    const double whole = additive(metric) ? 1 : 0;
    row.cells = {format(all[i].value), format.unit(), percent_text(all[i].share, whole)};
    row.label = report.path_name(all[i].path);
    row.share = all[i].share;
    table.add(std::move(row));
  }
  std::string text = "\n" + table.text(options.style);
  if (all.size() > options.top)
    text += fmt::format("… and {} more with exclusive values\n", grouped(all.size() - options.top));
  return text;
}

}  // namespace

std::vector<MetricId> metrics_of(const Report& report, const DistributionOptions& options) {
  if (!options.metrics.empty()) return options.metrics;
  std::vector<MetricId> metrics;
  for (std::size_t i = 0; i < report.metrics.size(); ++i)
    if (has_values(report, MetricId(i), options.call_paths)) metrics.emplace_back(i);
  return metrics;
}

std::string distribution_table(const Report& report, const DistributionOptions& options) {
  const bool wide = options.style.width >= kWideTable;
  TreeTable table(columns(wide), "Metric");
  std::vector<bool> chosen(report.metrics.size());
  for (const MetricId id : metrics_of(report, options)) chosen[id.index()] = true;
  std::vector<std::size_t> depths(report.metrics.size());  // 1: a root; 0: not in the table
  Tree(report.metrics).walk([&](std::size_t id) {
    const Metric& metric = report.metrics[id];
    const std::size_t depth = metric.parent.defined() ? depths[metric.parent.index()] : 0;
    depths[id] = chosen[id] ? depth + 1 : 0;
    if (chosen[id]) table.add(table_row(report, MetricId(id), depth, options, wide));
  });
  return table.empty() ? "No metric has a value.\n" : table.text(options.style);
}

std::string distribution_details(const Report& report, const DistributionOptions& options) {
  std::string text;
  // Instances cover all call paths together.
  const Instances instances = options.call_paths.empty() ? instances_of(report) : Instances();
  for (const MetricId id : metrics_of(report, options)) {
    if (!text.empty()) text += "\n";
    const Distribution found = distribution_of(report, id, options.call_paths);
    text += paragraph(report, report.metrics[id.index()], found);
    if (const InstanceStatistics* const of = statistics_of(instances, id))
      text += instances_paragraph(report.metrics[id.index()], *of);
    text += top_table(report, id, options);
  }
  return text.empty() ? "No metric has a value.\n" : text;
}

}  // namespace lull::report
