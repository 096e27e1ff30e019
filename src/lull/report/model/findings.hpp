// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The findings of an analysis, from the report's member kFindingsMember, which
// docs/report-formats.md describes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lull/report/model/report.hpp"

namespace lull::report {

inline constexpr const char* kFindingsMember = "lull-analysis.json";

struct Finding {
  // A part of the time, in seconds.
  struct Part {
    std::string name;
    double value = 0;
  };
  MetricId metric;
  double value = 0;        // in seconds
  double uncertainty = 0;  // uncertainty due to inaccurate clocks
  double share = 0;        // share of the total time, 0 … 1
  std::vector<Part> call_paths;
  std::vector<Part> locations;
  std::uint64_t location_count = 0;
  std::vector<Part> causers;  // names such as "MPI Rank 1 in main/MPI_Send"
  std::uint64_t causer_count = 0;
  std::string caveat;
  std::string advice;
};

struct Findings {
  double wall_seconds = 0;
  double total_seconds = 0;
  double waiting_seconds = 0;
  // Idle time of threads outside parallel regions; negative: not recorded.
  double idle_seconds = -1;
  std::string focus = "run";  // the part of the run that times refer to: report::Focus::rule
  double from = 0;            // start of that part, seconds since the start of the run
  double to = 0;
  std::uint64_t events = 0;
  std::uint64_t messages = 0;
  std::uint64_t collectives = 0;
  std::string clocks_forbid;  // a sentence; empty: the clocks allow a verdict
  std::vector<Finding> findings;
  bool known = false;  // the report has the member
};

// Throws Error (input) for a malformed member. Omits findings for metrics that the report lacks,
// such as after a cut.
[[nodiscard]] Findings findings_of(const Report& report);

}  // namespace lull::report
