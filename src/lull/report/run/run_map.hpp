// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Activity of locations over time: the share of each kind of activity, and of each metric, in many
// equal pieces of the run. Stored in the .cubex file as the member kMapMember, a JSON object that
// docs/report-formats.md describes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lull/report/model/report.hpp"

namespace lull::report {

inline constexpr const char* kMapMember = "lull/map.json";

// Encodes a share as a character, 0 … 63; only a share of zero is 0.
[[nodiscard]] char share_as_text(double share);
inline constexpr double kWholeShare = 63;
// Returns the share in 63rds; -1 for an invalid character.
[[nodiscard]] int share_of_text(char text);

struct RunMap {
  // One or more neighbouring locations.
  struct Row {
    std::uint64_t number = 0;
    std::string shares;  // share_as_text() of each piece's time on all locations of the row
  };
  struct Plane {
    // Such as "MPI"; "life": all activity that is not idle; empty for a metric.
    std::string activity;
    MetricId metric;        // includes its sub-metrics, as in a report
    std::vector<Row> rows;  // ascending; missing rows are zero
  };

  double begin = 0;  // start of the first piece, seconds after the first event
  double piece = 0;  // duration of a piece in seconds
  std::uint64_t pieces = 0;
  std::uint64_t locations_of_row = 1;  // the last row may have fewer
  std::vector<Plane> planes;

  [[nodiscard]] bool empty() const { return pieces == 0; }
};

// Returns the member's text.
[[nodiscard]] std::string map_as_json(const RunMap& map, const Report& report);
// Reads the report's member; empty if it has none. Omits metrics that the report lacks. Throws
// Error (input) for a malformed member or one that does not fit the report.
[[nodiscard]] RunMap map_of(const Report& report);

}  // namespace lull::report
