// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What the iterations of a program's main loop cost, one by one: when each began on which location,
// and how severe each metric was in it. It travels in the .cubex file as the member
// kIterationsMember, a JSON object that docs/page-data.md describes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lull/report/model/aggregate.hpp"
#include "lull/report/model/report.hpp"

namespace lull::report {

inline constexpr const char* kIterationsMember = "lull/iterations.json";

struct Iterations {
  // One metric on one location. Of times a call path is undefined: they are of all call paths.
  struct Series {
    MetricId metric;
    CallPathId path;
    LocationId location;
    std::vector<double> values;  // by iteration, in the metric's unit, inclusive as in a report
  };
  // When the iterations began, and when the last one ended: one more than iterations.
  struct Borders {
    LocationId location;
    std::vector<double> times;  // seconds since the begin of the trace
  };

  std::string loop;  // what it is, in words: "in main > solve"
  std::uint64_t iterations = 0;
  std::uint64_t together = 1;        // so many iterations of the program are one here
  std::vector<Borders> borders;      // by location; threads have those of their process
  std::vector<Series> series;        // by metric, path and location
  std::vector<std::string> remarks;  // what is missing, sentences

  [[nodiscard]] bool empty() const { return iterations == 0; }
};

// What to say of a report without them.
inline constexpr const char* kNoIterations =
    "the report has no iterations: \"lull analyze --iterations\" finds those of the main loop";

// The most iterations times locations of a report, so that no report takes all memory.
inline constexpr std::uint64_t kMostIterationCells = std::uint64_t{1} << 26;

// The member's text.
[[nodiscard]] std::string iterations_as_json(const Iterations& iterations);
// What the report's member says; empty when it has none. Throws Error (input) for a member that is
// no such object, or does not fit the report: then all lists have the right length, times are in
// order, and sums of values do not overflow.
[[nodiscard]] Iterations iterations_of(const Report& report);

// By iteration and location (rows of `report.locations.size()`): a metric on a call path and all
// below it, or on all where `path` is undefined. What is known for all call paths together only is
// zero on each.
[[nodiscard]] std::vector<std::vector<double>> iteration_matrix(const Report& report,
                                                                const Iterations& iterations,
                                                                MetricId metric, CallPathId path);
// The same for the call paths in the set; empty: all.
[[nodiscard]] std::vector<std::vector<double>> iteration_matrix(const Report& report,
                                                                const Iterations& iterations,
                                                                MetricId metric,
                                                                const CallPathSet& only);

// Throws Error: (input) when there are no iterations, (usage) when they do not tell the metric's
// values, or tell them for all call paths together only and `only` is not empty.
void require_iterations(const Report& report, const Iterations& iterations, MetricId metric,
                        const CallPathSet& only);

// Those that have values by iteration, in the order of the report.
[[nodiscard]] std::vector<MetricId> iteration_metrics(const Report& report,
                                                      const Iterations& iterations);

// The wait state that takes most time in the iterations: wait states are the metrics of which the
// report has single instances. Without any the time metric with most, but for roots; else the
// first. Undefined when no metric has values by iteration.
[[nodiscard]] MetricId worst_iteration_metric(const Report& report, const Iterations& iterations);

}  // namespace lull::report
