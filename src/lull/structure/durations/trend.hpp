// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Whether iterations take longer and longer. By Spearman's rank correlation of number and duration,
// so that single outliers do not matter. Time n log n.
#pragma once

#include <span>
#include <string_view>

namespace lull::structure {

enum class Trend { None, Growing, Shrinking };

// None with fewer than 8 durations, or where the last ones take about as long as the first.
[[nodiscard]] Trend trend_of(std::span<const double> durations);

// "they grow from the first to the last"; empty for none.
[[nodiscard]] std::string_view words_for(Trend trend);

}  // namespace lull::structure
