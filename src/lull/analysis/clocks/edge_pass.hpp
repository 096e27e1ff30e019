// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Goes through a trace and collects what of different processes must not come before what: ends of
// messages, collective operations by kind, one-sided and SHMEM synchronisation. Threads of a
// process read one clock: there is nothing between them.
#pragma once

#include "lull/analysis/analysis.hpp"
#include "lull/clock/clock_edges.hpp"
#include "lull/clock/logical_clock.hpp"

namespace lull::analysis {

inline constexpr std::size_t kMostEdges = 3u << 19U;  // 48 MB

// Of about `most` edges, in memory.
[[nodiscard]] ClockEdges edges_of(const TraceSource& trace, const AnalysisOptions& options,
                                  std::size_t most);

// What is left to correct in a trace, by the controlled logical clock. Reads it once; once more
// where clocks are so far off that more edges matter than are kept at first.
[[nodiscard]] LogicalClock logical_clock_of(const TraceSource& trace,
                                            const AnalysisOptions& options);

}  // namespace lull::analysis
