// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/rules/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "lull/base/error.hpp"
#include "lull/report/model/distribution.hpp"
#include "lull/report/model/path_names.hpp"
#include "lull/report/model/selection.hpp"
#include "lull/report/model/units.hpp"

namespace lull::report {
namespace {

// Thrown only within this file.
struct Skip {
  std::string reason;
};

// The part of a report that a rule names.
struct Place {
  const Report& report;
  MetricId metric;
  CallPathSet call_paths;  // empty: all
  bool absent = false;     // the report has no such call path
};

bool of_one_location(Aggregate aggregate) {
  return aggregate == Aggregate::Minimum || aggregate == Aggregate::Maximum ||
         aggregate == Aggregate::Imbalance;
}

double aggregated(Aggregate aggregate, const Distribution& found) {
  switch (aggregate) {
    case Aggregate::Sum:
      return found.total;
    case Aggregate::Mean:
      return found.mean;
    case Aggregate::Median:
      return found.median;
    case Aggregate::Minimum:
      return found.minimum;
    case Aggregate::Maximum:
      return found.maximum;
    case Aggregate::Imbalance:
      return found.imbalance;
  }
  return 0;
}

bool holds(double value, Relation relation, double limit) {
  switch (relation) {
    case Relation::Greater:
      return value > limit;
    case Relation::GreaterOrEqual:
      return value >= limit;
    case Relation::Less:
      return value < limit;
    case Relation::LessOrEqual:
      return value <= limit;
  }
  return false;
}

bool above(Relation relation) {
  return relation == Relation::Greater || relation == Relation::GreaterOrEqual;
}

double percent_of(double part, double whole) {
  if (part == 0) return 0;
  return whole == 0 ? std::copysign(std::numeric_limits<double>::infinity(), part)
                    : 100 * (part / std::abs(whole));
}

// Returns the contribution of each call path, by its name.
std::map<std::string, double> weights(const Place& place, Aggregate aggregate,
                                      const Distribution& found) {
  std::map<std::string, double> weights;
  const Report& report = place.report;
  const PathNames names(report);
  const auto locations = static_cast<double>(std::max<std::size_t>(found.locations, 1));
  for (std::size_t i = 0; i < report.call_paths.size() && !place.absent; ++i) {
    const CallPathId path(i);
    if ((!place.call_paths.empty() && !place.call_paths[i]) ||
        report.row(place.metric, path).empty())
      continue;
    double weight = report.exclusive(place.metric, path);
    if (aggregate == Aggregate::Minimum) weight = report.value(place.metric, path, found.least);
    if (aggregate == Aggregate::Maximum) weight = report.value(place.metric, path, found.greatest);
    if (aggregate == Aggregate::Imbalance)
      weight = report.value(place.metric, path, found.greatest) - weight / locations;
    weights[names[path]] += weight;
  }
  return weights;
}

class RuleCheck {
 public:
  RuleCheck(const CheckRule& rule, const Report& report, const Report* baseline)
      : rule_(rule), report_(report), baseline_(baseline) {}

  // Returns whether the rule is about a share of time.
  [[nodiscard]] static bool is_share_of_time(const CheckRule& rule, const Report& report) {
    if (rule.change || rule.unit != "%") return false;
    const std::vector<MetricId> metrics = metrics_called(report, rule.metric);
    return std::ranges::any_of(
        metrics, [&](MetricId metric) { return report.metrics[metric.index()].unit == "sec"; });
  }

  CheckOutcome run() {
    if (rule_.change && baseline_ == nullptr)
      fail(rule_.limit_at, "a change needs a baseline: use --baseline, or omit the sign");
    const Place now = place();
    metric_ = &report_.metrics[now.metric.index()];
    require_all_values(*metric_, "the report");
    outcome_.metric = now.metric;
    set_limit();
    const Distribution found = distribution_of(report_, now.metric, now.call_paths);
    outcome_.now = aggregated(rule_.aggregate, found);
    outcome_.value = outcome_.now;
    if (rule_.change)
      compare_with_baseline();
    else if (rule_.unit == "%")
      outcome_.value = percent_of(outcome_.now, whole(now.metric));
    const bool failed =
        std::isnan(outcome_.value) || holds(outcome_.value, rule_.relation, outcome_.limit);
    outcome_.state = failed ? CheckOutcome::State::Failed : CheckOutcome::State::Passed;
    if (of_one_location(rule_.aggregate) && found.locations > 0)
      outcome_.location = location_name(
          report_, rule_.aggregate == Aggregate::Minimum ? found.least : found.greatest);
    if (failed) find_worst(weights(now, rule_.aggregate, found));
    return std::move(outcome_);
  }

 private:
  [[noreturn]] void fail(std::size_t at, std::string sentence) const {
    throw RuleMistake{at, std::move(sentence)};
  }

  // Omitted values could make a rule pass that would otherwise fail.
  static void require_all_values(const Metric& metric, const char* of) {
    if (metric.left_out > 0)
      throw input_error("{} cannot be checked: {}", of, left_out_note(metric));
  }

  Place place() const {
    Place found{report_, {}, {}};
    const bool known = !metrics_called(report_, rule_.metric).empty();
    try {
      found.metric = select_metric(report_, rule_.metric);
    } catch (const Error& error) {
      if (!known && rule_.if_present)
        throw Skip{fmt::format("the report has no metric \"{}\"", rule_.metric)};
      fail(rule_.metric_at, error.what());
    }
    try {
      if (!rule_.call_path.empty()) found.call_paths = select_call_paths(report_, rule_.call_path);
    } catch (const Error& error) {
      if (rule_.if_present)
        throw Skip{fmt::format("the report has no call path \"{}\"", rule_.call_path)};
      fail(rule_.call_path_at, error.what());
    }
    return found;
  }

