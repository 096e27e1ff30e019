// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Who makes others wait, and in which call: the values of metrics of caused waiting as a list.
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

// A kind of waiting, and the metric that says who causes it.
struct CausedKind {
  MetricId waiting;
  MetricId caused;
};

// The kinds of waiting that `metric` consists of, as far as it is known who causes them; of no
// metric, all. "X_caused" is as good as "X". Empty where nothing is known of it.
[[nodiscard]] std::vector<CausedKind> caused_kinds(const Report& report, MetricId metric);
// The worst first; in calls of `call_paths` alone where these are not empty. Throws Error (usage)
// where it is not known who causes the metric.
[[nodiscard]] std::vector<Causer> causers_of(const Report& report, MetricId metric,
                                             const CallPathSet& call_paths = {});

}  // namespace lull::report
