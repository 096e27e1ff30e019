// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The cost of each iteration of a program's main loop: its start on each location, and the severity
// of each metric in it. Stored in the .cubex file as the member kIterationsMember, a JSON object
// that docs/page-data.md describes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lull/report/model/aggregate.hpp"
#include "lull/report/model/report.hpp"

namespace lull::report {

inline constexpr const char* kIterationsMember = "lull/iterations.json";

struct Iterations {
  // One metric on one location. For times, the call path is undefined, since they cover all call
  // paths.
  struct Series {
    MetricId metric;
    CallPathId path;
    LocationId location;
    // Indexed by iteration; in the metric's unit, inclusive as in a report.
    std::vector<double> values;
  };
  // The start of each iteration and the end of the last one: one entry more than there are
  // iterations.
  struct Borders {
    LocationId location;
    std::vector<double> times;  // seconds since the start of the trace
  };

  std::string loop;  // a phrase such as "in main > solve"
  std::uint64_t iterations = 0;
  std::uint64_t together = 1;  // number of program iterations joined into one
  // Indexed by location; threads have the borders of their process.
  std::vector<Borders> borders;
  std::vector<Series> series;        // indexed by metric, path and location
  std::vector<std::string> remarks;  // sentences about missing data

  [[nodiscard]] bool empty() const { return iterations == 0; }
};

// The message for a report without iterations.
inline constexpr const char* kNoIterations =
    "the report has no iterations: \"lull analyze --iterations\" finds those of the main loop";

// The upper limit for iterations times locations, which bounds memory.
inline constexpr std::uint64_t kMostIterationCells = std::uint64_t{1} << 26;

// Returns the member's text.
[[nodiscard]] std::string iterations_as_json(const Iterations& iterations);
// Reads the report's member; empty if it has none. Throws Error (input) for a malformed member or
// one that does not fit the report: afterwards all lists have the right length, times are in order,
// and sums of values do not overflow.
[[nodiscard]] Iterations iterations_of(const Report& report);

// Returns, indexed by iteration and location (rows of `report.locations.size()`), a metric on a
// call path and on all call paths below it, or on all call paths if `path` is undefined. Metrics
// known only for all call paths together are zero on each single one.
[[nodiscard]] std::vector<std::vector<double>> iteration_matrix(const Report& report,
                                                                const Iterations& iterations,
                                                                MetricId metric, CallPathId path);
// Does the same for the call paths in the set; empty: all.
[[nodiscard]] std::vector<std::vector<double>> iteration_matrix(const Report& report,
                                                                const Iterations& iterations,
                                                                MetricId metric,
                                                                const CallPathSet& only);

// Throws Error: (input) if there are no iterations, (usage) if they lack the metric, or if they
// have it only for all call paths together and `only` is not empty.
void require_iterations(const Report& report, const Iterations& iterations, MetricId metric,
                        const CallPathSet& only);

// Returns the metrics with values by iteration, in the order of the report.
[[nodiscard]] std::vector<MetricId> iteration_metrics(const Report& report,
                                                      const Iterations& iterations);

// Returns the wait state that takes most time in the iterations. Wait states are metrics with
// instances in the report. If there are none, returns the time metric with the highest value,
// except roots, or else the first metric. The result is undefined if no metric has values by
// iteration.
[[nodiscard]] MetricId worst_iteration_metric(const Report& report, const Iterations& iterations);

}  // namespace lull::report
