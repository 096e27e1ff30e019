// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/durations/trend.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace lull::structure {
namespace {

constexpr std::size_t kFewestDurations = 8;
constexpr double kLeastCorrelation = 0.9;  // a single step has at most 0.87
constexpr double kLeastGrowth = 1.2;       // last eighth over first eighth

double middle_of(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::ranges::nth_element(sorted, middle);
  return *middle;
}

// Correlates the ranks of the values with their indices; equal values share a rank.
double rank_correlation(std::span<const double> values) {
  std::vector<std::size_t> sorted(values.size());
  std::iota(sorted.begin(), sorted.end(), std::size_t{0});
  std::ranges::stable_sort(sorted, {}, [&](std::size_t i) { return values[i]; });
  const auto n = static_cast<double>(values.size());
  double products = 0;
  for (std::size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
    while (end < sorted.size() && values[sorted[end]] == values[sorted[begin]]) ++end;
    const double rank = static_cast<double>(begin + end - 1) / 2;
    for (std::size_t i = begin; i < end; ++i)
      products += (rank - (n - 1) / 2) * (static_cast<double>(sorted[i]) - (n - 1) / 2);
  }
  return products / (n * (n * n - 1) / 12);
}

}  // namespace

Trend trend_of(std::span<const double> durations) {
  if (durations.size() < kFewestDurations) return Trend::None;
  const std::size_t part = durations.size() / kFewestDurations;
  const double first = middle_of(durations.first(part));
  const double last = middle_of(durations.last(part));
  const double correlation = rank_correlation(durations);
  if (correlation >= kLeastCorrelation && last >= kLeastGrowth * first) return Trend::Growing;
  if (correlation <= -kLeastCorrelation && first >= kLeastGrowth * last) return Trend::Shrinking;
  return Trend::None;
}

std::string_view words_for(Trend trend) {
  switch (trend) {
    case Trend::Growing:
      return "they grow from the first to the last";
    case Trend::Shrinking:
      return "they shrink from the first to the last";
    case Trend::None:
      break;
  }
  return "";
}

}  // namespace lull::structure
