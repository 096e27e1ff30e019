// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The part of the run that findings and shares are about, and what of each value lies outside of
// it: the rest lies within. It travels in the .cubex file as the member kFocusMember, a JSON object
// that docs/page-data.md describes.
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

  // Nothing outside of the whole run, as reports have it that know no other focus.
  std::string rule = "run";  // or "MPI", "SHMEM": whose begin and end it lies between
  bool is_short = false;     // the run was taken as next to nothing lies between them
  std::uint64_t worlds = 0;
  double from = 0;  // seconds since the begin of the run
  double to = 0;
  double run = 0;                    // how long that is
  std::map<MetricId, Rows> outside;  // in seconds, as the report has values
  bool known = false;                // whether the report has the member

  [[nodiscard]] bool is_run() const { return rule == "run"; }
  [[nodiscard]] const Row& outside_of(MetricId metric, CallPathId path) const;
};

// The member's text. `is_part`, by metric: what the metric has is added to its parent's, as a
// report has it, and need not be told there.
[[nodiscard]] std::string focus_as_json(const Focus& own_parts, const std::vector<bool>& is_part,
                                        const Report& report);
// Adds to each metric what those below it have that are parts of it.
void add_parts(Focus& focus, std::vector<bool> is_part, const Report& report);

// What the report's member says; not known where it has none. Throws Error (input) for a member
// that is no such object, or does not fit the report.
[[nodiscard]] Focus focus_of(const Report& report);

// The row's values within the focus; none is negative.
[[nodiscard]] Row within(const Row& values, const Row& outside);
// The report with values within the focus.
[[nodiscard]] Report in_focus(const Report& report, const Focus& focus);

// "between MPI_Init and MPI_Finalize"
[[nodiscard]] std::string_view borders_in_words(const Focus& focus);

}  // namespace lull::report
