// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Lists the causers of waiting and their calls, using the metrics of caused waiting.
#pragma once

#include <vector>

#include "lull/report/model/aggregate.hpp"
#include "lull/report/model/report.hpp"

namespace lull::report {

struct Causer {
  LocationId location;
  CallPathId call_path;
  double seconds = 0;  // waiting time of others that it caused
};

// A kind of waiting, and the metric that attributes it to its causers.
struct CausedKind {
  MetricId waiting;
  MetricId caused;
};

// Returns the kinds of waiting within `metric` whose causers are known; all kinds if `metric` is
// undefined. "X_caused" is equivalent to "X". The result is empty if no causers are known.
[[nodiscard]] std::vector<CausedKind> caused_kinds(const Report& report, MetricId metric);
// Returns causers by descending severity, restricted to the calls in `call_paths` unless it is
// empty. Throws Error (usage) if no causers of the metric are known.
[[nodiscard]] std::vector<Causer> causers_of(const Report& report, MetricId metric,
                                             const CallPathSet& call_paths = {});

}  // namespace lull::report