  Place place_in_baseline() const {
    const auto metric = baseline_->find_metric(metric_->unique_name);
    if (!metric) {
      std::string sentence = fmt::format("the baseline has no metric {}", metric_->unique_name);
      if (rule_.if_present) throw Skip{std::move(sentence)};
      fail(rule_.metric_at, std::move(sentence));
    }
    require_all_values(baseline_->metrics[metric->index()], "the baseline");
    if (const std::string& unit = baseline_->metrics[metric->index()].unit; unit != metric_->unit)
      fail(rule_.metric_at,
           fmt::format("{} is measured in {} in the report and in {} in the baseline",
                       metric_->unique_name, metric_->unit, unit));
    Place found{*baseline_, *metric, {}};
    if (rule_.call_path.empty()) return found;
    found.call_paths = call_paths_called(*baseline_, rule_.call_path);
    found.absent = found.call_paths.empty();
    return found;
  }

  // Converts the limit to the unit in which values are compared.
  void set_limit() {
    outcome_.limit = rule_.limit;
    outcome_.unit = rule_.unit == "%" ? "%" : metric_->unit;
    const bool ratio = rule_.aggregate == Aggregate::Imbalance;
    if (ratio && rule_.unit.empty()) outcome_.unit.clear();
    if (rule_.unit.empty() || (rule_.unit == "%" && rule_.change)) return;
    if (ratio) fail(rule_.unit_at, "imbalance is a ratio (maximum / mean), without a unit");
    if (rule_.unit == "%" || rule_.unit == metric_->unit) return;
    const Unit* const unit = find_unit(rule_.unit);
    if (unit == nullptr)
      fail(rule_.unit_at,
           fmt::format("unknown unit \"{}\"; known units are s, ms, us, ns, min, B, KiB, "
                       "MiB, GiB, kB, MB, GB and %",
                       rule_.unit));
    if (unit->measure != metric_->unit)
      fail(rule_.unit_at,
           fmt::format("{} is measured in {}, not in {}", metric_->unique_name,
                       metric_->unit.empty() ? "plain numbers" : metric_->unit, rule_.unit));
    outcome_.limit *= unit->scale;
  }

  // Returns the value of 100 %.
  double whole(MetricId metric) const {
    if (!additive(*metric_))
      fail(rule_.unit_at,
           fmt::format("{} is a minimum or maximum: it has no shares", metric_->unique_name));
    const auto time = report_.find_metric("time");
    MetricId root = metric;
    while (report_.metrics[root.index()].parent.defined())
      root = report_.metrics[root.index()].parent;
    if (metric_->unit == "sec" && time && additive(report_.metrics[time->index()])) root = *time;
    if (report_.metrics[root.index()].unit != metric_->unit)
      fail(rule_.unit_at,
           fmt::format("{} has no shares: its root metric, {}, has another unit",
                       metric_->unique_name, report_.metrics[root.index()].unique_name));
    require_all_values(report_.metrics[root.index()], "the report");
    const Distribution all = distribution_of(report_, root);
    return rule_.aggregate == Aggregate::Sum ? all.total : all.mean;
  }

  void compare_with_baseline() {
    const Place then = place_in_baseline();
    const Distribution before =
        then.absent ? Distribution{} : distribution_of(*baseline_, then.metric, then.call_paths);
    outcome_.before = aggregated(rule_.aggregate, before);
    outcome_.value = outcome_.now - *outcome_.before;
    if (rule_.unit == "%") outcome_.value = percent_of(outcome_.value, *outcome_.before);
    before_ = weights(then, rule_.aggregate, before);
  }

  // Finds the call path that contributes most to an excess, or the one that has lost most if the
  // value is too small.
  void find_worst(std::map<std::string, double> weights) {
    if (!above(rule_.relation) && !rule_.change) return;
    for (const auto& [path, weight] : before_) weights[path] -= weight;
    const double sign = above(rule_.relation) ? 1 : -1;
    const auto worst = std::ranges::max_element(
        weights, {}, [&](const auto& entry) { return sign * entry.second; });
    if (worst == weights.end() || !(sign * worst->second > 0)) return;
    outcome_.worst_call_path = worst->first;
    outcome_.worst_value = worst->second;
  }

  const CheckRule& rule_;
  const Report& report_;
  const Report* baseline_;
  const Metric* metric_ = nullptr;
  std::map<std::string, double> before_;  // weights in the baseline
  CheckOutcome outcome_;
};

}  // namespace

std::size_t CheckResult::count(CheckOutcome::State state) const {
  return static_cast<std::size_t>(std::ranges::count(outcomes, state, &CheckOutcome::state));
}

CheckResult check(const Report& report, const Report* baseline, std::span<const CheckRule> rules,
                  const Report* focused) {
  CheckResult result;
  for (const CheckRule& rule : rules) {
    const auto begin = std::chrono::steady_clock::now();
    CheckOutcome outcome;
    try {
      const bool is_share = RuleCheck::is_share_of_time(rule, report);
      const bool of_focus = is_share && focused != nullptr;
      outcome = RuleCheck(rule, of_focus ? *focused : report, baseline).run();
      outcome.is_share = is_share;
    } catch (const Skip& skip) {
      outcome.reason = skip.reason;
    } catch (const RuleMistake& mistake) {
      result.mistakes.push_back({rule.source, mistake});
    }
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    outcome.seconds = taken.count();
    result.outcomes.push_back(std::move(outcome));
  }
  return result;
}

}  // namespace lull::report
