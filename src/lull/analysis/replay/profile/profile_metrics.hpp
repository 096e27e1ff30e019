// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Metrics that need no pattern search: time by kind of activity, visits, numbers of operations,
// bytes. They are accumulated once per (call path, location) and split by call path after the last
// event.
#pragma once

#include <span>
#include <string_view>

#include "lull/analysis/metrics/metric_catalogue.hpp"
#include "lull/analysis/regions/region_class.hpp"
#include "lull/analysis/replay/calls/local_call_tree.hpp"

namespace lull::analysis {

[[nodiscard]] std::span<const MetricInfo> profile_metrics();
// The metric's id.
[[nodiscard]] std::string_view id_of(ProfileMetric metric);
[[nodiscard]] std::string_view id_of(CountMetric metric);

}  // namespace lull::analysis
