// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "lull/base/text/counted.hpp"
#include "lull/report/model/table_scale.hpp"
#include "lull/report/model/tree.hpp"
#include "lull/report/model/value_text.hpp"
#include "lull/report/show/show.hpp"

namespace lull::report {
namespace {

class MetricTable {
 public:
  MetricTable(const Report& report, const ShowOptions& options)
      : report_(report),
        options_(options),
        tree_(report.metrics),
        totals_(sum_by_metric(report, options.call_paths)),
        shown_(totals_.size()) {
    // A metric is shown if it or a sub-metric has a value; children come after their parents.
    for (std::size_t i = totals_.size(); i-- > 0;) {
      shown_[i] = shown_[i] || options.all || totals_[i] != 0;
      const MetricId parent = report.metrics[i].parent;
      if (shown_[i] && parent.defined()) shown_[parent.index()] = true;
    }
    measure();
  }

  std::string text() {
    std::size_t depth = 0;
    tree_.walk(
        [&](std::size_t metric) {
          if (shown_[metric] && (!options_.depth || depth <= *options_.depth)) add(metric, depth);
          ++depth;
        },
        [&](std::size_t) { --depth; });
    std::string text = notes();
    if (!table_.empty()) text += table_.text(options_.style);
    const auto zero = std::count(shown_.begin(), shown_.end(), false);
    if (zero > 0)
      text += fmt::format("{}{} zero and left out (--all shows {}).\n", text.empty() ? "" : "\n",
                          counted(static_cast<std::uint64_t>(zero), "metric is", "metrics are"),
                          zero == 1 ? "it" : "them");
    return text;
  }

 private:
  // Returns the part of a metric that is not in a sub-metric.
  double own_value(std::size_t id) const {
    const Metric& metric = report_.metrics[id];
    double own = totals_[id];
    if (additive(metric))
      for (const std::size_t child : tree_.children(id))
        if (report_.metrics[child].unit == metric.unit) own -= totals_[child];
    // A rounding remainder counts as zero.
    return std::abs(own) < 1e-12 * std::abs(totals_[id]) ? 0 : own;
  }

  // Finds each metric's root, and the scale of each tree from the metrics in its root's unit. In a
  // root without own values, nothing cancels out.
  void measure() {
    std::vector<double> largest(totals_.size());
    for (std::size_t i = 0; i < totals_.size(); ++i) {
      const MetricId parent = report_.metrics[i].parent;
      own_.push_back(own_value(i));
      root_.push_back(parent.defined() ? root_[parent.index()] : i);
      if (alike(i))
        largest[root_[i]] = std::max({largest[root_[i]], std::abs(totals_[i]), std::abs(own_[i])});
    }
    scales_.resize(totals_.size());
    for (std::size_t i = 0; i < totals_.size(); ++i)
      if (root_[i] == i) {
        const bool summed =
            additive(report_.metrics[i]) && has_values(report_, MetricId(i), options_.call_paths);
        scales_[i] = table_scale(totals_[i], summed ? largest[i] : 0);
      }
  }

  // Returns whether the metric has its root's unit.
  bool alike(std::size_t id) const {
    return report_.metrics[id].unit == report_.metrics[root_[id]].unit;
  }

  ValueFormat format_of(std::size_t id) const {
    const double largest = alike(id) ? scales_[root_[id]].largest : totals_[id];
    return {report_.metrics[id], largest};
  }

  std::string label(std::size_t id) const {
    const Metric& metric = report_.metrics[id];
    return metric.display_name.empty() ? metric.unique_name : metric.display_name;
  }

  // Returns notes on trees whose root is not 100 %.
  std::string notes() const {
    std::string text;
    for (const std::size_t root : tree_.roots())
      if (shown_[root]) text += cancel_note(scales_[root], format_of(root), label(root));
    return text.empty() ? text : text + "\n";
  }

  void add(std::size_t id, std::size_t depth) {
    const Metric& metric = report_.metrics[id];
    const auto& children = tree_.children(id);
    const double whole = additive(metric) ? scales_[root_[id]].whole : 0;
    const ValueFormat format = format_of(id);
    TreeRow row;
    row.depth = depth;
    row.gap = depth == 0;
    if (options_.percent)
      row.cells = {percent_text(totals_[id], whole), percent_text(own_[id], whole)};
    else
      row.cells = {format(totals_[id]), format(own_[id]), format.unit(),
                   percent_text(totals_[id], whole)};
    row.label = label(id);
    if (row.label != metric.unique_name) row.detail = metric.unique_name;
    row.detail += uncertainty(id, [&](double value) {
      return options_.percent ? percent_text(value, whole) + " %" : format(value);
    });
    row.share = whole == 0 ? 0 : totals_[id] / whole;
    row.collapsed = options_.depth && depth == *options_.depth &&
                    std::ranges::any_of(children, [&](std::size_t child) { return shown_[child]; });
    table_.add(std::move(row));
  }

  // Reports with corrected clocks store the uncertainty of a metric in another metric. Computed
  // reports do not have such a text.
  std::string uncertainty(std::size_t id, const std::function<std::string(double)>& format) const {
    constexpr double kNearlyAll = 0.9;
    const double off = total_of(report_.metrics[id].unique_name + "_uncertainty");
    if (off <= 0 || totals_[id] < 0 || report_.attributes.contains("History")) return {};
    const double proved = totals_[id] - total_of(report_.metrics[id].unique_name + "_unproved");
    std::string text = "  ± " + format(off);
    if (proved <= (1 - kNearlyAll) * totals_[id]) return text + ", not proved by clocks";
    return proved < kNearlyAll * totals_[id] ? text + ", proved " + format(proved) : text;
  }

  // Returns zero if there is no such metric.
  double total_of(const std::string& name) const {
    const auto metric = std::ranges::find(report_.metrics, name, &Metric::unique_name);
    return metric == report_.metrics.end()
               ? 0
               : totals_[static_cast<std::size_t>(metric - report_.metrics.begin())];
  }

  std::vector<TreeTable::Column> columns() const {
    if (options_.percent) return {{"inclusive %"}, {"exclusive %"}};
    return {{"inclusive"}, {"exclusive"}, {"", true}, {"%"}};
  }

  const Report& report_;
  const ShowOptions& options_;
  const Tree tree_;
  const std::vector<double> totals_;
  std::vector<bool> shown_;
  std::vector<double> own_;
  std::vector<std::size_t> root_;   // indexed by metric
  std::vector<TableScale> scales_;  // indexed by root
  TreeTable table_{columns(), "Metric"};
};

}  // namespace

std::string show_metrics(const Report& report, const ShowOptions& options) {
  return MetricTable(report, options).text();
}

}  // namespace lull::report
