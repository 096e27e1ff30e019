// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The descriptive part of a report: metrics, call tree, system, topologies, from the catalogue and
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

// The kind of report locations that only record metrics and run nothing.
inline constexpr std::string_view kMeterKind = "metric";

// Returns the catalogue metrics, indexed by metric of the report.
std::vector<MetricIndex> add_metrics(report::Report& report, const MetricCatalogue& catalogue);
// Adds a hardware counter or another metric recorded in the trace.
report::MetricId add_counter_metric(report::Report& report, const MetricMember& member);
// Returns the report's regions for the regions of the trace.
std::map<RegionId, report::RegionId> add_call_tree(report::Report& report,
                                                   const ReplayContext& context,
                                                   const GlobalCallTree& tree);
void add_system(report::Report& report, const Definitions& definitions);
void add_topologies(report::Report& report, const Definitions& definitions);

}  // namespace lull::analysis
