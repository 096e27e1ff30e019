// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/run/focus.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "lull/base/error.hpp"
#include "lull/report/model/damaged_member.hpp"

namespace lull::report {
namespace {

using Json = nlohmann::ordered_json;

// Both rows must be in ascending order.
Row sum_of(const Row& one, const Row& other) {
  Row sum;
  auto a = one.begin();
  auto b = other.begin();
  while (a != one.end() || b != other.end()) {
    if (b == other.end() || (a != one.end() && a->first < b->first)) {
      sum.push_back(*a++);
    } else if (a == one.end() || b->first < a->first) {
      sum.push_back(*b++);
    } else {
      sum.emplace_back(a->first, a->second + b->second);
      ++a, ++b;
    }
  }
  return sum;
}

double finite(const Json& number) {
  const auto value = number.get<double>();
  if (!std::isfinite(value)) throw input_error("a number is not finite");
  return value;
}

Row row_of(const Json& entries, const Report& report) {
  Row row;
  for (const Json& entry : entries) {
    const LocationId location(entry.at(0).get<std::uint32_t>());
    if (location.index() >= report.locations.size() ||
        (!row.empty() && location <= row.back().first))
      throw input_error("locations are out of order, or there are more than the report has");
    row.emplace_back(location, finite(entry.at(1)));
  }
  return row;
}

Focus::Rows rows_of(const Json& rows, const Report& report) {
  Focus::Rows result;
  for (const Json& entry : rows) {
    const CallPathId path(entry.at(0).get<std::uint32_t>());
    if (path.index() >= report.call_paths.size())
      throw input_error("there are more call paths than the report has");
    result[path] = row_of(entry.at(1), report);
  }
  return result;
}

Focus read_focus(const Report& report, const Json& json) {
  if (json.at("version").get<int>() != 1) throw input_error("it has an unsupported version");
  Focus focus;
  focus.known = true;
  focus.rule = json.at("rule").get<std::string>();
  focus.is_short = json.at("is_short").get<bool>();
  focus.worlds = json.at("worlds").get<std::uint64_t>();
  focus.from = finite(json.at("from"));
  focus.to = finite(json.at("to"));
  focus.run = finite(json.at("run"));
  if (focus.rule != "run" && focus.rule != "MPI" && focus.rule != "SHMEM")
    throw input_error("the rule \"{}\" is unknown", focus.rule);
  std::vector<bool> is_part(report.metrics.size());
  for (const Json& entry : json.at("outside")) {
    const auto metric = report.find_metric(entry.at("metric").get<std::string>());
    if (!metric) continue;  // only a part of the report is left
    is_part[metric->index()] = entry.at("part").get<bool>();
    focus.outside[*metric] = rows_of(entry.at("rows"), report);
  }
  add_parts(focus, is_part, report);
  return focus;
}

Json rows_as_json(const Focus::Rows& rows) {
  Json list = Json::array();
  for (const auto& [path, row] : rows) {
    Json values = Json::array();
    for (const auto& [location, seconds] : row) values.push_back({location.value, seconds});
    list.push_back({path.value, std::move(values)});
  }
  return list;
}

}  // namespace

const Row& Focus::outside_of(MetricId metric, CallPathId path) const {
  static const Row kNone;
  const auto rows = outside.find(metric);
  if (rows == outside.end()) return kNone;
  const auto row = rows->second.find(path);
  return row == rows->second.end() ? kNone : row->second;
}

std::string focus_as_json(const Focus& own_parts, const std::vector<bool>& is_part,
                          const Report& report) {
  Json outside = Json::array();
  for (const auto& [metric, rows] : own_parts.outside)
    outside.push_back({{"metric", report.metrics[metric.index()].unique_name},
                       {"part", static_cast<bool>(is_part[metric.index()])},
                       {"rows", rows_as_json(rows)}});
  const Json json{{"version", 1},
                  {"rule", own_parts.rule},
                  {"is_short", own_parts.is_short},
                  {"worlds", own_parts.worlds},
                  {"from", own_parts.from},
                  {"to", own_parts.to},
                  {"run", own_parts.run},
                  {"outside", std::move(outside)}};
  return json.dump();
}

// A parent comes before its children.
void add_parts(Focus& focus, std::vector<bool> is_part, const Report& report) {
  is_part.resize(report.metrics.size());
  for (std::size_t i = report.metrics.size(); i > 0; --i) {
    const MetricId metric(i - 1);
    const MetricId parent = report.metrics[metric.index()].parent;
    const auto rows = focus.outside.find(metric);
    if (rows == focus.outside.end() || !parent.defined()) continue;
    if (!is_part[metric.index()]) continue;
    is_part[parent.index()] = true;  // not set for a parent without own values
    Focus::Rows& sums = focus.outside[parent];
    for (const auto& [path, row] : rows->second) sums[path] = sum_of(sums[path], row);
  }
}

Focus focus_of(const Report& report) {
  const auto member = report.members.find(kFocusMember);
  if (member == report.members.end()) return {};
  try {
    return read_focus(report, Json::parse(member->second));
  } catch (const std::exception& error) {
    throw damaged_member(kFocusMember, error);
  }
}

Row within(const Row& values, const Row& outside) {
  Row row;
  auto other = outside.begin();
  for (const auto& [location, value] : values) {
    while (other != outside.end() && other->first < location) ++other;
    const bool is_there = other != outside.end() && other->first == location;
    const double rest = is_there ? value - other->second : value;
    if (rest > 0 || (rest < 0 && !is_there)) row.emplace_back(location, rest);
  }
  return row;
}

Report in_focus(const Report& report, const Focus& focus) {
  Report result = report;
  for (const auto& [metric, rows] : focus.outside)
    for (const auto& [path, outside] : rows)
      result.set_row(metric, path, within(report.row(metric, path), outside));
  return result;
}

std::string_view borders_in_words(const Focus& focus) {
  if (focus.rule == "MPI") return "between MPI_Init and MPI_Finalize";
  if (focus.rule == "SHMEM") return "between shmem_init and shmem_finalize";
  return "in the whole run";
}

}  // namespace lull::report
