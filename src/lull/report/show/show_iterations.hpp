// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The cost of the iterations of the main loop (iterations.hpp), for lull show --iterations: as
// text, JSON and CSV. All functions throw the same errors as require_iterations. Iterations are
// numbered from 1, as in the program; joined iterations are named by the first and the last.
//
// JSON, one object: format "lull-iterations", version 1, loop, together, remarks, metric {name,
// title, unit}, locations [name], iterations [{first, last, begin, end, duration, total, most
// {location, name, value}, begins, values}]. Times are seconds since the start of the trace; lists
// are indexed by location, with null for locations without borders. CSV has one line for each
// iteration and location.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "lull/report/run/iterations.hpp"
#include "lull/report/show/tree_table.hpp"

namespace lull::report {

struct IterationOptions {
  MetricId metric;         // undefined: the metric with most waiting
  CallPathSet call_paths;  // empty: all
  std::size_t top = 10;    // number of most severe iterations to show
  bool all = false;        // shows all iterations in their order
  bool blocks = true;      // the terminal can show block characters
  TableStyle style;
};

[[nodiscard]] std::string show_iterations(const Report& report, const IterationOptions& options);
void write_iterations_json(const Report& report, const IterationOptions& options,
                           std::ostream& out);
void write_iterations_csv(const Report& report, const IterationOptions& options, std::ostream& out);

// A summary of one iteration.
struct IterationSummary {
  std::uint64_t first = 0;  // iteration of the program, from 1
  std::uint64_t last = 0;
  double begin = 0;     // on the first location that begins it
  double end = 0;       // on the last location that ends it
  double duration = 0;  // mean over locations
  double total = 0;     // total over locations
  LocationId most;      // the first location with the greatest value; undefined if all are zero
  double greatest = 0;
};

// The values of a metric by iteration.
struct IterationTable {
  Iterations iterations;
  MetricId metric;
  std::vector<std::vector<double>> values;  // iteration_matrix()
  std::vector<IterationSummary> summaries;  // indexed by iteration
};

[[nodiscard]] IterationTable iteration_table(const Report& report, const IterationOptions& options);

// Returns one character for each value, from 0 to the greatest; neighbours that share a character
// show the greater value.
[[nodiscard]] std::string spark_line(const std::vector<double>& values, std::size_t width,
                                     bool blocks);

}  // namespace lull::report
