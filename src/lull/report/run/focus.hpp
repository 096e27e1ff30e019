// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The part of the run that findings and shares refer to, and the portion of each value that lies
// outside it; the rest is inside. Stored in the .cubex file as the member kFocusMember, a JSON
// object that docs/page-data.md describes.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "lull/report/model/report.hpp"

namespace lull::report {

inline constexpr const char* kFocusMember = "lull/focus.json";

struct Focus {
  using Rows = std::map<CallPathId, Row>;

  // Nothing is outside of the whole run, which is also the focus of reports without the member.
  std::string rule = "run";  // or "MPI", "SHMEM": between its initialization and its end
  bool is_short = false;     // the run is used because the part between them is negligible
  std::uint64_t worlds = 0;
  double from = 0;  // seconds since the start of the run
  double to = 0;
  double run = 0;                    // duration of the run
  std::map<MetricId, Rows> outside;  // in seconds, like the report's values
  bool known = false;                // the report has the member

  [[nodiscard]] bool is_run() const { return rule == "run"; }
  [[nodiscard]] const Row& outside_of(MetricId metric, CallPathId path) const;
};

// Returns the member's text. `is_part` is indexed by metric: true if the metric's values are
// included in its parent's and are not stored again.
[[nodiscard]] std::string focus_as_json(const Focus& own_parts, const std::vector<bool>& is_part,
                                        const Report& report);
// Adds to each metric the values of sub-metrics that are parts of it.
void add_parts(Focus& focus, std::vector<bool> is_part, const Report& report);

// Reads the report's member; the result is unknown if it has none. Throws Error (input) for a
// malformed member or one that does not fit the report.
[[nodiscard]] Focus focus_of(const Report& report);

// Returns the row's values within the focus; no value is negative.
[[nodiscard]] Row within(const Row& values, const Row& outside);
// Returns the report with only the values within the focus.
[[nodiscard]] Report in_focus(const Report& report, const Focus& focus);

// Returns a phrase such as "between MPI_Init and MPI_Finalize".
[[nodiscard]] std::string_view borders_in_words(const Focus& focus);

}  // namespace lull::report
