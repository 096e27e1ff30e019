// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Detects whether iterations get longer or shorter, by Spearman's rank correlation between number
// and duration, so that outliers do not matter. Takes n log n time.
#pragma once

#include <span>
#include <string_view>

namespace lull::structure {

enum class Trend { None, Growing, Shrinking };

// None for fewer than 8 durations, or if the last ones are about as long as the first.
[[nodiscard]] Trend trend_of(std::span<const double> durations);

// Returns words such as "they grow from the first to the last"; empty for None.
[[nodiscard]] std::string_view words_for(Trend trend);

}  // namespace lull::structure
