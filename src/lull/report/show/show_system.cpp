// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "lull/base/text/counted.hpp"
#include "lull/base/text/printable.hpp"
#include "lull/report/model/table_scale.hpp"
#include "lull/report/model/value_text.hpp"
#include "lull/report/show/show.hpp"

namespace lull::report {
namespace {

constexpr std::size_t kBarWidth = 12;

// Returns a bar with a resolution of eighths of a character.
std::string bar(double share) {
  if (!(share > 0)) return {};  // true for NaN, too
  static constexpr const char* kEighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const auto eighths = static_cast<std::size_t>(std::lround(std::min(share, 1.0) * kBarWidth * 8));
  std::string text;
  for (std::size_t i = 0; i < eighths / 8; ++i) text += "█";
  return text + kEighths[eighths % 8];
}

struct Node {
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  std::string label;
  std::size_t parent = kNone;
  std::string detail = {};
  double value = 0;
  bool leaf = false;  // represents one location
  std::vector<std::size_t> children = {};
};

// Adds to each node the values of all nodes below it. Parents come before their children.
void add_up(std::vector<Node>& nodes, ValueType type) {
  for (std::size_t i = nodes.size(); i-- > 0;)
    if (nodes[i].parent != Node::kNone) {
      Node& parent = nodes[nodes[i].parent];
      parent.value = combine(type, parent.value, nodes[i].value);
    }
}

// Returns system nodes, processes and locations as one tree, parents first, as in each of the three
// tables. A process with a single location represents it.
std::vector<Node> system_tree(const Report& report, const std::vector<double>& values,
                              ValueType type) {
  const auto place = [](SystemNodeId node) { return node.defined() ? node.index() : Node::kNone; };
  std::vector<Node> nodes;
  for (const SystemNode& node : report.system_nodes)
    nodes.push_back({.label = node.name,
                     .parent = place(node.parent),
                     .detail = node.name.find(node.kind) == node.name.npos ? node.kind : ""});
  const std::size_t processes = nodes.size();
  for (const Process& process : report.processes)
    nodes.push_back({.label = process.name, .parent = place(process.node)});
  std::vector<std::size_t> threads(report.processes.size());
  for (const Location& location : report.locations) ++threads[location.process.index()];
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Location& location = report.locations[i];
    const std::size_t process = processes + location.process.index();
    const bool alone = threads[location.process.index()] == 1;
    if (!alone) nodes.push_back({.label = location.name, .parent = process});
    Node& leaf = alone ? nodes[process] : nodes.back();
    if (alone) leaf.detail = location.name;
    leaf.value = values[i];
    leaf.leaf = true;
  }
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (nodes[i].parent != Node::kNone) nodes[nodes[i].parent].children.push_back(i);
  add_up(nodes, type);
  return nodes;
}

class SystemTable {
 public:
  SystemTable(const Report& report, MetricId metric, const ShowOptions& options)
      : report_(report),
        metric_(report.metrics[metric.index()]),
        options_(options),
        values_(sum_by_location(report, metric, options.call_paths)),
        nodes_(system_tree(report, values_, metric_.type)),
        scale_(scale()),
        format_(metric_, scale_.largest) {
    for (const double value : values_) largest_ = std::max(largest_, std::abs(value));
  }

  std::string text() {
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      if (nodes_[i].parent == Node::kNone) roots_.push_back(i);
    open(roots_, 0);
    while (!open_.empty()) {
      const Open next = open_.back();
      open_.pop_back();
      if (!next.folded.empty()) {
        add_folded(next);
        continue;
      }
      const Node& node = nodes_[next.node];
      const bool collapsed = options_.depth && next.depth == *options_.depth;
      add(node, next.depth, collapsed && !node.children.empty());
      if (!collapsed) open(node.children, next.depth + 1);
    }
    return note() + table_.text(options_.style) + summary();
  }

 private:
  // A node to be drawn, or several nodes that are drawn as one line.
  struct Open {
    std::size_t node = 0;
    std::size_t depth = 0;
    std::vector<std::size_t> folded;
  };

