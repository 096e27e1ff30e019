// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "patterns/expect_severities.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "lull/clock/corrected_trace.hpp"
#include "support/engine_values.hpp"
#include "support/reference/reference_analysis.hpp"
#include "support/text/text_trace.hpp"

namespace lull::patterns {
namespace {

constexpr std::uint64_t kSmallestSlice = 1;

struct Result {
  std::string origin;
  support::Values values;
  std::set<std::string> metrics;  // also those without a value
};

std::set<std::string> metrics_of_patterns() {
  std::set<std::string> metrics;
  for (const auto& pattern : make_patterns())
    for (const analysis::MetricInfo& info : pattern->metrics()) metrics.emplace(info.id);
  return metrics;
}

Result by_engine(const TraceSource& trace, unsigned threads, std::uint64_t slice_events) {
  analysis::AnalysisOptions options;
  options.threads = threads;
  options.slice_events = slice_events;
  const report::Report report = support::analyse_by_engine(trace, options);
  Result result;
  result.origin =
      fmt::format("the engine on {} threads in slices of {} events", threads, slice_events);
  result.values = support::values_of(report, trace.definitions().clock.ticks_per_second);
  for (const report::Metric& metric : report.metrics) result.metrics.insert(metric.unique_name);
  return result;
}

std::int64_t value_at(const support::Values& values, const support::Expectation& expected) {
  const auto metric = values.find(expected.metric);
  if (metric == values.end()) return 0;
  const std::string path = fmt::format("{}", fmt::join(expected.path, "/"));
  std::int64_t sum = 0;
  for (const auto& [place, value] : metric->second)
    if ((path.empty() || place.first == path) &&
        (!expected.location.defined() || place.second == expected.location))
      sum += value;
  return sum;
}

std::string places_of(const support::Values& values, const std::string& metric) {
  const auto found = values.find(metric);
  if (found == values.end()) return " nowhere";
  std::string text;
  for (const auto& [place, value] : found->second)
    text += fmt::format(" {} @{} = {};", place.first, place.second.value, value);
  return text;
}

}  // namespace

void expect_severities(std::string_view text, const std::string& file, std::size_t line) {
  const support::TextTrace parsed = support::parse_text_trace(text, file, line);
  if (parsed.expectations.empty()) {
    ADD_FAILURE_AT(file.c_str(), static_cast<int>(line)) << "the trace expects nothing";
    return;
  }
  const CorrectedTrace trace(*parsed.trace);
  const std::set<std::string> metrics = metrics_of_patterns();
  const Result reference{"the reference", reference::analyse_by_reference(trace).values, {}};
  std::vector<Result> results;
  for (const unsigned threads : {1u, 3u})
    for (const std::uint64_t slice : {kSmallestSlice, analysis::AnalysisOptions{}.slice_events})
      results.push_back(by_engine(trace, threads, slice));

  for (const support::Expectation& expected : parsed.expectations) {
    if (!results.front().metrics.contains(expected.metric))
      ADD_FAILURE_AT(file.c_str(), static_cast<int>(expected.line))
          << "there is no metric " << expected.metric;
    const auto check = [&](const Result& result) {
      const auto found = static_cast<double>(value_at(result.values, expected));
      if (found == expected.value) return;
      ADD_FAILURE_AT(file.c_str(), static_cast<int>(expected.line))
          << "expected " << expected.metric << " = " << expected.value << ", found " << found
          << " by " << result.origin << ":" << places_of(result.values, expected.metric);
    };
    for (const Result& result : results) check(result);
    // The reference omits sums of metrics and metrics without a formula in the catalogue.
    if (metrics.contains(expected.metric) || reference.values.contains(expected.metric))
      check(reference);
  }
  for (const std::string& metric : metrics)
    for (const Result& result : results)
      EXPECT_EQ(places_of(result.values, metric), places_of(reference.values, metric))
          << metric << " by " << result.origin << " differs from the reference, in the trace of "
          << file << ":" << line;
}

void expect_severities(std::string_view text, std::source_location where) {
  expect_severities(text, where.file_name(), where.line());
}

}  // namespace lull::patterns
