// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/replay/reading_plan.hpp"

#include <algorithm>
#include <iterator>

#include "lull/base/files/open_files.hpp"

namespace lull::analysis {
namespace {

// Limits for each location and for all locations together.
constexpr std::size_t kReadAhead = 32768;
constexpr std::size_t kReadAheadOfAll = 16u << 20;
// Approximate number of events in a batch.
constexpr double kBatch = 512;
// A process is read ahead if it has at least this fraction of the events per thread.
constexpr double kLarge = 0.5;

bool is_mine(const Ownership* ownership, ProcessId process) {
  return ownership == nullptr || ownership->is_mine(process);
}

}  // namespace

ReadingPlan::ReadingPlan(const Definitions& definitions, const Ownership* ownership,
                         const Limits& limits) {
  const auto locations = static_cast<std::size_t>(
      ownership == nullptr ? std::ssize(definitions.locations)
                           : std::ranges::count(ownership->locations, true));
  const std::size_t room = room_for_open_files(std::min(locations, limits.open_files));
  const bool closes = locations > std::min(limits.open_locations, room);
  keeps_open_ = closes && locations <= std::min(limits.open_files, room);
  at_a_time_ = closes ? std::clamp(kReadAheadOfAll / locations, std::size_t{512}, kReadAhead) : 0;
  if (!closes && limits.threads > 1) read_ahead(definitions, ownership, limits);
}

void ReadingPlan::read_ahead(const Definitions& definitions, const Ownership* ownership,
                             const Limits& limits) {
  std::vector<double> events(definitions.processes.size());
  double all = 0;
  for (const Location& location : definitions.locations) {
    if (!location.process.defined() || !is_mine(ownership, location.process)) continue;
    events[location.process.index()] += static_cast<double>(location.events);
    all += static_cast<double>(location.events);
  }
  const double share = all / static_cast<double>(limits.threads);
  const auto is_large = [&](ProcessId process) {
    const bool single = definitions.processes[process.index()].locations.size() == 1;
    return !single && events[process.index()] > share * kLarge;
  };
  ahead_.assign(definitions.locations.size(), 0);
  for (std::size_t i = 0; i < ahead_.size(); ++i) {
    const Location& location = definitions.locations[i];
    if (!location.process.defined() || !is_large(location.process)) continue;
    const double part = static_cast<double>(location.events) / all;
    ahead_[i] =
        static_cast<std::size_t>(2 + part * static_cast<double>(limits.slice_events) / kBatch);
  }
}

}  // namespace lull::analysis
