// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Estimates the size of an archive from the events that processes have counted (lull record
// --estimate), and finds functions that are worth excluding.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "lull/recorder/journal/process_part.hpp"

namespace lull::recorder {

struct EstimatedRegion {
  RecordedRegion region;
  RegionCount count;  // over all processes
  double mean_seconds = 0;
  bool excluded = false;
};

struct Estimate {
  std::vector<std::uint64_t> processes;  // event bytes of each counted process
  std::size_t missing = 0;               // processes that did not end and so were not counted
  std::uint64_t events = 0;              // bytes
  std::uint64_t definitions = 0;         // bytes
  std::vector<EstimatedRegion> regions;  // largest first
  // Event bytes left when the excluded regions are not recorded.
  std::uint64_t events_left = 0;
  std::uint64_t greatest_left = 0;  // the most in one process
};

// Limits on the event bytes that are left.
struct EstimateGoal {
  std::optional<std::uint64_t> process;
  std::optional<std::uint64_t> total;
};

// Estimates from the parts in a directory. Makes them an archive without events, whose size is the
// size of the definitions. Excludes functions and annotated regions of the program with less than
// 10 us per visit, largest first, until the goal is reached; without a goal, all those that make at
// least 1 % of the events. Throws Error like assemble().
[[nodiscard]] Estimate estimate(const std::filesystem::path& directory, const EstimateGoal& goal);

// Returns a filter file in Score-P's format: the rules of `before`, then rules that exclude the
// excluded regions.
[[nodiscard]] std::string filter_of(const Estimate& estimate, const std::string& before);

}  // namespace lull::recorder
