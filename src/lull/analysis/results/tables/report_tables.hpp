// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The descriptive half of a report: metrics, call tree, system, topologies, from the catalogue and
// the trace's definitions. Locations and call paths keep their numbers.
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "lull/analysis/metrics/metric_catalogue.hpp"
#include "lull/analysis/results/tables/global_call_tree.hpp"
#include "lull/report/model/report.hpp"
#include "lull/trace/definitions/definitions.hpp"

namespace lull::analysis {

// What kind of location of the report it is where metrics are measured, and nothing runs.
inline constexpr std::string_view kMeterKind = "metric";

// The metric in the catalogue by that in the report.
std::vector<MetricIndex> add_metrics(report::Report& report, const MetricCatalogue& catalogue);
// A hardware counter or other metric that the trace recorded.
report::MetricId add_counter_metric(report::Report& report, const MetricMember& member);
// What regions of the trace are called in the report.
std::map<RegionId, report::RegionId> add_call_tree(report::Report& report,
                                                   const ReplayContext& context,
                                                   const GlobalCallTree& tree);
void add_system(report::Report& report, const Definitions& definitions);
void add_topologies(report::Report& report, const Definitions& definitions);

}  // namespace lull::analysis
