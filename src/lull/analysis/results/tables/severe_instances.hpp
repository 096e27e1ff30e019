// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Single instances of patterns, collected from all shards and processes after the search:
// statistics of each metric, and for each metric and call path of the report the worst few, one per
// location. Independent of the number of threads or processes.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "lull/analysis/analysis.hpp"
#include "lull/analysis/charging/severe_calls.hpp"
#include "lull/analysis/metrics/severity_histogram.hpp"
#include "lull/analysis/results/tables/global_call_tree.hpp"
#include "lull/report/model/instances.hpp"
#include "lull/report/run/iterations.hpp"

namespace lull::analysis {

// A call from SevereCalls, and its call path in the global call tree.
struct SevereInstance {
  SevereCall severe;
  GlobalPathId path;
};

// Returns instances charged to this process's locations, no matter where that was done. Collective.
[[nodiscard]] std::vector<SevereInstance> own_severe_instances(
    const Analysis& analysis,
    const std::function<GlobalPathId(LocationId, LocalPathId)>& global_path);

// Returns the worst instances of all processes, the same on each process: by metric and path, the
// worst first. Collective.
[[nodiscard]] std::vector<SevereInstance> worst_of_all(const Analysis& analysis,
                                                       std::vector<SevereInstance> mine);

// Indexed by metric; over all processes, on each of them. Collective.
[[nodiscard]] std::vector<SeverityHistogram> histograms_of_all(const Analysis& analysis);

// Ids in the report for objects of the analysis.
struct ReportNames {
  std::map<MetricIndex, report::MetricId> metrics;
  std::map<RegionId, report::RegionId> regions;
};

// A charge, and its call paths in the global call tree.
struct WaitState {
  Charge charge;
  GlobalPathId path;
  GlobalPathId cause;  // undefined: no call
};

struct SevereFindings {
  ReportNames names;
  std::vector<SeverityHistogram> histograms;
  std::vector<SevereInstance> worst;
  std::vector<WaitState> wait_states;  // if charges were kept; in no particular order
  report::Iterations iterations;       // if there are any; on the first process
};

// Returns instances in seconds, with the report's ids; without time lines.
[[nodiscard]] report::Instances as_report(const Analysis& analysis, const SevereFindings& findings);

}  // namespace lull::analysis
