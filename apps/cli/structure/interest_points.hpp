// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Points of interest of a trace: which iterations of its main loop to look at, and why. Those that
// take longer than most, or wait more, the most costly ones first; and one for each group of
// iterations that take about as long. Iterations count from 0; texts for people count from 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/inputs/iterations.hpp"
#include "lull/analysis/results/tables/severe_instances.hpp"
#include "lull/report/run/iterations.hpp"
#include "lull/structure/durations/trend.hpp"
#include "lull/structure/iterations.hpp"

namespace lull::cli {

// What an iteration waits for most. Seconds are those of all locations where nothing else is said.
struct PointCause {
  std::string metric;  // id
  std::string name;
  double seconds = 0;
  std::string location;  // that waits most
  double location_seconds = 0;
  std::string call_path;          // of its longest wait
  std::string partner;            // the location it waited for then; empty: nobody in particular
  std::string partner_call_path;  // of what it waited for
  // The only location that does not wait so, if there is one: where all meet, it came last.
  std::string last{};
};

struct InterestPoint {
  std::size_t iteration = 0;
  double begin = 0;    // seconds since the begin of the trace, on the first process that has it
  double seconds = 0;  // on average over all processes
  double cost = 0;     // more than usual: location-seconds
  double waiting = 0;
  bool waits_more = false;  // than usual, and that explains a good part of the cost
  std::string slowest;      // the location on which it takes longest
  double slowest_seconds = 0;
  std::optional<PointCause> cause;
};

struct InterestGroup {
  std::size_t representative = 0;
  std::uint64_t iterations = 0;
  double seconds = 0;                                     // of each, on average
  std::vector<std::pair<std::size_t, std::size_t>> runs;  // first and last ones, neighbours joined
};

struct Interest {
  std::string archive;
  std::string loop;    // in words
  std::string remark;  // on the loop; may be empty
  std::size_t number = 0;
  std::size_t processes = 0;
  std::uint64_t together = 1;  // waiting is known for so many iterations together
  double wanted_window = 0;    // how far apart durations may be that are alike
  double window = 0;           // what groups needed: larger where there would be too many
  std::string clocks;          // why waiting times mean nothing; else empty
  double usual_seconds = 0;    // the median
  double usual_waiting = 0;    // the median
  structure::Trend trend = structure::Trend::None;
  std::size_t found = 0;  // points in all
  std::vector<InterestPoint> points;
  std::vector<InterestGroup> groups;
  std::optional<NoMainLoop> none;  // then all else is empty
};

// What an analysis has found.
struct AnalysedIterations {
  const report::Report& report;
  const report::Iterations& iterations;
  const analysis::IterationBorders& borders;
  const analysis::SevereFindings& findings;  // with the longest waits of iterations
  const std::vector<double>& waiting;        // by iteration of the report
};

// `top`: at most so many points.
[[nodiscard]] Interest points_of_interest(const structure::Iterations& iterations,
                                          const Definitions& definitions,
                                          const AnalysedIterations& analysed, double window,
                                          std::size_t top);

[[nodiscard]] std::string to_text(const Interest& interest);
[[nodiscard]] nlohmann::json to_json(const Interest& interest);

}  // namespace lull::cli
