// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Checks the metrics of a report for consistency: in a tree of metrics, no value is negative or
// less than the sum of its sub-metrics. Times must satisfy this at each call path and location;
// numbers of operations and bytes must satisfy it at each location, over all call paths, since some
// are counted where an operation ends and their parent where it begins. Metrics in other units, and
// metrics that are not in a tree (hardware counters), are not checked.
//
// A violation in an analysis is a bug in the analysis. Takes O(values) time and 24 bytes per
// location. Rounding errors are ignored.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "lull/report/model/report.hpp"
#include "lull/report/model/tree.hpp"

namespace lull::report {

struct Misfits {
  std::uint64_t count = 0;  // number of violations
  // The first violation: its metric and the remainder after its sub-metrics (times), or the value.
  MetricId metric;
  CallPathId path;  // undefined: all call paths
  LocationId location;
  double own = 0;
};

// `rows(metric, path, use)` calls use(location, value), possibly several times for a location;
// these values are added. Integers are compared exactly.
template <class Value, class Rows, class InRow>
class MisfitSearch {
 public:
  // Uses only the tables of `report`. `in_row(metric)` returns true if the rows of the metric's
  // parent include the metric's own values, which are then subtracted.
  MisfitSearch(const Report& report, Rows rows, InRow in_row)
      : metrics_(report.metrics),
        tree_(report.metrics),
        paths_(report.call_paths.size()),
        sums_(report.locations.size()),
        rows_(rows),
        in_row_(in_row) {}

  [[nodiscard]] Misfits run() {
    for (std::size_t i = 0; i < metrics_.size(); ++i) {
      const Metric& metric = metrics_[i];
      if (!metric.parent.defined() && tree_.children(i).empty()) continue;
      if (metric.unit != "sec" && metric.unit != "occ" && metric.unit != "bytes") continue;
      for (std::size_t path = 0; path < paths_; ++path) {
        add(i, path);
        if (metric.unit == "sec") judge(MetricId(i), CallPathId(path));
      }
      judge(MetricId(i), CallPathId{});
    }
    return found_;
  }

 private:
  struct Sum {
    Value own{};
    double size = 0;  // magnitude of the added values
    bool touched = false;
  };

  void add(std::size_t metric, std::size_t path) {
    add_row(metric, path, Value{1});
    for (const std::size_t child : tree_.children(metric))
      if (in_row_(MetricId(child))) add_row(child, path, Value{-1});
  }
  void add_row(std::size_t metric, std::size_t path, Value sign) {
    rows_(MetricId(metric), CallPathId(path), [&](auto location, Value value) {
      Sum& sum = sums_[location.index()];
      if (!sum.touched) touched_.push_back(location.index());
      sum.touched = true;
      sum.own += sign * value;
      sum.size += std::abs(static_cast<double>(value));
    });
  }
  void judge(MetricId metric, CallPathId path) {
    constexpr double kRounding = 16 * std::numeric_limits<double>::epsilon();
    const bool first = found_.count == 0;
    for (const std::size_t location : touched_) {
      Sum& sum = sums_[location];
      const double allowed = std::numeric_limits<Value>::is_integer ? 0 : kRounding * sum.size;
      const auto own = static_cast<double>(sum.own);
      if (own < -allowed && (found_.count++ == 0 || (first && location < found_.location.index())))
        found_ = {found_.count, metric, path, LocationId(location), own};
      sum = {};
    }
    touched_.clear();
  }

  const std::vector<Metric>& metrics_;
  Tree tree_;
  std::size_t paths_;
  std::vector<Sum> sums_;  // indexed by location
  std::vector<std::size_t> touched_;
  Rows rows_;
  InRow in_row_;
  Misfits found_;
};

template <class Value, class Rows, class InRow>
[[nodiscard]] Misfits find_misfits(const Report& tables, Rows rows, InRow in_row) {
  return MisfitSearch<Value, Rows, InRow>(tables, rows, in_row).run();
}
[[nodiscard]] Misfits find_misfits(const Report& report);

// Describes the first violation, such as "-0.2 s in mpi_point2point of main/MPI_Recv at Process 3,
// Thread 1".
[[nodiscard]] std::string describe(const Misfits& misfits, const Report& tables);

}  // namespace lull::report
