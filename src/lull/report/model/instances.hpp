// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Data beyond sums: for each pattern, the distribution of its instances, and the most severe
// instances with the time lines of their participants. Stored in the .cubex file as the member
// kInstancesMember, a JSON object {version, statistics, instances}; docs/page-data.md describes
// both lists.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "lull/report/model/report.hpp"

namespace lull::report {

inline constexpr const char* kInstancesMember = "lull/instances.json";

// Values are in the metric's unit. Quartiles are accurate to 2 %; all other values are exact.
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

// Times are seconds since the start of the trace.
struct TimeLine {
  struct Span {
    double begin = 0;
    double end = 0;
    RegionId region;
    std::uint32_t depth = 0;  // number of enclosing regions
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
  double begin = 0;     // start of the call that waited
  double end = 0;
  double since = 0;                   // start of the wait
  std::optional<LocationId> cause{};  // location it waited for
  // The region where that location spent most of the time, if known.
  std::optional<RegionId> meanwhile{};
  double window_begin = 0;  // range of the time lines
  double window_end = 0;
  std::vector<TimeLine> lanes{};  // lanes of the participants, the waiting participant first
  std::vector<TransferredMessage> messages{};
};

struct Instances {
  std::vector<InstanceStatistics> statistics;
  std::vector<SevereInstance> worst;  // indexed by metric and call path, most severe first

  [[nodiscard]] bool empty() const { return statistics.empty() && worst.empty(); }
};

// Returns the member's text.
[[nodiscard]] std::string instances_as_json(const Instances& instances);
// Returns the same as two lists, for other JSON documents.
[[nodiscard]] nlohmann::ordered_json statistics_list(const Instances& instances);
[[nodiscard]] nlohmann::ordered_json instance_list(const Instances& instances);

// Reads the report's member; returns nothing if it has none. Throws Error (input) for a malformed
// member, or for one with metrics, call paths, regions or locations that the report lacks.
[[nodiscard]] Instances instances_of(const Report& report);

// Returns the metric's statistics; null if there are none.
[[nodiscard]] const InstanceStatistics* statistics_of(const Instances& instances, MetricId metric);

}  // namespace lull::report
