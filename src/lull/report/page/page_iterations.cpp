// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/page/page_iterations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "lull/base/text/counted.hpp"
#include "lull/report/cubex/tar/gzip.hpp"
#include "lull/report/page/page_rows.hpp"

namespace lull::report {
namespace {

using Json = nlohmann::ordered_json;

template <class Number>
void append_numbers(std::string& bytes, const std::vector<Number>& numbers) {
  bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number));
}

// Appends each value as a fraction of the range from low to high.
template <class Number>
void append_shares(std::string& bytes, const std::vector<double>& values, double low, double high) {
  constexpr bool kWhole = std::is_integral_v<Number>;
  constexpr double kMost = kWhole ? static_cast<double>(std::numeric_limits<Number>::max()) : 1;
  std::vector<Number> numbers;
  for (const double value : values) {
    const double number = high > low ? (value - low) / (high - low) * kMost : 0;
    numbers.push_back(static_cast<Number>(kWhole ? std::round(number) : number));
  }
  append_numbers(bytes, numbers);
}

void append_values(std::string& bytes, const std::vector<double>& values, double low, double high,
                   int bits) {
  if (bits == 32) return append_shares<float>(bytes, values, low, high);
  if (bits == 16) return append_shares<std::uint16_t>(bytes, values, low, high);
  append_shares<std::uint8_t>(bytes, values, low, high);
}

void write_borders(const Iterations& from, Json& head, std::string& bytes) {
  double first = std::numeric_limits<double>::infinity();
  double last = -first;
  Json locations = Json::array();
  for (const Iterations::Borders& borders : from.borders) {
    first = std::min(first, borders.times.front());
    last = std::max(last, borders.times.back());
    locations.push_back(borders.location.value);
  }
  head["first"] = first;
  head["last"] = last;
  head["borders"] = std::move(locations);
  for (const Iterations::Borders& borders : from.borders)
    append_shares<std::uint32_t>(bytes, borders.times, first, last);
  pad(bytes);
}

// Omits locations without values of the metric.
void write_series(const Iterations& from, int bits, Json& head, std::string& bytes) {
  Json list = {{"metric", Json::array()},
               {"path", Json::array()},
               {"location", Json::array()},
               {"low", Json::array()},
               {"high", Json::array()}};
  for (const Iterations::Series& series : from.series) {
    const auto [least, most] = std::ranges::minmax(series.values);
    if (least == 0 && most == 0) continue;
    const double low = std::min(least, 0.0);
    const double high = std::max(most, 0.0);
    list["metric"].push_back(series.metric.value);
    list["path"].push_back(series.path.defined() ? Json(series.path.value) : Json(-1));
    list["location"].push_back(series.location.value);
    list["low"].push_back(low);
    list["high"].push_back(high);
    append_values(bytes, series.values, low, high, bits);
  }
  pad(bytes);
  head["bits"] = bits;
  head["series"] = std::move(list);
}

PageIterations write_all(const Iterations& from, int bits) {
  PageIterations page;
  Json head = {{"loop", from.loop},
               {"iterations", from.iterations},
               {"together", from.together},
               {"remarks", from.remarks}};
  write_borders(from, head, page.bytes);
  write_series(from, bits, head, page.bytes);
  page.head = head.dump(-1, ' ', false, Json::error_handler_t::replace);
  return page;
}

// Sums call paths, with one series for each metric and location.
Iterations without_call_paths(const Iterations& from) {
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<double>> sums;
  for (const Iterations::Series& series : from.series) {
    auto& sum = sums[{series.metric.value, series.location.value}];
    sum.resize(series.values.size());
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += series.values[i];
  }
  Iterations result = from;
  result.series.clear();
  for (auto& [key, values] : sums)
    result.series.push_back({MetricId(static_cast<std::size_t>(key.first)), CallPathId(),
                             LocationId(static_cast<std::size_t>(key.second)), std::move(values)});
  result.remarks.emplace_back("this page has them for all call paths together only");
  return result;
}

// Keeps the half of the metrics with the highest values.
Iterations with_half_the_metrics(const Report& report, Iterations from) {
  std::vector<double> totals(report.metrics.size());
  for (const Iterations::Series& series : from.series)
    for (const double value : series.values) totals[series.metric.index()] += std::abs(value);
  std::vector<MetricId> metrics = iteration_metrics(report, from);
  std::ranges::stable_sort(
      metrics, [&](MetricId a, MetricId b) { return totals[a.index()] > totals[b.index()]; });
  metrics.resize(metrics.size() / 2);
  std::erase_if(from.series,
                [&](const auto& series) { return !std::ranges::count(metrics, series.metric); });
  return from;
}

}  // namespace

PageIterations page_iterations(const Report& report, std::size_t limit) {
  Iterations found = iterations_of(report);
  if (found.empty()) return {};
  const auto fits = [limit](const PageIterations& page) {
    return gzipped(page.head + page.bytes, limit).has_value();
  };
  for (const int bits : {32, 16, 8}) {
    PageIterations page = write_all(found, bits);
    if (fits(page)) return page;
  }
  found = without_call_paths(found);
  const std::size_t metrics = iteration_metrics(report, found).size();
  for (;;) {
    PageIterations page = write_all(found, 8);
    if (found.series.empty() || fits(page)) return page;
    const bool first = iteration_metrics(report, found).size() == metrics;
    found = with_half_the_metrics(report, std::move(found));
    if (!first) found.remarks.pop_back();
    found.remarks.push_back(fmt::format("this page omits {} of {}",
                                        metrics - iteration_metrics(report, found).size(),
                                        counted(metrics, "metric")));
  }
}

}  // namespace lull::report
