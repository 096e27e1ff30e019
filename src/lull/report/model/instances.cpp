// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/model/instances.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "lull/base/error.hpp"
#include "lull/report/model/damaged_member.hpp"
#include "lull/report/model/references.hpp"

namespace lull::report {
namespace {

using Json = nlohmann::ordered_json;

// Rounds to the clocks' resolution, which gives fewer digits.
double to_nanosecond(double seconds) { return std::round(seconds * 1e9) / 1e9; }

Json lanes_of(const SevereInstance& instance) {
  Json lanes = Json::array();
  for (const TimeLine& lane : instance.lanes) {
    Json spans = Json::array();
    for (const TimeLine::Span& span : lane.spans)
      spans.push_back(
          {to_nanosecond(span.begin), to_nanosecond(span.end), span.region.value, span.depth});
    lanes.push_back({{"location", lane.location.value}, {"spans", std::move(spans)}});
  }
  return lanes;
}

Json messages_of(const SevereInstance& instance) {
  Json messages = Json::array();
  for (const TransferredMessage& message : instance.messages)
    messages.push_back({message.sender.value, to_nanosecond(message.sent), message.receiver.value,
                        to_nanosecond(message.received)});
  return messages;
}

InstanceStatistics read_statistics(const Report& report, const Json& json) {
  InstanceStatistics result;
  result.metric = reference<MetricId>(json.at("metric"), report.metrics.size());
  result.count = json.at("count").get<std::uint64_t>();
  result.sum = json.at("sum").get<double>();
  result.minimum = json.at("minimum").get<double>();
  result.first_quartile = json.at("q1").get<double>();
  result.median = json.at("median").get<double>();
  result.third_quartile = json.at("q3").get<double>();
  result.maximum = json.at("maximum").get<double>();
  return result;
}

TimeLine read_lane(const Report& report, const Json& json) {
  TimeLine lane{reference<LocationId>(json.at("location"), report.locations.size()), {}};
  for (const Json& span : json.at("spans"))
    lane.spans.push_back({span.at(0).get<double>(), span.at(1).get<double>(),
                          reference<RegionId>(span.at(2), report.regions.size()),
                          span.at(3).get<std::uint32_t>()});
  return lane;
}

SevereInstance read_instance(const Report& report, const Json& json) {
  SevereInstance result;
  result.metric = reference<MetricId>(json.at("metric"), report.metrics.size());
  result.path = reference<CallPathId>(json.at("path"), report.call_paths.size());
  result.location = reference<LocationId>(json.at("location"), report.locations.size());
  result.severity = json.at("severity").get<double>();
  result.begin = json.at("begin").get<double>();
  result.end = json.at("end").get<double>();
  if (json.contains("cause")) {
    const Json& cause = json.at("cause");
    result.since = cause.at("since").get<double>();
    result.cause = reference<LocationId>(cause.at("location"), report.locations.size());
    if (cause.contains("meanwhile"))
      result.meanwhile = reference<RegionId>(cause.at("meanwhile"), report.regions.size());
  }
  result.window_begin = json.at("window").at(0).get<double>();
  result.window_end = json.at("window").at(1).get<double>();
  for (const Json& lane : json.at("lanes")) result.lanes.push_back(read_lane(report, lane));
  for (const Json& message : json.at("messages"))
    result.messages.push_back({reference<LocationId>(message.at(0), report.locations.size()),
                               message.at(1).get<double>(),
                               reference<LocationId>(message.at(2), report.locations.size()),
                               message.at(3).get<double>()});
  return result;
}

}  // namespace

Json statistics_list(const Instances& instances) {
  Json list = Json::array();
  for (const InstanceStatistics& of : instances.statistics)
    list.push_back({{"metric", of.metric.value},
                    {"count", of.count},
                    {"sum", of.sum},
                    {"minimum", of.minimum},
                    {"q1", of.first_quartile},
                    {"median", of.median},
                    {"q3", of.third_quartile},
                    {"maximum", of.maximum},
                    {"mean", of.count == 0 ? 0 : of.sum / static_cast<double>(of.count)}});
  return list;
}

Json instance_list(const Instances& instances) {
  Json list = Json::array();
  for (const SevereInstance& instance : instances.worst) {
    list.push_back(
        {{"metric", instance.metric.value},
         {"path", instance.path.value},
         {"location", instance.location.value},
         {"severity", instance.severity},
         {"begin", instance.begin},
         {"end", instance.end},
         {"window", {to_nanosecond(instance.window_begin), to_nanosecond(instance.window_end)}},
         {"lanes", lanes_of(instance)},
         {"messages", messages_of(instance)}});
    if (!instance.cause) continue;
    Json cause{{"location", instance.cause->value}, {"since", to_nanosecond(instance.since)}};
    if (instance.meanwhile) cause["meanwhile"] = instance.meanwhile->value;
    list.back()["cause"] = std::move(cause);
  }
  return list;
}

std::string instances_as_json(const Instances& instances) {
  return Json{{"version", 1},
              {"statistics", statistics_list(instances)},
              {"instances", instance_list(instances)}}
      .dump();
}

Instances instances_of(const Report& report) {
  const auto member = report.members.find(kInstancesMember);
  if (member == report.members.end()) return {};
  Instances result;
  try {
    const Json json = Json::parse(member->second);
    for (const Json& entry : json.at("statistics"))
      result.statistics.push_back(read_statistics(report, entry));
    for (const Json& entry : json.at("instances"))
      result.worst.push_back(read_instance(report, entry));
  } catch (const std::exception& error) {
    throw damaged_member(kInstancesMember, error);
  }
  return result;
}

const InstanceStatistics* statistics_of(const Instances& instances, MetricId metric) {
  const auto found = std::ranges::find(instances.statistics, metric, &InstanceStatistics::metric);
  return found == instances.statistics.end() ? nullptr : &*found;
}

}  // namespace lull::report
