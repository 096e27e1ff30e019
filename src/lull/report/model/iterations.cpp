// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/model/iterations.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "lull/base/error.hpp"

namespace lull::report {
namespace {

using Json = nlohmann::ordered_json;

// Values have five digits, times nanoseconds: a member is small, and always the same.
std::string values_text(const std::vector<double>& values) {
  std::string text;
  for (const double value : values) text += value == 0 ? "0," : fmt::format("{:.5g},", value);
  if (!text.empty()) text.pop_back();
  return text;
}

std::string times_text(const std::vector<double>& times) {
  std::string text;
  for (const double time : times) text += fmt::format("{:.9f},", time);
  if (!text.empty()) text.pop_back();
  return text;
}

std::vector<double> numbers(const Json& json, std::size_t size) {
  auto values = json.get<std::vector<double>>();
  if (values.size() != size) throw std::out_of_range("a list of another length");
  return values;
}

// An index into a table of the report.
template <class Id>
Id entry_of(const Json& json, std::size_t size) {
  const auto index = json.get<std::uint64_t>();
  if (index >= size) throw std::out_of_range("a reference to nothing");
  return Id(index);
}

Iterations read_iterations(const Report& report, const Json& json) {
  Iterations result;
  result.loop = json.at("loop").get<std::string>();
  result.iterations = json.at("iterations").get<std::uint64_t>();
  result.together = json.at("together").get<std::uint64_t>();
  result.remarks = json.at("remarks").get<std::vector<std::string>>();
  const auto rows = static_cast<std::size_t>(result.iterations);
  for (const Json& entry : json.at("borders"))
    result.borders.push_back({entry_of<LocationId>(entry.at("location"), report.locations.size()),
                              numbers(entry.at("times"), rows + 1)});
  for (const Json& entry : json.at("series")) {
    Iterations::Series series;
    series.metric = entry_of<MetricId>(entry.at("metric"), report.metrics.size());
    if (!entry.at("path").is_null())
      series.path = entry_of<CallPathId>(entry.at("path"), report.call_paths.size());
    series.location = entry_of<LocationId>(entry.at("location"), report.locations.size());
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
    throw input_error("the report's {} is damaged: {}", kIterationsMember, error.what());
  }
}

std::vector<std::vector<double>> iteration_matrix(const Report& report,
                                                  const Iterations& iterations, MetricId metric,
                                                  CallPathId path) {
  const auto rows = static_cast<std::size_t>(iterations.iterations);
  std::vector<std::vector<double>> matrix(rows, std::vector<double>(report.locations.size()));
  // Parents come before their children.
  std::vector<bool> within(report.call_paths.size());
  for (std::size_t i = 0; i < within.size(); ++i) {
    const CallPathId parent = report.call_paths[i].parent;
    within[i] =
        !path.defined() || i == path.index() || (parent.defined() && within[parent.index()]);
  }
  for (const Iterations::Series& series : iterations.series) {
    if (series.metric != metric) continue;
    if (series.path.defined() ? !within[series.path.index()] : path.defined()) continue;
    for (std::size_t row = 0; row < rows; ++row)
      matrix[row][series.location.index()] += series.values[row];
  }
  return matrix;
}

}  // namespace lull::report
