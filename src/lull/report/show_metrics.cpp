// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lull/report/show.hpp"
#include "lull/report/tree.hpp"
#include "lull/report/value_text.hpp"

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
    // A metric is shown when it or one below it has a value; children come after their parents.
    for (std::size_t i = totals_.size(); i-- > 0;) {
      shown_[i] = shown_[i] || options.all || totals_[i] != 0;
      const MetricId parent = report.metrics[i].parent;
      if (shown_[i] && parent.defined()) shown_[parent.index()] = true;
    }
  }

  std::string text() {
    std::size_t depth = 0;
    std::size_t root = 0;
    tree_.walk(
        [&](std::size_t metric) {
          if (depth == 0) root = metric;
          if (shown_[metric] && (!options_.depth || depth <= *options_.depth))
            add(metric, root, depth);
          ++depth;
        },
        [&](std::size_t) { --depth; });
    std::string text = table_.empty() ? std::string() : table_.text(options_.style);
    const auto zero = std::count(shown_.begin(), shown_.end(), false);
    if (zero > 0)
      text += fmt::format("{}{} {} zero and left out (--all shows {}).\n", text.empty() ? "" : "\n",
                          zero, zero == 1 ? "metric is" : "metrics are", zero == 1 ? "it" : "them");
    return text;
  }

 private:
  void add(std::size_t id, std::size_t root, std::size_t depth) {
    const Metric& metric = report_.metrics[id];
    double own = totals_[id];
    bool children_shown = false;
    for (const std::size_t child : tree_.children(id)) {
      if (additive(metric) && report_.metrics[child].unit == metric.unit) own -= totals_[child];
      children_shown = children_shown || shown_[child];
    }
    // What rounding leaves of a sum of equals is nothing.
    if (std::abs(own) < 1e-12 * std::abs(totals_[id])) own = 0;
    const double whole = additive(metric) ? totals_[root] : 0;
    const bool alike = metric.unit == report_.metrics[root].unit;
    const ValueFormat format(metric, totals_[alike ? root : id]);
    TreeRow row;
    row.depth = depth;
    row.gap = depth == 0;
    if (options_.percent)
      row.cells = {percent_text(totals_[id], whole), percent_text(own, whole)};
    else
      row.cells = {format(totals_[id]), format(own), format.unit(),
                   percent_text(totals_[id], whole)};
    row.label = metric.display_name.empty() ? metric.unique_name : metric.display_name;
    if (row.label != metric.unique_name) row.detail = metric.unique_name;
    row.share = whole == 0 ? 0 : totals_[id] / whole;
    row.collapsed = children_shown && options_.depth && depth == *options_.depth;
    table_.add(std::move(row));
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
  TreeTable table_{columns(), "Metric"};
};

}  // namespace

std::string show_metrics(const Report& report, const ShowOptions& options) {
  return MetricTable(report, options).text();
}

}  // namespace lull::report
