// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What an analysis found, as the report's member kFindingsMember says: docs/report-formats.md.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lull/report/model/report.hpp"

namespace lull::report {

inline constexpr const char* kFindingsMember = "lull-analysis.json";

struct Finding {
  // In seconds.
  struct Part {
    std::string name;
    double value = 0;
  };
  MetricId metric;
  double value = 0;        // seconds
  double uncertainty = 0;  // as clocks are not better known
  double share = 0;        // of all time, 0 … 1
  std::vector<Part> call_paths;
  std::vector<Part> locations;
  std::uint64_t location_count = 0;
  std::vector<Part> causers;  // "MPI Rank 1 in main/MPI_Send"
  std::uint64_t causer_count = 0;
  std::string caveat;
  std::string advice;
};

struct Findings {
  double wall_seconds = 0;
  double total_seconds = 0;
  double waiting_seconds = 0;
  double idle_seconds = -1;   // of threads outside parallel regions; negative: not told
  std::string focus = "run";  // the part of the run that times are of: report::Focus::rule
  double from = 0;            // where it begins, seconds since the begin of the run
  double to = 0;
  std::uint64_t events = 0;
  std::uint64_t messages = 0;
  std::uint64_t collectives = 0;
  std::string clocks_forbid;  // a sentence; empty: they allow a verdict
  std::vector<Finding> findings;
  bool known = false;  // whether the report has the member
};

// Throws Error (input) for a member that is no such object. Findings of metrics that the report
// does not have, as only a part of it is left, are left out.
[[nodiscard]] Findings findings_of(const Report& report);

}  // namespace lull::report
