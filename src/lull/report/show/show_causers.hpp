// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Who makes others wait (causers.hpp), for lull show --causers: as text, and for programs. All of
// them throw Error as causers_of does.
//
// JSON, one object: format "lull-causers", version 1, metric (null: all), causers [{location_id,
// location, call_path_id, call_path, seconds}], the worst first. CSV has a line for each.
#pragma once

#include <iosfwd>
#include <string>

#include "lull/report/model/causers.hpp"
#include "lull/report/show/tree_table.hpp"

namespace lull::report {

struct CauserOptions {
  MetricId metric;         // what is waited in; undefined: all
  CallPathSet call_paths;  // of the causers; empty: all
  std::size_t top = 10;    // so many of the worst
  bool all = false;
  TableStyle style;
};

[[nodiscard]] std::string show_causers(const Report& report, const CauserOptions& options);
void write_causers_json(const Report& report, const CauserOptions& options, std::ostream& out);
void write_causers_csv(const Report& report, const CauserOptions& options, std::ostream& out);

}  // namespace lull::report