  // Opens all siblings in their order, or the greatest in their order and the rest as one line.
  void open(const std::vector<std::size_t>& siblings, std::size_t depth) {
    std::vector<std::size_t> kept = siblings;
    Open rest{0, depth, {}};
    if (!options_.all && siblings.size() > options_.most_children) {
      std::stable_sort(kept.begin(), kept.end(), [&](std::size_t a, std::size_t b) {
        return std::abs(nodes_[a].value) > std::abs(nodes_[b].value);
      });
      rest.folded.assign(kept.begin() + static_cast<std::ptrdiff_t>(options_.most_children),
                         kept.end());
      kept.resize(options_.most_children);
      std::sort(kept.begin(), kept.end());
      open_.push_back(std::move(rest));
    }
    for (auto node = kept.rbegin(); node != kept.rend(); ++node)
      open_.push_back({*node, depth, {}});
  }

  void add(const Node& node, std::size_t depth, bool collapsed) {
    TreeRow row;
    row.depth = depth;
    row.cells = cells(node.value);
    row.cells.push_back(node.leaf && largest_ > 0 ? bar(std::abs(node.value) / largest_) : "");
    row.label = node.label;
    row.detail = node.detail;
    row.share = share(node.value);
    row.collapsed = collapsed;
    table_.add(std::move(row));
  }

  void add_folded(const Open& rest) {
    double sum = 0;
    double least = nodes_[rest.folded.front()].value;
    double most = least;
    for (const std::size_t node : rest.folded) {
      sum = combine(metric_.type, sum, nodes_[node].value);
      least = std::min(least, nodes_[node].value);
      most = std::max(most, nodes_[node].value);
    }
    TreeRow row;
    row.depth = rest.depth;
    row.cells = cells(sum);
    row.label = fmt::format("… {} more, {} to {} each", rest.folded.size(), format_(least),
                            format_.with_unit(most));
    row.share = share(sum);
    table_.add(std::move(row));
  }

  std::vector<std::string> cells(double value) const {
    const std::string share = percent_text(value, additive(metric_) ? scale_.whole : 0);
    if (options_.percent) return {share};
    return {format_(value), share};
  }

  double share(double value) const { return scale_.whole == 0 ? 0 : value / scale_.whole; }

  // Values of a minimum or maximum are not added, but their sum still selects the unit.
  TableScale scale() const {
    double root = 0;
    double largest = std::abs(std::accumulate(values_.begin(), values_.end(), 0.0));
    for (const double value : values_) root = combine(metric_.type, root, value);
    for (const Node& node : nodes_) largest = std::max(largest, std::abs(node.value));
    if (additive(metric_)) return table_scale(root, largest);
    return {largest, root, false};
  }

  std::string note() const {
    return scale_.cancels ? cancel_note(scale_, format_) + "\n" : std::string();
  }

  std::string summary() const;

  std::vector<TreeTable::Column> columns() const {
    if (options_.percent) return {{"%"}, {"", true}};
    return {{format_.unit()}, {"%"}, {"", true}};
  }

  const Report& report_;
  const Metric& metric_;
  const ShowOptions& options_;
  const std::vector<double> values_;
  const std::vector<Node> nodes_;
  const TableScale scale_;
  const ValueFormat format_;
  double largest_ = 0;  // largest value of the locations
  std::vector<std::size_t> roots_;
  std::vector<Open> open_;
  TreeTable table_{columns(), "System"};
};

// Describes the distribution over locations in three lines.
std::string SystemTable::summary() const {
  if (values_.size() < 2 || !additive(metric_)) return {};
  const auto [least, most] = std::minmax_element(values_.begin(), values_.end());
  const auto line = [&](const char* what, auto value) {
    const Location& location = report_.locations[static_cast<std::size_t>(value - values_.begin())];
    const Process& process = report_.processes[location.process.index()];
    return fmt::format("\n  {} {}: {}, {}", what, format_.with_unit(*value),
                       printable(process.name), printable(location.name));
  };
  const double mean =
      std::accumulate(values_.begin(), values_.end(), 0.0) / static_cast<double>(values_.size());
  std::string text =
      fmt::format("\n{}, mean {}", counted(values_.size(), "location"), format_.with_unit(mean));
  text += line("least   ", least) + line("greatest", most);
  if (mean > 0 && !scale_.cancels) text += fmt::format(" ({:.2f} × the mean)", *most / mean);
  return text + "\n";
}

}  // namespace

std::string show_system(const Report& report, MetricId metric, const ShowOptions& options) {
  return SystemTable(report, metric, options).text();
}

}  // namespace lull::report
