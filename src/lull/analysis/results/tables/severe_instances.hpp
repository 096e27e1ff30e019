// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The instances of patterns beyond their sums, collected from all shards and processes when the
// search is over: statistics of each metric, and for each metric and call path of the report the
// worst few, one of a location. Neither depends on the number of threads or processes.
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

// A call of SevereCalls, and its call path among those of all locations.
struct SevereInstance {
  SevereCall severe;
  GlobalPathId path;
};

// Those charged to locations of this process, wherever that was found out. Collective.
[[nodiscard]] std::vector<SevereInstance> own_severe_instances(
    const Analysis& analysis,
    const std::function<GlobalPathId(LocationId, LocalPathId)>& global_path);

// The worst ones of all processes, the same on each of them: by metric and path, the worst first.
// Collective.
[[nodiscard]] std::vector<SevereInstance> worst_of_all(const Analysis& analysis,
                                                       std::vector<SevereInstance> mine);

// By metric; of all processes on each of them. Collective.
[[nodiscard]] std::vector<SeverityHistogram> histograms_of_all(const Analysis& analysis);

// What the tables of a report call the things of an analysis.
struct ReportNames {
  std::map<MetricIndex, report::MetricId> metrics;
  std::map<RegionId, report::RegionId> regions;
};

// A charge, and its call paths among those of all locations.
struct WaitState {
  Charge charge;
  GlobalPathId path;
  GlobalPathId cause;  // undefined: nobody's
};

struct SevereFindings {
  ReportNames names;
  std::vector<SeverityHistogram> histograms;
  std::vector<SevereInstance> worst;
  std::vector<WaitState> wait_states;  // where charges were kept; in no particular order
  report::Iterations iterations;       // where the analysis had some; of the first process
};

// In seconds and the report's names; without time lines.
[[nodiscard]] report::Instances as_report(const Analysis& analysis, const SevereFindings& findings);

}  // namespace lull::analysis
