// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The contents of a trace, found in one pass over all events, and its data defects, as shown by
// `lull info`. Single-threaded; memory: a few hundred bytes per location.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "lull/trace/event/event_names.hpp"
#include "lull/trace/rules/nesting.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull {

struct LocationSummary {
  std::uint64_t events = 0;
  Timestamp first = kEndOfTime;  // smallest and largest time of its events
  Timestamp last;
  std::uint64_t backward = 0;  // events with an earlier time than the event before them
  NestingFaults nesting;
  std::string damage;  // where and why it ended early; empty when it is complete
};

struct TraceSummary {
  std::array<std::uint64_t, kEventKinds> events{};  // indexed by kind
  std::vector<LocationSummary> locations;           // indexed by LocationId
  std::map<std::string, std::uint64_t> programs;    // by name: number of locations that started it
  std::map<std::string, std::uint64_t> operations;  // by name: counted once per member
  std::uint64_t undefined_regions = 0;              // enter events for undefined regions

  [[nodiscard]] std::uint64_t event_count() const;
  // The time of the first and last event of all locations; zero without events.
  [[nodiscard]] Timestamp first() const;
  [[nodiscard]] Duration length() const;
};

// `progress` may be empty; it is called from time to time with the number of events read so far.
// Damaged locations are counted up to the damage.
[[nodiscard]] TraceSummary summarize(const TraceSource& trace,
                                     const std::function<void(std::uint64_t)>& progress = {});

// Returns what users should know before trusting results from this trace: sentences, beginning with
// the defects of the definitions.
[[nodiscard]] std::vector<std::string> find_defects(const Definitions& definitions,
                                                    const TraceSummary& summary);

}  // namespace lull
