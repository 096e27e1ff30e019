// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// How large an archive would be, from what processes have counted (lull record --estimate), and
// which functions are worth leaving out.
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
  RegionCount count;  // of all processes
  double mean_seconds = 0;
  bool excluded = false;
};

struct Estimate {
  std::vector<std::uint64_t> processes;  // bytes of events of each that was counted
  std::size_t missing = 0;               // processes that did not end, and were not counted
  std::uint64_t events = 0;              // bytes
  std::uint64_t definitions = 0;         // bytes
  std::vector<EstimatedRegion> regions;  // the largest first
  // Of the events that are left when the excluded regions are not recorded.
  std::uint64_t events_left = 0;
  std::uint64_t greatest_left = 0;  // of one process
};

// What is to be left, in bytes of events.
struct EstimateGoal {
  std::optional<std::uint64_t> process;
  std::optional<std::uint64_t> total;
};

// Of the parts in a directory, which become an archive without events; its size is that of the
// definitions. Functions and marked regions of the program with less than 10 us a visit are
// excluded, the largest first, until the goal is reached; without a goal, all those that make 1 %
// of the events at least. Throws Error as assemble() does.
[[nodiscard]] Estimate estimate(const std::filesystem::path& directory, const EstimateGoal& goal);

// A filter file in Score-P's form that leaves out the excluded regions, after the rules of
// `before`.
[[nodiscard]] std::string filter_of(const Estimate& estimate, const std::string& before);

}  // namespace lull::recorder
