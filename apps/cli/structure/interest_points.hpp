// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Points of interest of a trace: which iterations of its main loop to inspect, and why. Iterations
// that take or wait longer than most come first, in the order of their cost; then one iteration for
// each group of iterations with similar durations. Iterations are numbered from 0, but from 1 in
// text for users.
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

// The main wait state of an iteration. Seconds are sums over all locations unless stated otherwise.
struct PointCause {
  std::string metric;  // id
  std::string name;
  double seconds = 0;
  std::string location;  // the location that waits most
  double location_seconds = 0;
  std::string call_path;          // call path of its longest wait
  std::string partner;            // the location it then waited for; empty: none in particular
  std::string partner_call_path;  // the partner's call path at that time
  // The only location without this waiting, if there is one: the last location to arrive where all
  // locations meet.
  std::string last{};
};

struct InterestPoint {
  std::size_t iteration = 0;
  double begin = 0;    // seconds since the start of the trace, on the first process that has it
  double seconds = 0;  // averaged over all processes
  double cost = 0;     // location-seconds in excess of the usual
  double waiting = 0;
  bool waits_more = false;  // more waiting than usual explains a good part of the cost
  std::string slowest;      // the location on which it takes longest
  double slowest_seconds = 0;
  std::optional<PointCause> cause;
};

struct InterestGroup {
  std::size_t representative = 0;
  std::uint64_t iterations = 0;
  double seconds = 0;  // average of each iteration
  // First and last of consecutive iterations.
  std::vector<std::pair<std::size_t, std::size_t>> runs;
};

struct Interest {
  std::string archive;
  std::string loop;    // a phrase
  std::string remark;  // about the loop; may be empty
  std::size_t number = 0;
  std::size_t processes = 0;
  std::uint64_t together = 1;  // waiting is known for groups of this many iterations
  double wanted_window = 0;    // requested tolerance for similar durations
  double window = 0;           // tolerance used: larger if there would be too many groups
  std::string clocks;          // why waiting times are unreliable; may be empty
  double usual_seconds = 0;    // median
  double usual_waiting = 0;    // median
  structure::Trend trend = structure::Trend::None;
  std::size_t found = 0;  // total number of points
  std::vector<InterestPoint> points;
  std::vector<InterestGroup> groups;
  std::optional<NoMainLoop> none;  // if set, all else is empty
};

// Results of an analysis.
struct AnalysedIterations {
  const report::Report& report;
  const report::Iterations& iterations;
  const analysis::IterationBorders& borders;
  const analysis::SevereFindings& findings;  // contains the longest waits of iterations
  const std::vector<double>& waiting;        // indexed by iteration of the report
};

// `top`: maximum number of points.
[[nodiscard]] Interest points_of_interest(const structure::Iterations& iterations,
                                          const Definitions& definitions,
                                          const AnalysedIterations& analysed, double window,
                                          std::size_t top);

[[nodiscard]] std::string to_text(const Interest& interest);
[[nodiscard]] nlohmann::json to_json(const Interest& interest);

}  // namespace lull::cli
