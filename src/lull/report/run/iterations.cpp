// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/run/iterations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "lull/base/error.hpp"
#include "lull/base/text/printable.hpp"
#include "lull/report/model/damaged_member.hpp"
#include "lull/report/model/instances.hpp"
#include "lull/report/model/references.hpp"

namespace lull::report {
namespace {

using Json = nlohmann::ordered_json;

// Counts are exact, other values have nine digits, and times have nanoseconds. This keeps the
// member small and reproducible.
std::string values_text(const std::vector<double>& values) {
  constexpr double kExact = 9007199254740992.0;  // up to here whole numbers are exact
  const auto is_count = [](double value) {
    return value == std::floor(value) && std::abs(value) <= kExact;
  };
  std::string text;
  for (const double value : values)
    text += is_count(value) ? fmt::format("{:.0f},", value) : fmt::format("{:.9g},", value);
  if (!text.empty()) text.pop_back();
  return text;
}

std::string times_text(const std::vector<double>& times) {
  std::string text;
  for (const double time : times) text += fmt::format("{:.9f},", time);
  if (!text.empty()) text.pop_back();
  return text;
}

// Sums of such numbers do not overflow.
constexpr double kGreatest = 1e140;

std::vector<double> numbers(const Json& json, std::size_t size) {
  if (!json.is_array() || json.size() != size) throw MemberMistake("a list of the wrong length");
  for (const Json& number : json)
    if (!number.is_number()) throw MemberMistake("an entry that is not a number");
  auto values = json.get<std::vector<double>>();
  for (const double value : values)
    if (!(std::abs(value) <= kGreatest)) throw MemberMistake("a number that is too large");
  return values;
}

std::vector<double> times_in_order(const Json& json, std::size_t size) {
  auto times = numbers(json, size);
  if (!std::ranges::is_sorted(times)) throw MemberMistake("times that are not in order");
  return times;
}

// The borders bound the number, since each list has an entry for each iteration.
std::size_t count_of_iterations(const Report& report, const Json& json) {
  const Json& count = json.at("iterations");
  if (!count.is_number_unsigned()) throw MemberMistake("an invalid number of iterations");
  const auto iterations = count.get<std::uint64_t>();
  if (iterations > 0 && json.at("borders").empty())
    throw MemberMistake("iterations without borders");
  if (iterations > kMostIterationCells / std::max<std::size_t>(report.locations.size(), 1))
    throw MemberMistake("too many iterations");
  return static_cast<std::size_t>(iterations);
}

Iterations read_iterations(const Report& report, const Json& json) {
  Iterations result;
  result.loop = json.at("loop").get<std::string>();
  const std::size_t rows = count_of_iterations(report, json);
  result.iterations = rows;
  result.together = json.at("together").get<std::uint32_t>();
  if (result.together == 0) throw MemberMistake("a number of joined iterations of zero");
  result.remarks = json.at("remarks").get<std::vector<std::string>>();
  for (const Json& entry : json.at("borders"))
    result.borders.push_back({reference<LocationId>(entry.at("location"), report.locations.size()),
                              times_in_order(entry.at("times"), rows + 1)});
  for (const Json& entry : json.at("series")) {
    Iterations::Series series;
    series.metric = reference<MetricId>(entry.at("metric"), report.metrics.size());
    if (!entry.at("path").is_null())
      series.path = reference<CallPathId>(entry.at("path"), report.call_paths.size());
    series.location = reference<LocationId>(entry.at("location"), report.locations.size());
    series.values = numbers(entry.at("values"), rows);
    result.series.push_back(std::move(series));
  }
  return result;
}

}  // namespace

std::string iterations_as_json(const Iterations& iterations) {
  std::string text = fmt::format(
      R"({{"version":1,"loop":{},"iterations":{},"together":{},"remarks":{},"borders":[)",
      Json(iterations.loop).dump(-1, ' ', false, Json::error_handler_t::replace),
      iterations.iterations, iterations.together,
      Json(iterations.remarks).dump(-1, ' ', false, Json::error_handler_t::replace));
  const char* comma = "";
  for (const Iterations::Borders& borders : iterations.borders) {
    text += fmt::format(R"({}{{"location":{},"times":[{}]}})", comma, borders.location.value,
                        times_text(borders.times));
    comma = ",\n";
  }
  text += "],\"series\":[";
  comma = "";
  for (const Iterations::Series& series : iterations.series) {
    text += fmt::format(R"({}{{"metric":{},"path":{},"location":{},"values":[{}]}})", comma,
                        series.metric.value,
                        series.path.defined() ? std::to_string(series.path.value) : "null",
                        series.location.value, values_text(series.values));
    comma = ",\n";
  }
  return text + "]}\n";
}

Iterations iterations_of(const Report& report) {
  const auto member = report.members.find(kIterationsMember);
  if (member == report.members.end()) return {};
  try {
    return read_iterations(report, Json::parse(member->second));
  } catch (const std::exception& error) {
    throw damaged_member(kIterationsMember, error);
  }
}

std::vector<std::vector<double>> iteration_matrix(const Report& report,
                                                  const Iterations& iterations, MetricId metric,
                                                  const CallPathSet& only) {
  const auto rows = static_cast<std::size_t>(iterations.iterations);
  std::vector<std::vector<double>> matrix(rows, std::vector<double>(report.locations.size()));
  for (const Iterations::Series& series : iterations.series) {
    if (series.metric != metric) continue;
    const bool chosen = only.empty() || (series.path.defined() && only[series.path.index()]);
    if (!chosen) continue;
    for (std::size_t row = 0; row < rows; ++row)
      matrix[row][series.location.index()] += series.values[row];
  }
  return matrix;
}

std::vector<std::vector<double>> iteration_matrix(const Report& report,
                                                  const Iterations& iterations, MetricId metric,
                                                  CallPathId path) {
  CallPathSet only;
  if (path.defined()) {
    only.resize(report.call_paths.size());
    only[path.index()] = true;
    only = with_subtrees(report, std::move(only));
  }
  return iteration_matrix(report, iterations, metric, only);
}

std::vector<MetricId> iteration_metrics(const Report& report, const Iterations& iterations) {
  std::vector<bool> known(report.metrics.size());
  for (const Iterations::Series& series : iterations.series) known[series.metric.index()] = true;
  std::vector<MetricId> metrics;
  for (std::size_t i = 0; i < known.size(); ++i)
    if (known[i]) metrics.emplace_back(i);
  return metrics;
}

void require_iterations(const Report& report, const Iterations& iterations, MetricId metric,
                        const CallPathSet& only) {
  if (iterations.empty()) throw input_error("{}", kNoIterations);
  const std::string& name = report.metrics[metric.index()].unique_name;
  bool known = false;
  bool by_path = false;
  for (const Iterations::Series& series : iterations.series) {
    known = known || series.metric == metric;
    by_path = by_path || (series.metric == metric && series.path.defined());
  }
  if (known && !by_path && !only.empty())
    throw usage_error("iterations have {} for all call paths together only", printable(name));
  if (known || !has_values(report, metric)) return;
  std::vector<std::string> others;
  for (const MetricId other : iteration_metrics(report, iterations))
    others.push_back(printable(report.metrics[other.index()].unique_name));
  throw usage_error("iterations do not have {}{}{}", printable(name),
                    others.empty() ? "" : ", but ", fmt::join(others, ", "));
}

MetricId worst_iteration_metric(const Report& report, const Iterations& iterations) {
  const Instances instances = instances_of(report);
  std::vector<double> totals(report.metrics.size());
  for (const Iterations::Series& series : iterations.series)
    for (const double value : series.values) totals[series.metric.index()] += value;
  const std::vector<MetricId> known = iteration_metrics(report, iterations);
  const auto worst_of = [&](auto&& suits) {
    MetricId worst;
    for (const MetricId id : known)
      if (report.metrics[id.index()].unit == "sec" && totals[id.index()] > 0 && suits(id) &&
          (!worst.defined() || totals[id.index()] > totals[worst.index()]))
        worst = id;
    return worst;
  };
  const MetricId wait =
      worst_of([&](MetricId id) { return statistics_of(instances, id) != nullptr; });
  if (wait.defined()) return wait;
  const MetricId part =
      worst_of([&](MetricId id) { return report.metrics[id.index()].parent.defined(); });
  if (part.defined()) return part;
  return known.empty() ? MetricId() : known.front();
}

}  // namespace lull::report
