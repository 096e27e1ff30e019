// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "lull/report/model/table_scale.hpp"
#include "lull/report/model/tree.hpp"
#include "lull/report/model/value_text.hpp"
#include "lull/report/show/show.hpp"

namespace lull::report {
namespace {

// Returns the place in the source, such as "solver.c:22".
std::string source(const Region& region) {
  if (region.file.empty() || region.begin_line < 0) return {};
  const std::string file = std::filesystem::path(region.file).filename().string();
  return fmt::format("{}:{}", file, region.begin_line);
}

class CallTable {
 public:
  CallTable(const Report& report, MetricId metric, const ShowOptions& options)
      : report_(report),
        metric_(report.metrics[metric.index()]),
        options_(options),
        tree_(report.call_paths),
        exclusive_(exclusive_by_call_path(report, metric, options.call_paths)),
        inclusive_(inclusive_by_call_path(report, metric, options.call_paths)),
        weight_(weights()),
        scale_(table_scale(total(), largest())),
        format_(metric_, scale_.largest) {}

  std::string text() {
    open(tree_.roots(), 0);
    while (!open_.empty()) {
      const Open next = open_.back();
      open_.pop_back();
      if (next.folded > 0) {
        add_folded(next);
        continue;
      }
      const auto& children = tree_.children(next.path);
      const bool collapsed = options_.depth && next.depth == *options_.depth;
      add(next, collapsed && any_value(children));
      if (!collapsed) open(children, next.depth + 1);
    }
    if (table_.empty()) return "No call path has a value of this metric.\n";
    return note() + table_.text(options_.style);
  }

 private:
  // A call path to be drawn, or the sum of `folded` small call paths.
  struct Open {
    std::size_t path = 0;
    std::size_t depth = 0;
    std::size_t folded = 0;
    double sum = 0;
  };

  double total() const {
    double sum = 0;
    for (const double value : exclusive_) sum = combine(metric_.type, sum, value);
    return sum;
  }

  // Returns the largest absolute value in each subtree: values that cancel out in the sum are not
  // small.
  std::vector<double> weights() const {
    std::vector<double> weights(inclusive_.size());
    for (std::size_t path = weights.size(); path-- > 0;) {
      double& weight = weights[path];
      weight = std::max(weight, std::abs(inclusive_[path]));
      if (!additive(metric_)) continue;
      weight = std::max(weight, std::abs(exclusive_[path]));
      const CallPathId parent = report_.call_paths[path].parent;
      if (parent.defined()) weights[parent.index()] = std::max(weights[parent.index()], weight);
    }
    return weights;
  }

  double largest() const {
    return weight_.empty() ? 0 : *std::max_element(weight_.begin(), weight_.end());
  }

  std::string note() const {
    if (!scale_.cancels || !additive(metric_)) return {};
    return cancel_note(scale_, format_) + "\n";
  }

  bool any_value(const std::vector<std::size_t>& paths) const {
    return std::any_of(paths.begin(), paths.end(),
                       [&](std::size_t path) { return weight_[path] != 0; });
  }

  // Pushes siblings so that the greatest is drawn first and the small ones last, as one line.
  void open(std::vector<std::size_t> siblings, std::size_t depth) {
    std::stable_sort(siblings.begin(), siblings.end(), [&](std::size_t a, std::size_t b) {
      return std::abs(inclusive_[a]) > std::abs(inclusive_[b]);
    });
    const double least =
        options_.all || !additive(metric_) ? 0 : options_.threshold * scale_.largest;
    Open small{0, depth, 0, 0};
    std::vector<Open> kept;
    for (const std::size_t path : siblings) {
      if (weight_[path] == 0 && !options_.all) continue;
      if (weight_[path] >= least) {
        kept.push_back({path, depth});
      } else {
        ++small.folded;
        small.sum += inclusive_[path];
      }
    }
    if (small.folded > 0) open_.push_back(small);
    open_.insert(open_.end(), kept.rbegin(), kept.rend());
  }

  void add(const Open& node, bool collapsed) {
    const CallPath& path = report_.call_paths[node.path];
    TreeRow row;
    row.depth = node.depth;
    row.cells = cells(inclusive_[node.path], exclusive_[node.path]);
    row.label = report_.label(CallPathId(node.path));
    row.detail = source(report_.regions[path.region.index()]);
    row.share = share(inclusive_[node.path]);
    row.collapsed = collapsed;
    table_.add(std::move(row));
  }

  void add_folded(const Open& small) {
    TreeRow row;
    row.depth = small.depth;
    row.cells = cells(small.sum, 0);
    row.cells[1].clear();
    row.label =
        fmt::format("… {} more, each below {:.3g} %", small.folded, options_.threshold * 100);
    row.share = share(small.sum);
    table_.add(std::move(row));
  }

  double share(double value) const {
    return scale_.whole == 0 || !additive(metric_) ? 0 : value / scale_.whole;
  }

  std::vector<std::string> cells(double inclusive, double exclusive) const {
    const double whole = additive(metric_) ? scale_.whole : 0;
    if (options_.percent) return {percent_text(inclusive, whole), percent_text(exclusive, whole)};
    return {format_(inclusive), format_(exclusive), percent_text(inclusive, whole)};
  }

  std::vector<TreeTable::Column> columns() const {
    if (options_.percent) return {{"inclusive %"}, {"exclusive %"}};
    return {{"inclusive"}, {"exclusive"}, {"%"}};
  }

  const Report& report_;
  const Metric& metric_;
  const ShowOptions& options_;
  const Tree tree_;
  const std::vector<double> exclusive_;
  const std::vector<double> inclusive_;
  const std::vector<double> weight_;
  const TableScale scale_;
  const ValueFormat format_;
  std::vector<Open> open_;
  TreeTable table_{columns(), "Call path"};
};

}  // namespace

std::string show_calls(const Report& report, MetricId metric, const ShowOptions& options) {
  return CallTable(report, metric, options).text();
}

}  // namespace lull::report
