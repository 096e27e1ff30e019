// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The result of an analysis in words: the worst findings with place, cause and advice, and remarks
// on everything that could not be matched or had to be assumed.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lull/analysis/analysis.hpp"
#include "lull/analysis/results/findings/iteration_finding.hpp"
#include "lull/analysis/results/findings/metric_digest.hpp"
#include "lull/report/model/report.hpp"

namespace lull::analysis {

struct Finding {
  using Part = std::pair<std::string, double>;  // name, value
  struct Causer {
    std::string location;
    std::string call_path;  // the call path of the call that was waited for
    double value = 0;
  };
  struct Refinement {
    std::string metric;  // id
    std::string name;
    double value = 0;
    double uncertainty = 0;
    double unproved = 0;
  };

  std::string metric;  // id
  bool own = true;     // false: one of a user's patterns
  std::string name;
  Unit unit = Unit::Seconds;       // the unit of all values
  double value = 0;                // total
  double uncertainty = 0;          // the value's uncertainty, caused by clocks
  double unproved = 0;             // part that may not be waiting at all, for that reason
  double late_recording = 0;       // waiting before the awaited recording began
  double share = 0;                // for seconds: fraction of the time of all locations, 0 … 1
  std::vector<Part> call_paths;    // the worst first
  std::vector<Part> locations;     // the worst first
  std::size_t location_count = 0;  // number of locations that wait
  double caused = 0;               // part of the value with a known cause
  std::vector<Causer> causers;     // the worst first
  std::size_t causer_count = 0;
  std::vector<Refinement> refinements;  // special cases with a large share
  std::string summary;
  std::string caveat;  // a sentence, or empty
  std::string advice;
};

struct Verdict {
  double wall_seconds = 0;  // from the first event to the last
  // The part of the run that all values below except numbers of events refer to.
  struct Part {
    std::string rule = "run";  // same as in report::Focus
    bool is_short = false;
    std::uint64_t worlds = 0;
    double from = 0;  // seconds since the first event
    double to = 0;
    [[nodiscard]] double seconds() const { return to - from; }
  };
  Part focus;
  double total_seconds = 0;  // summed over all locations
  double waiting_seconds = 0;
  double idle_seconds = 0;  // part of waiting: threads outside parallel regions
  std::size_t locations = 0;
  std::uint64_t events = 0;
  std::uint64_t messages = 0;
  std::uint64_t collectives = 0;
  // Not empty if the clocks contradict the messages so much that waiting times are meaningless.
  std::string clocks_forbid;
  std::vector<Finding> findings;  // the worst first
  std::vector<Finding> beside;    // metrics that are not part of the total time
  std::optional<IterationFinding> worst_iteration;
  std::vector<std::string> remarks;  // sentences
};

[[nodiscard]] Verdict make_verdict(const Analysis& analysis, const report::Report& report);
// The report's values may have been discarded.
[[nodiscard]] Verdict make_verdict(const Analysis& analysis, const report::Report& report,
                                   const MetricDigests& digests);

// Returns what the analysis could not match or had to assume, one sentence each.
[[nodiscard]] std::vector<std::string> make_remarks(const Analysis& analysis,
                                                    const report::Report& report);
// Remarks without those about clocks; needs no report.
[[nodiscard]] std::vector<std::string> matching_remarks(const Analysis& analysis);
// Returns empty text if waiting times can be trusted.
[[nodiscard]] std::string judge_clocks(const Analysis& analysis);

// Formats the verdict for a terminal; `colour` adds ANSI escape sequences.
[[nodiscard]] std::string to_text(const Verdict& verdict, bool colour);
[[nodiscard]] nlohmann::json to_json(const Verdict& verdict);

// "MPI Rank 3", or "MPI Rank 3, OMP thread 1" if a process has several locations.
[[nodiscard]] std::string location_name(const report::Report& report, report::LocationId location);

}  // namespace lull::analysis
