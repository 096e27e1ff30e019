// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The iteration of the main loop that waits most, and where it waits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "lull/analysis/analysis.hpp"
#include "lull/report/run/iterations.hpp"

namespace lull::analysis {

struct IterationFinding {
  std::string loop;              // display name
  std::uint64_t iterations = 0;  // total
  std::uint64_t together = 1;    // see report::Iterations
  std::uint64_t worst = 0;       // counted from 0; texts for people count from 1
  double waiting = 0;            // seconds, summed over all locations
  double median = 0;             // over all iterations
  std::string metric;            // the largest wait metric of the worst iteration
  std::string name;
  double seconds = 0;    // value of that metric
  std::string location;  // location with the largest value
  double location_seconds = 0;
};

// Empty if no iteration waits.
[[nodiscard]] std::optional<IterationFinding> worst_iteration(const MetricCatalogue& catalogue,
                                                              const report::Report& report,
                                                              const report::Iterations& iterations);

// Returns waiting time by iteration, summed over all locations and all patterns that are not part
// of another pattern.
[[nodiscard]] std::vector<double> waiting_by_iteration(const MetricCatalogue& catalogue,
                                                       const report::Report& report,
                                                       const report::Iterations& iterations);

}  // namespace lull::analysis
