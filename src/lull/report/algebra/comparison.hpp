// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Compares two reports within a tolerance. Tables are merged by meaning (merge.hpp); a missing
// value is zero. Rows that only one report has therefore make a difference by their values alone,
// and are listed separately. If each report has a single root, the roots correspond. Metrics with
// values also differ if their units or their parents differ. Descriptions, sources, machines and
// members are ignored. Takes O(values) time, and memory for the tables and the worst differences.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lull/report/model/report.hpp"

namespace lull::report {

// Two values are equal if they differ by at most `relative` times the larger of them, or by at most
// the absolute tolerance for their unit.
struct Tolerance {
  struct Absolute {
    double value = 0;
    // Applies to metrics in this unit, such as "sec"; empty: applies to all metrics.
    std::string unit;
  };
  double relative = 0;
  std::vector<Absolute> absolute;
};

struct CompareOptions {
  Tolerance tolerance;
  std::vector<std::string> metrics;  // unique names; empty: all
  bool positions = true;             // metrics must have the same parents
  std::size_t most = 10;             // number of worst differences to keep
};

struct ValueDifference {
  MetricId metric;  // indices of Comparison::tables
  CallPathId path;
  LocationId location;
  double a = 0;
  double b = 0;
  double share = 0;      // difference relative to the metric's largest value in both reports
  bool matched = false;  // both reports have the metric, the call path and the location
};

// Rows with values that only one report has, in the order of the tables.
struct Unmatched {
  std::vector<MetricId> metrics;
  std::vector<CallPathId> call_paths;
  std::vector<LocationId> locations;

  [[nodiscard]] bool empty() const {
    return metrics.empty() && call_paths.empty() && locations.empty();
  }
};

struct Comparison {
  Report tables;  // merged, without values
  // The roots' names if corresponding roots differ in name; otherwise both are empty.
  std::string root_a, root_b;
  Unmatched only_a, only_b;
  std::vector<std::string> metric_notes;  // sentences about differing units and parents
  // Largest shares first; cells that exist in both reports come before the others.
  std::vector<ValueDifference> worst;
  std::uint64_t differences = 0;  // total number of differing values
  std::uint64_t compared = 0;     // number of cells with a value in either report
  std::uint64_t metrics = 0;      // number of metrics with differing values

  [[nodiscard]] bool equal() const { return differences == 0 && metric_notes.empty(); }
};

[[nodiscard]] Comparison compare(const Report& a, const Report& b, const CompareOptions& options);

}  // namespace lull::report
