// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/results/findings/iteration_finding.hpp"

#include <algorithm>
#include <numeric>

#include "lull/analysis/results/findings/verdict.hpp"

namespace lull::analysis {
namespace {

// Values of some metrics by iteration, with memory for one row each.
class IterationRows {
 public:
  IterationRows(const report::Report& report, const report::Iterations& iterations,
                const std::vector<report::MetricId>& metrics)
      : own_(report.locations.size()), sums_(report.locations.size()) {
    for (const report::MetricId metric : metrics) {
      auto& series = series_.emplace_back();
      for (const report::Iterations::Series& one : iterations.series)
        if (one.metric == metric) series.push_back(&one);
    }
  }
  // Returns one metric's values by location, or the sum over all metrics.
  const std::vector<double>& row(std::size_t metric, std::size_t iteration) {
    std::ranges::fill(own_, 0.0);
    for (const report::Iterations::Series* const series : series_[metric])
      own_[series->location.index()] += series->values[iteration];
    return own_;
  }
  const std::vector<double>& sums(std::size_t iteration) {
    std::ranges::fill(sums_, 0.0);
    for (std::size_t metric = 0; metric < series_.size(); ++metric) {
      const std::vector<double>& own = row(metric, iteration);
      for (std::size_t l = 0; l < own.size(); ++l) sums_[l] += own[l];
    }
    return sums_;
  }

 private:
  std::vector<std::vector<const report::Iterations::Series*>> series_;  // by metric
  std::vector<double> own_, sums_;
};

// Time patterns whose parent is not a pattern, so that no wait counts twice.
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

std::vector<double> waiting_by_iteration(const MetricCatalogue& catalogue,
                                         const report::Report& report,
                                         const report::Iterations& iterations) {
  IterationRows rows(report, iterations, waiting_metrics(catalogue, report));
  std::vector<double> waiting;
  for (std::size_t i = 0; i < iterations.iterations; ++i) waiting.push_back(sum_of(rows.sums(i)));
  return waiting;
}

std::optional<IterationFinding> worst_iteration(const MetricCatalogue& catalogue,
                                                const report::Report& report,
                                                const report::Iterations& iterations) {
  std::vector<double> sums = waiting_by_iteration(catalogue, report, iterations);
  const auto worst = std::ranges::max_element(sums);
  if (worst == sums.end() || *worst <= 0) return {};
  IterationFinding finding;
  finding.loop = iterations.loop;
  finding.iterations = iterations.iterations;
  finding.together = iterations.together;
  finding.worst = static_cast<std::uint64_t>(worst - sums.begin());
  finding.waiting = *worst;
  const std::vector<report::MetricId> metrics = waiting_metrics(catalogue, report);
  IterationRows rows(report, iterations, metrics);
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    const report::MetricId metric = metrics[i];
    const std::vector<double>& row = rows.row(i, finding.worst);
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
