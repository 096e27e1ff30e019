// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/results/metric_digest.hpp"

#include <algorithm>

namespace lull::analysis {
namespace {

constexpr std::size_t kWorst = 3;

std::vector<MetricDigest::Part> worst_of(const std::vector<double>& values) {
  std::vector<MetricDigest::Part> parts;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i] > 0) parts.emplace_back(static_cast<std::uint32_t>(i), values[i]);
  const auto count = static_cast<std::ptrdiff_t>(std::min(parts.size(), kWorst));
  std::ranges::partial_sort(parts, parts.begin() + count, [](const auto& a, const auto& b) {
    return a.second > b.second || (a.second == b.second && a.first < b.first);
  });
  parts.resize(static_cast<std::size_t>(count));
  return parts;
}

void add_place(const MetricDigest::Place& place, MetricDigest& digest) {
  if (place.value <= 0) return;
  ++digest.place_count;
  const auto is_worse = [](const auto& a, const auto& b) { return a.value > b.value; };
  const auto at = std::ranges::upper_bound(digest.places, place, is_worse);
  if (at == digest.places.end() && digest.places.size() == kWorst) return;
  digest.places.insert(at, place);
  if (digest.places.size() > kWorst) digest.places.pop_back();
}

}  // namespace

MetricDigests::MetricDigests(const report::Report& report) {
  for (std::size_t i = 0; i < report.metrics.size(); ++i) add(report, report::MetricId(i));
}

void MetricDigests::add(const report::Report& report, report::MetricId metric) {
  std::vector<double> by_path(report.call_paths.size());
  std::vector<double> by_location(report.locations.size());
  MetricDigest& digest = digests_[report.metrics[metric.index()].unique_name];
  digest.places.clear();
  digest.place_count = 0;
  for (std::size_t path = 0; path < by_path.size(); ++path)
    for (const auto& [location, value] : report.row(metric, report::CallPathId(path))) {
      by_path[path] += value;
      by_location[location.index()] += value;
      add_place({static_cast<std::uint32_t>(path), location.value, value}, digest);
    }
  digest.total = report.total(metric);
  digest.call_paths = worst_of(by_path);
  digest.locations = worst_of(by_location);
  digest.location_count = static_cast<std::size_t>(
      std::ranges::count_if(by_location, [](double value) { return value > 0; }));
}

const MetricDigest& MetricDigests::operator[](std::string_view metric) const {
  static const MetricDigest none;
  const auto found = digests_.find(std::string(metric));
  return found == digests_.end() ? none : found->second;
}

}  // namespace lull::analysis
