// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The causers of waiting (causers.hpp), for lull show --causers: as text, JSON and CSV. All
// functions throw the same errors as causers_of.
//
// JSON, one object: format "lull-causers", version 1, metric (null: all), causers [{location_id,
// location, call_path_id, call_path, seconds}], by descending severity. CSV has a line for each.
#pragma once

#include <iosfwd>
#include <string>

#include "lull/report/model/causers.hpp"
#include "lull/report/show/tree_table.hpp"

namespace lull::report {

struct CauserOptions {
  MetricId metric;         // kind of waiting; undefined: all
  CallPathSet call_paths;  // call paths of the causers; empty: all
  std::size_t top = 10;    // number of most severe causers to show
  bool all = false;
  TableStyle style;
};

[[nodiscard]] std::string show_causers(const Report& report, const CauserOptions& options);
void write_causers_json(const Report& report, const CauserOptions& options, std::ostream& out);
void write_causers_csv(const Report& report, const CauserOptions& options, std::ostream& out);

}  // namespace lull::report
