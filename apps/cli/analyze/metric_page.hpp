// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The page docs/patterns.md: all metrics with their descriptions, in the order of the tree.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lull/analysis/metrics/metric_catalogue.hpp"

namespace lull::cli {

// Returns 0 for a root.
[[nodiscard]] std::size_t depth_of(const analysis::MetricCatalogue& catalogue,
                                   analysis::MetricIndex metric);
// Returns the children in the order of declaration.
[[nodiscard]] std::vector<analysis::MetricIndex> children_of(
    const analysis::MetricCatalogue& catalogue, analysis::MetricIndex metric);

[[nodiscard]] std::string metrics_as_markdown(const analysis::MetricCatalogue& catalogue);

}  // namespace lull::cli
