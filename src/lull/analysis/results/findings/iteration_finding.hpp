// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What is to be said about the iterations of the main loop: which of them waits most, and where.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "lull/analysis/analysis.hpp"
#include "lull/report/run/iterations.hpp"

namespace lull::analysis {

struct IterationFinding {
  std::string loop;              // in words
  std::uint64_t iterations = 0;  // in all
  std::uint64_t together = 1;    // see report::Iterations
  std::uint64_t worst = 0;       // counted from 0; texts for people count from 1
  double waiting = 0;            // seconds, of all locations
  double median = 0;             // of all iterations
  std::string metric;            // of the worst: what it waits for most
  std::string name;
  double seconds = 0;    // of that metric
  std::string location;  // that waits most for it
  double location_seconds = 0;
};

// Nothing where no iteration waits.
[[nodiscard]] std::optional<IterationFinding> worst_iteration(const MetricCatalogue& catalogue,
                                                              const report::Report& report,
                                                              const report::Iterations& iterations);

// Waiting time by iteration, of all locations and patterns that are no part of another one.
[[nodiscard]] std::vector<double> waiting_by_iteration(const MetricCatalogue& catalogue,
                                                       const report::Report& report,
                                                       const report::Iterations& iterations);

}  // namespace lull::analysis
