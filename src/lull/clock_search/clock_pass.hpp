// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Reads a trace as recorded and collects what its messages and collective operations say about the
// clocks: hulls for the estimate, and reversals before and after the correction by measured
// offsets.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lull/analysis/analysis.hpp"
#include "lull/clock/clock_observations.hpp"

namespace lull::analysis {

using NodePair = std::pair<SystemNodeId, SystemNodeId>;  // the sender's and the receiver's

struct ClockTraffic {
  std::uint64_t messages = 0;
  Reversals raw;
  Reversals measured;
};

struct ClockFindings {
  // `definitions` must outlive this. `parts`: the number of findings to be added up.
  explicit ClockFindings(const Definitions& definitions, std::size_t parts = 1)
      : observations(definitions, parts) {}

  ClockObservations observations;
  std::map<NodePair, ClockTraffic> traffic;
  std::uint64_t collectives = 0;  // number of complete ones; reversals are counted below
  std::uint64_t impossible = 0;   // messages of a process to itself that are reversed
  Reversals raw_collectives;
  Reversals measured_collectives;
  std::vector<std::string> remarks;  // what could not be read, or matched

  [[nodiscard]] ClockTraffic all() const;
  void add(const ClockFindings& other);
};

// `raw` must be uncorrected. Memory does not depend on the length of the trace.
[[nodiscard]] ClockFindings observe_clocks(const TraceSource& raw, const AnalysisOptions& options);

}  // namespace lull::analysis
