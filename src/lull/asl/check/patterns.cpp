// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Checks bodies of patterns and their metrics.
#include <fmt/format.h>

#include <unordered_map>
#include <utility>

#include "lull/asl/check/context/checking.hpp"
#include "lull/asl/check/expressions/body_checker.hpp"
#include "lull/asl/model/model.hpp"

namespace lull::asl {
namespace {

class PatternChecker {
 public:
  PatternChecker(Checking& checking, const Declared<Pattern, PatternId>& one)
      : checking_(checking),
        tree_(*one.tree),
        origin_(one.origin),
        pattern_(checking.program.patterns[one.id.index()]),
        body_(checking, one.origin, {pattern_.root_class, {}, true}) {}

  void check() {
    body_.begin(pattern_.scope);
    for (const Constant& one : tree_.instantiation) body_.announce(one.name);
    for (const Constant& one : tree_.exports) body_.announce(one.name);
    body_.let(tree_.let);
    for (const Constant& one : tree_.instantiation)
      pattern_.instantiation.push_back(body_.step(one, checking_.resolve(one.type, origin_)));
    if (tree_.constraint)
      pattern_.constraint = body_.expressions().check(*tree_.constraint, StaticType::Kind::Boolean);
    for (std::size_t i = 0; i < tree_.exports.size(); ++i)
      pattern_.exports[i] = body_.step(tree_.exports[i], pattern_.exports[i].type);
    if (tree_.metric) metric(*tree_.metric);
    body_.end();
  }

 private:
  void metric(const Metric& tree) {
    ExpressionChecker& expressions = body_.expressions();
    if (!tree_.parameters.empty())
      expressions.fail(tree.at, "a pattern with METRIC has no parameters",
                       "it is part of every report, which passes no arguments");
    code::Metric metric;
    metric.at = tree.at;
    metric.name = tree.name.value;
    metric.parent = tree.parent ? tree.parent->value : "";
    metric.title = tree.title ? tree.title->value : metric.name;
    metric.itself = tree.itself;
    metric.text = tree.text ? tree.text->value : "";
    if (metric.name.empty()) expressions.fail(tree.name.at, "a metric needs a name");
    if (tree.range)
      metric.each =
          expressions.open_range(tree.range->variable, *tree.range->set, tree.range->filter.get());
    metric.seconds = expressions.check(*tree.seconds, StaticType::Kind::Float);
    metric.event = expressions.check(*tree.event, object_of(model().event));
    if (tree.range) expressions.close_range();
    pattern_.metric = std::move(metric);
  }

  Checking& checking_;
  const Pattern& tree_;
  Origin origin_;
  code::Pattern& pattern_;
  BodyChecker body_;
};

// Checks that metric names are unique.
void check_metric_names(Checking& checking) {
  std::unordered_map<std::string, const code::Pattern*> known;
  for (const auto& one : checking.patterns) {
    const code::Pattern& pattern = checking.program.patterns[one.id.index()];
    if (!pattern.metric || pattern.metric->name.empty()) continue;
    const auto [first, is_new] = known.emplace(pattern.metric->name, &pattern);
    if (!is_new)
      checking.fail(one.origin, one.tree->metric->name.at,
                    fmt::format("there is already a metric {}", pattern.metric->name),
                    fmt::format("the pattern {} declares it", first->second->name));
  }
}

}  // namespace

void check_patterns(Checking& checking) {
  for (const auto& one : checking.patterns) PatternChecker(checking, one).check();
  check_metric_names(checking);
}

}  // namespace lull::asl
