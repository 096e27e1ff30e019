// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/algebra/algebra.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "lull/base/error.hpp"
#include "lull/report/algebra/merge.hpp"

namespace lull::report {
namespace {

// Maps the rows of one report to the merged tables' rows.
struct Operand {
  const Report* report;
  std::vector<MetricId> metrics;       // indexed by merged metric; undefined: the report lacks it
  std::vector<CallPathId> call_paths;  // indexed likewise
  std::vector<LocationId> locations;   // indexed by the report's location: the merged location
};

// Computes a report with the merged tables of several reports.
class Calculation {
 public:
  explicit Calculation(std::span<const Report* const> reports, Roots roots = Roots::ByName) {
    Union all(roots);
    std::vector<MergedPlaces> places;
    for (const Report* const report : reports) places.push_back(all.add(*report));
    result_ = all.tables();
    for (const MergedPlaces& of : places)
      if (!of.root.empty())
        result_.notes.push_back(fmt::format("The root {} of a report is merged with {}.", of.root,
                                            result_.label(CallPathId(0))));
    for (std::size_t i = 0; i < reports.size(); ++i)
      operands_.push_back({reports[i], inverted(places[i].metrics, result_.metrics.size()),
                           inverted(places[i].call_paths, result_.call_paths.size()),
                           std::move(places[i].locations)});
  }

  // take(metric, operand, sum, value) folds the values of the reports into each merged cell,
  // starting from zero.
  template <class Take>
  Report calculate(Take take) {
    std::vector<double> sums(result_.locations.size());
    for (std::size_t metric = 0; metric < result_.metrics.size(); ++metric)
      for (std::size_t path = 0; path < result_.call_paths.size(); ++path) {
        const bool any = add_up(MetricId(metric), CallPathId(path), sums, take);
        if (any) set_row(MetricId(metric), CallPathId(path), sums);
      }
    return std::move(result_);
  }

  [[nodiscard]] Report& result() { return result_; }
  [[nodiscard]] bool has(std::size_t operand, MetricId metric) const {
    return operands_[operand].metrics[metric.index()].defined();
  }

 private:
  template <class Take>
  bool add_up(MetricId metric, CallPathId path, std::vector<double>& sums, Take& take) {
    bool any = false;
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      const Operand& operand = operands_[i];
      const MetricId own_metric = operand.metrics[metric.index()];
      const CallPathId own_path = operand.call_paths[path.index()];
      if (!own_metric.defined() || !own_path.defined()) continue;
      for (const auto& [location, value] : operand.report->row(own_metric, own_path)) {
        double& sum = sums[operand.locations[location.index()].index()];
        sum = take(metric, i, sum, value);
        any = true;
      }
    }
    return any;
  }

  void set_row(MetricId metric, CallPathId path, std::vector<double>& sums) {
    Row row;
    for (std::size_t i = 0; i < sums.size(); ++i) {
      if (sums[i] != 0) row.emplace_back(LocationId(i), sums[i]);
      sums[i] = 0;
    }
    result_.set_row(metric, path, std::move(row));
  }

  Report result_;
  std::vector<Operand> operands_;
};

std::vector<const Report*> pointers(std::span<const Report> reports) {
  std::vector<const Report*> all;
  for (const Report& report : reports) all.push_back(&report);
  return all;
}

bool holds_fractions(const Report& report, MetricId metric) {
  for (std::size_t path = 0; path < report.call_paths.size(); ++path)
    for (const auto& [location, value] : report.row(metric, CallPathId(path)))
      if (value != std::floor(value)) return true;
  return false;
}

// Sums of the same numbers in different orders count as equal.
double less(double a, double b) {
  constexpr double kRounding = 1e-12;
  const double difference = a - b;
  return std::abs(difference) <= kRounding * std::max(std::abs(a), std::abs(b)) ? 0 : difference;
}

}  // namespace

Report difference(const Report& a, const Report& b) {
  const std::vector<const Report*> both{&a, &b};
  Calculation calculation(both, Roots::SingleAsOne);
  for (Metric& metric : calculation.result().metrics)
    if (metric.type == ValueType::Unsigned) metric.type = ValueType::Signed;
  return calculation.calculate([](MetricId, std::size_t operand, double sum, double value) {
    return operand == 0 ? value : less(sum, value);
  });
}

Report mean(std::span<const Report> reports) {
  Calculation calculation(pointers(reports), Roots::SingleAsOne);
  const std::vector<Metric> metrics = calculation.result().metrics;
  const auto number = static_cast<double>(reports.size());
  Report result =
      calculation.calculate([&metrics](MetricId metric, std::size_t, double sum, double value) {
        return combine(metrics[metric.index()].type, sum, value);
      });
  for (std::size_t i = 0; i < result.metrics.size(); ++i) {
    const MetricId metric(i);
    if (!additive(result.metrics[i])) continue;
    for (std::size_t path = 0; path < result.call_paths.size(); ++path) {
      Row row = result.row(metric, CallPathId(path));
      if (row.empty()) continue;
      for (auto& [location, value] : row) value /= number;
      result.set_row(metric, CallPathId(path), std::move(row));
    }
    const ValueType type = result.metrics[i].type;
    if (type != ValueType::Double && holds_fractions(result, metric))
      result.metrics[i].type = ValueType::Double;
  }
  return result;
}

Report merge(std::span<const Report> reports, Preference preference) {
  Calculation calculation(pointers(reports));
  std::vector<std::size_t> source;  // indexed by metric
  for (std::size_t i = 0; i < calculation.result().metrics.size(); ++i) {
    std::size_t place = 0;  // place in the order of preference
    const auto report_at = [&] {
      return preference == Preference::First ? place : reports.size() - 1 - place;
    };
    while (!calculation.has(report_at(), MetricId(i))) ++place;
    source.push_back(report_at());
  }
  return calculation.calculate(
      [&source](MetricId metric, std::size_t operand, double sum, double value) {
        return operand == source[metric.index()] ? value : sum;
      });
}

Report cut(const Report& report, const CallPathSet& roots, const CallPathSet& pruned) {
  const CallPathSet kept = roots.empty() ? roots : with_subtrees(report, roots);
  const CallPathSet gone = pruned.empty() ? pruned : with_subtrees(report, pruned);
  Report result;
  Union tables;
  static_cast<void>(tables.add(report));
  result = tables.tables();
  result.call_paths.clear();
  std::vector<CallPathId> places;  // indexed by call path; undefined: removed
  for (std::size_t i = 0; i < report.call_paths.size(); ++i) {
    const CallPath& path = report.call_paths[i];
    const CallPathId parent = path.parent.defined() ? places[path.parent.index()] : CallPathId{};
    places.push_back(parent);
    if (!kept.empty() && !kept[i]) {
      places.back() = {};
    } else if (gone.empty() || !gone[i]) {
      places.back() = CallPathId(result.call_paths.size());
      result.call_paths.push_back({path.region, parent, path.parameters});
    } else if (!parent.defined()) {
      throw usage_error("{} is a root: it cannot be pruned", report.path_name(CallPathId(i)));
    }
  }
  if (result.call_paths.empty()) throw usage_error("no call path is left");
  for (std::size_t metric = 0; metric < report.metrics.size(); ++metric)
    for (std::size_t i = 0; i < places.size(); ++i)
      if (places[i].defined())
        for (const auto& [location, value] : report.row(MetricId(metric), CallPathId(i)))
          result.add(MetricId(metric), places[i], location, value);
  return result;
}

}  // namespace lull::report
