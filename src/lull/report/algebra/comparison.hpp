// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Whether two reports say the same, within a tolerance. Tables that differ are united by meaning
// (unite.hpp); a value that a report does not have is zero there. So what only one report has makes
// a difference by its values alone, and is named beside them. Where each has one root, these are
// the same. Beyond values, metrics that have any differ when their units do, or the metrics above
// them. Descriptions, sources, machines and members do not count. O(values) time; memory for the
// tables and the worst differences.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lull/report/model/report.hpp"

namespace lull::report {

// Two values are equal when they differ by no more than `relative` times the larger of them, or by
// no more than the absolute tolerance for their unit.
struct Tolerance {
  struct Absolute {
    double value = 0;
    std::string unit;  // of metrics: "sec"; empty: of all
  };
  double relative = 0;
  std::vector<Absolute> absolute;
};

struct CompareOptions {
  Tolerance tolerance;
  std::vector<std::string> metrics;  // unique names; empty: all
  bool positions = true;             // metrics must be part of the same ones
  std::size_t most = 10;             // of the worst differences are kept
};

struct ValueDifference {
  MetricId metric;  // places in Comparison::tables
  CallPathId path;
  LocationId location;
  double a = 0;
  double b = 0;
  double share = 0;      // of the metric's largest value in both reports
  bool matched = false;  // both reports have the metric, the call path and the location
};

// What only one report has, with at least one value there. In order of the tables.
struct Unmatched {
  std::vector<MetricId> metrics;
  std::vector<CallPathId> call_paths;
  std::vector<LocationId> locations;

  [[nodiscard]] bool empty() const {
    return metrics.empty() && call_paths.empty() && locations.empty();
  }
};

struct Comparison {
  Report tables;  // of both, without values
  // What the reports call the root that they are compared at; both empty unless these differ.
  std::string root_a, root_b;
  Unmatched only_a, only_b;
  std::vector<std::string> metric_notes;  // units and parents that differ: sentences
  // The greatest shares first, those that both reports could have before what only one has.
  std::vector<ValueDifference> worst;
  std::uint64_t differences = 0;  // how many values differ in all
  std::uint64_t compared = 0;     // how many places have a value in either report
  std::uint64_t metrics = 0;      // with values that differ

  [[nodiscard]] bool equal() const { return differences == 0 && metric_notes.empty(); }
};

[[nodiscard]] Comparison compare(const Report& a, const Report& b, const CompareOptions& options);

}  // namespace lull::report
