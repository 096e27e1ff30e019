// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/results/findings/iteration_finding.hpp"

#include <algorithm>
#include <numeric>

#include "lull/analysis/results/findings/verdict.hpp"

namespace lull::analysis {
namespace {

using Matrix = std::vector<std::vector<double>>;

// Patterns of time whose parent is none, so that no wait counts twice.
std::vector<report::MetricId> waiting_metrics(const MetricCatalogue& catalogue,
                                              const report::Report& report) {
  std::vector<report::MetricId> metrics;
  for (std::size_t i = 0; i < catalogue.size(); ++i) {
    const MetricCatalogue::Entry& entry = catalogue[MetricIndex(i)];
    if (entry.profile || !entry.own || entry.info.unit != Unit::Seconds) continue;
    if (!entry.parent.defined() || !catalogue[entry.parent].profile) continue;
    if (const auto metric = report.find_metric(entry.info.id)) metrics.push_back(*metric);
  }
  return metrics;
}

double sum_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

}  // namespace

Matrix waiting_by_iteration(const MetricCatalogue& catalogue, const report::Report& report,
                            const report::Iterations& iterations) {
  Matrix all(iterations.iterations, std::vector<double>(report.locations.size()));
  for (const report::MetricId metric : waiting_metrics(catalogue, report)) {
    const Matrix own = iteration_matrix(report, iterations, metric, report::CallPathId{});
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t l = 0; l < all[i].size(); ++l) all[i][l] += own[i][l];
  }
  return all;
}

std::optional<IterationFinding> worst_iteration(const MetricCatalogue& catalogue,
                                                const report::Report& report,
                                                const report::Iterations& iterations) {
  std::vector<double> sums;
  for (const auto& row : waiting_by_iteration(catalogue, report, iterations))
    sums.push_back(sum_of(row));
  const auto worst = std::ranges::max_element(sums);
  if (worst == sums.end() || *worst <= 0) return {};
  IterationFinding finding;
  finding.loop = iterations.loop;
  finding.iterations = iterations.iterations;
  finding.together = iterations.together;
  finding.worst = static_cast<std::uint64_t>(worst - sums.begin());
  finding.waiting = *worst;
  for (const report::MetricId metric : waiting_metrics(catalogue, report)) {
    const auto row =
        iteration_matrix(report, iterations, metric, report::CallPathId{})[finding.worst];
    if (sum_of(row) <= finding.seconds) continue;
    finding.metric = report.metrics[metric.index()].unique_name;
    finding.name = report.metrics[metric.index()].display_name;
    finding.seconds = sum_of(row);
    const auto most = std::ranges::max_element(row);
    finding.location =
        location_name(report, report::LocationId(static_cast<std::size_t>(most - row.begin())));
    finding.location_seconds = *most;
  }
  const auto middle = sums.begin() + static_cast<std::ptrdiff_t>(sums.size() / 2);
  std::ranges::nth_element(sums, middle);
  finding.median = *middle;
  return finding;
}

}  // namespace lull::analysis
