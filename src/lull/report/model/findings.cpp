// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/model/findings.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "lull/base/error.hpp"
#include "lull/report/model/damaged_member.hpp"

namespace lull::report {
namespace {

using Json = nlohmann::ordered_json;

// Fields that older versions did not write are empty.
Json part_of(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found == json.end() ? Json::array() : *found;
}

std::vector<Finding::Part> parts_of(const Json& list) {
  std::vector<Finding::Part> parts;
  for (const Json& part : list)
    parts.push_back({part.at("name").get<std::string>(), part.at("seconds").get<double>()});
  return parts;
}

std::vector<Finding::Part> causers_of(const Json& list) {
  std::vector<Finding::Part> causers;
  for (const Json& causer : list)
    causers.push_back({causer.at("location").get<std::string>() + " in " +
                           causer.at("call_path").get<std::string>(),
                       causer.at("seconds").get<double>()});
  return causers;
}

Finding read_finding(const Json& json, MetricId metric) {
  Finding finding;
  finding.metric = metric;
  finding.value = json.at("seconds").get<double>();
  finding.uncertainty = json.value("uncertainty_seconds", 0.0);
  finding.share = json.at("share").get<double>();
  finding.call_paths = parts_of(json.at("call_paths"));
  finding.locations = parts_of(json.at("locations"));
  finding.location_count = json.at("location_count").get<std::uint64_t>();
  finding.causers = causers_of(part_of(json, "causers"));
  finding.causer_count = json.value("causer_count", std::uint64_t{0});
  finding.caveat = json.value("caveat", "");
  finding.advice = json.at("advice").get<std::string>();
  return finding;
}

Findings read_findings(const Report& report, const Json& json) {
  Findings result;
  result.known = true;
  result.wall_seconds = json.at("wall_seconds").get<double>();
  result.total_seconds = json.at("total_seconds").get<double>();
  result.waiting_seconds = json.at("waiting_seconds").get<double>();
  result.idle_seconds = json.value("idle_seconds", -1.0);
  result.to = result.wall_seconds;
  if (const auto focus = json.find("focus"); focus != json.end()) {
    result.focus = focus->at("rule").get<std::string>();
    result.from = focus->at("from").get<double>();
    result.to = focus->at("to").get<double>();
  }
  result.events = json.at("events").get<std::uint64_t>();
  result.messages = json.at("messages").get<std::uint64_t>();
  result.collectives = json.at("collectives").get<std::uint64_t>();
  result.clocks_forbid = json.value("clocks", "");
  for (const Json& entry : json.at("findings")) {
    const auto metric = std::ranges::find(report.metrics, entry.at("metric").get<std::string>(),
                                          &Metric::unique_name);
    if (metric == report.metrics.end()) continue;
    result.findings.push_back(
        read_finding(entry, MetricId(static_cast<std::size_t>(metric - report.metrics.begin()))));
  }
  return result;
}

}  // namespace

Findings findings_of(const Report& report) {
  const auto member = report.members.find(kFindingsMember);
  if (member == report.members.end()) return {};
  try {
    return read_findings(report, Json::parse(member->second));
  } catch (const std::exception& error) {
    throw damaged_member(kFindingsMember, error);
  }
}

}  // namespace lull::report
