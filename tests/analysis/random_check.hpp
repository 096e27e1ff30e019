// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Compares the engine with the reference on random traces.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>

#include "lull/analysis/analysis.hpp"
#include "support/random/random_trace.hpp"

namespace lull::analysis {

// A feature of random programs, or a fault in them.
struct RandomFeature {
  const char* name;
  bool support::RandomTraceOptions::*option;
};

inline constexpr std::array kThreadFeatures{
    RandomFeature{"VaryingTeams", &support::RandomTraceOptions::varying_teams},
    RandomFeature{"NestedTeams", &support::RandomTraceOptions::nested_teams},
    RandomFeature{"Leagues", &support::RandomTraceOptions::leagues},
    RandomFeature{"Tasks", &support::RandomTraceOptions::tasks},
    RandomFeature{"Pthreads", &support::RandomTraceOptions::pthreads},
    RandomFeature{"SharedChannels", &support::RandomTraceOptions::shared_channels}};
inline constexpr std::array kFaults{
    RandomFeature{"LostMessages", &support::RandomTraceOptions::lost_messages},
    RandomFeature{"LostMembers", &support::RandomTraceOptions::lost_members},
    RandomFeature{"LostRecords", &support::RandomTraceOptions::lost_records},
    RandomFeature{"StrayLeaves", &support::RandomTraceOptions::stray_leaves},
    RandomFeature{"SkippedLeaves", &support::RandomTraceOptions::skipped_leaves},
    RandomFeature{"OpenEnds", &support::RandomTraceOptions::open_ends},
    RandomFeature{"LateStarts", &support::RandomTraceOptions::late_starts},
    RandomFeature{"OddRequests", &support::RandomTraceOptions::odd_requests},
    RandomFeature{"SteppingClocks", &support::RandomTraceOptions::stepping_clocks},
    RandomFeature{"Interruptions", &support::RandomTraceOptions::interruptions},
    RandomFeature{"EmptyDefinitions", &support::RandomTraceOptions::empty_definitions}};

// Returns the number of seeds to try: the number given, or LULL_SEEDS from the environment.
[[nodiscard]] std::uint64_t seeds(std::uint64_t number);

[[nodiscard]] std::string text_of(const support::RandomTraceOptions& options);

// Describes the fault in the analysis of one random trace: values, unmatched operations or wall
// times that differ from the reference's, parts that exceed their wholes, a result that depends on
// the number of threads or the size of slices. "" if none.
[[nodiscard]] std::string failure_of(std::uint64_t seed,
                                     const support::RandomTraceOptions& options);

// Returns the failing parameters, reduced to the ones that the failure needs, and the failure.
[[nodiscard]] std::string shrunk(std::uint64_t seed, support::RandomTraceOptions options);

// All combinations of features for correct programs without threads, and some combinations with
// threads.
[[nodiscard]] support::RandomTraceOptions options_of(std::uint64_t seed);

// Returns options that include the map of the run and the communication matrix.
[[nodiscard]] AnalysisOptions with_map_and_matrix(unsigned threads, std::uint64_t slice_events);

// Expects that text_of(trace, options) is the same for any number of threads and size of slices.
void expect_independence(
    const std::function<std::string(const TraceSource&, const AnalysisOptions&)>& text_of);

}  // namespace lull::analysis
