// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What locations did when: the share of each kind of activity, and of each metric, in each of many
// equal pieces of the run. It travels in the .cubex file as the member kMapMember, a JSON object
// that docs/report-formats.md describes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lull/report/model/report.hpp"

namespace lull::report {

inline constexpr const char* kMapMember = "lull/map.json";

// A share as a character, 0 … 63; only nothing is 0.
[[nodiscard]] char share_as_text(double share);
inline constexpr double kWholeShare = 63;
// The share in 63rds; -1 for what is none.
[[nodiscard]] int share_of_text(char text);

struct RunMap {
  // Neighbouring locations, one or more.
  struct Row {
    std::uint64_t number = 0;
    std::string shares;  // share_as_text() of each piece: of its time on all locations of the row
  };
  struct Plane {
    std::string activity;   // "MPI"; "life": all that is not idle; empty: of a metric
    MetricId metric;        // as in a report with all below it
    std::vector<Row> rows;  // ascending; those that are missing have nothing of it
  };

  double begin = 0;  // seconds after the first event: of the first piece
  double piece = 0;  // seconds
  std::uint64_t pieces = 0;
  std::uint64_t locations_of_row = 1;  // the last row may have fewer
  std::vector<Plane> planes;

  [[nodiscard]] bool empty() const { return pieces == 0; }
};

// The member's text.
[[nodiscard]] std::string map_as_json(const RunMap& map, const Report& report);
// What the report's member says; empty when it has none. Metrics that the report does not have are
// left out. Throws Error (input) for a member that is no such object or does not fit the report.
[[nodiscard]] RunMap map_of(const Report& report);

}  // namespace lull::report
