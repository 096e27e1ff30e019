// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Who makes others wait, and in which call: the values of a metric of caused waiting as a list.
#pragma once

#include <vector>

#include "lull/report/model/aggregate.hpp"
#include "lull/report/model/report.hpp"

namespace lull::report {

struct Causer {
  LocationId location;
  CallPathId call_path;
  double seconds = 0;  // that others wait for it
};

// The metric that says who causes `metric`; that itself where it is such a one; of no metric, of
// all waiting. Throws Error (usage) where the report has none.
[[nodiscard]] MetricId caused_metric(const Report& report, MetricId metric);
// The worst first; in calls of `call_paths` alone where these are not empty.
[[nodiscard]] std::vector<Causer> causers_of(const Report& report, MetricId caused,
                                             const CallPathSet& call_paths = {});

}  // namespace lull::report
