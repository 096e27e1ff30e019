// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/run/run_map.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "lull/base/error.hpp"
#include "lull/report/model/damaged_member.hpp"

namespace lull::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kShares =
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";
constexpr std::uint64_t kMostPieces = 1U << 20U;

// The JSON library would accept fractions as whole numbers.
std::uint64_t number_of(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_number_unsigned())
    throw MemberMistake(std::string("its ") + key + " is not a whole number");
  return found->get<std::uint64_t>();
}

RunMap::Row read_row(const Json& json, std::uint64_t pieces, std::uint64_t rows) {
  RunMap::Row row{number_of(json, "row"), json.at("shares").get<std::string>()};
  if (row.number >= rows) throw MemberMistake("it has a row without locations");
  if (row.shares.size() != pieces ||
      std::ranges::any_of(row.shares, [](char share) { return share_of_text(share) < 0; }))
    throw MemberMistake(
        "it has a row with another number of shares, or with others than there are");
  return row;
}

double time_of(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_number())
    throw MemberMistake(std::string("its ") + key + " is not a number");
  return found->get<double>();
}

RunMap read_map(const Report& report, const Json& json) {
  RunMap map;
  if (!json.is_object()) throw MemberMistake("it is not an object");
  if (number_of(json, "version") != 1) throw MemberMistake("it has an unsupported version");
  map.begin = time_of(json, "begin");
  map.piece = time_of(json, "piece");
  map.pieces = number_of(json, "pieces");
  map.locations_of_row = number_of(json, "locations_of_row");
  const double end = map.begin + map.piece * static_cast<double>(map.pieces);
  if (map.pieces == 0 || map.pieces > kMostPieces || map.locations_of_row == 0 ||
      !std::isfinite(end) || !(map.begin + map.piece > map.begin))
    throw MemberMistake("its pieces have no duration");
  const std::uint64_t rows =
      report.locations.empty() ? 0 : (report.locations.size() - 1) / map.locations_of_row + 1;
  for (const Json& entry : json.at("planes")) {
    RunMap::Plane plane;
    plane.activity = entry.value("activity", "");
    if (plane.activity.empty()) {
      const auto metric = std::ranges::find(report.metrics, entry.at("metric").get<std::string>(),
                                            &Metric::unique_name);
      if (metric == report.metrics.end()) continue;
      plane.metric = MetricId(static_cast<std::size_t>(metric - report.metrics.begin()));
    }
    for (const Json& row : entry.at("rows")) {
      plane.rows.push_back(read_row(row, map.pieces, rows));
      const std::size_t size = plane.rows.size();
      if (size > 1 && plane.rows[size - 2].number >= plane.rows.back().number)
        throw MemberMistake("its rows are not in order");
    }
    map.planes.push_back(std::move(plane));
  }
  return map;
}

}  // namespace

char share_as_text(double share) {
  if (!(share > 0)) return kShares.front();
  return kShares[static_cast<std::size_t>(
      std::clamp(std::round(share * kWholeShare), 1.0, kWholeShare))];
}

int share_of_text(char text) {
  const std::size_t place = kShares.find(text);
  return place == std::string_view::npos ? -1 : static_cast<int>(place);
}

std::string map_as_json(const RunMap& map, const Report& report) {
  Json planes = Json::array();
  for (const RunMap::Plane& plane : map.planes) {
    Json rows = Json::array();
    for (const RunMap::Row& row : plane.rows)
      rows.push_back({{"row", row.number}, {"shares", row.shares}});
    Json entry;
    if (plane.activity.empty())
      entry["metric"] = report.metrics[plane.metric.index()].unique_name;
    else
      entry["activity"] = plane.activity;
    entry["rows"] = std::move(rows);
    planes.push_back(std::move(entry));
  }
  const Json json = {{"version", 1},
                     {"begin", map.begin},
                     {"piece", map.piece},
                     {"pieces", map.pieces},
                     {"locations_of_row", map.locations_of_row},
                     {"planes", std::move(planes)}};
  return json.dump(0, ' ', false, Json::error_handler_t::replace) + "\n";
}

RunMap map_of(const Report& report) {
  const auto member = report.members.find(kMapMember);
  if (member == report.members.end()) return {};
  try {
    return read_map(report, Json::parse(member->second));
  } catch (const std::exception& error) {
    throw damaged_member(kMapMember, error);
  }
}

}  // namespace lull::report
