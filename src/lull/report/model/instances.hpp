// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What a report says beyond sums: of each pattern, how its single instances are distributed, and
// which were the most severe, with the time lines of those who took part in them. It travels in the
// .cubex file as the member kInstancesMember, a JSON object {version, statistics, instances}; both
// lists have the form that docs/page-data.md gives them.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "lull/report/model/report.hpp"

namespace lull::report {

inline constexpr const char* kInstancesMember = "lull/instances.json";

// In the metric's unit. Quartiles are within 2 % of the true ones, all others exact.
struct InstanceStatistics {
  MetricId metric;
  std::uint64_t count = 0;
  double sum = 0;
  double minimum = 0;
  double first_quartile = 0;
  double median = 0;
  double third_quartile = 0;
  double maximum = 0;
};

// Times are seconds since the begin of the trace.
struct TimeLine {
  struct Span {
    double begin = 0;
    double end = 0;
    RegionId region;
    std::uint32_t depth = 0;  // regions around it
  };
  LocationId location;
  std::vector<Span> spans;
};

struct TransferredMessage {
  LocationId sender;
  double sent = 0;
  LocationId receiver;
  double received = 0;
};

struct SevereInstance {
  MetricId metric;
  CallPathId path;
  LocationId location;
  double severity = 0;  // in the metric's unit
  double begin = 0;     // of the call that waited
  double end = 0;
  double since = 0;                     // when the wait began
  std::optional<LocationId> cause{};    // who was waited for
  std::optional<RegionId> meanwhile{};  // where that one was most of the time, as far as is known
  double window_begin = 0;              // what the time lines show
  double window_end = 0;
  std::vector<TimeLine> lanes{};  // of the participants, the waiting one first
  std::vector<TransferredMessage> messages{};
};

struct Instances {
  std::vector<InstanceStatistics> statistics;
  std::vector<SevereInstance> worst;  // by metric and call path, the worst first

  [[nodiscard]] bool empty() const { return statistics.empty() && worst.empty(); }
};

// The member's text.
[[nodiscard]] std::string instances_as_json(const Instances& instances);
// The same as two lists, for other JSON documents.
[[nodiscard]] nlohmann::ordered_json statistics_list(const Instances& instances);
[[nodiscard]] nlohmann::ordered_json instance_list(const Instances& instances);

// What the report's member says; nothing when it has none. Throws Error (input) for a member that
// is no such object or names metrics, call paths, regions or locations that the report lacks.
[[nodiscard]] Instances instances_of(const Report& report);

// Those of the metric; null when there are none.
[[nodiscard]] const InstanceStatistics* statistics_of(const Instances& instances, MetricId metric);

}  // namespace lull::report
