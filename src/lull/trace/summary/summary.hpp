// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What a trace holds, found by one pass over all its events, and what is odd about it. `lull info`
// shows it. One thread; memory: some hundred bytes a location.
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
  Timestamp first = kEndOfTime;  // the least and greatest time of its events
  Timestamp last;
  std::uint64_t backward = 0;  // events with a time before that of the event before them
  NestingFaults nesting;
  std::string damage;  // where and why it broke off; empty when it is whole
};

struct TraceSummary {
  std::array<std::uint64_t, kEventKinds> events{};  // by kind
  std::vector<LocationSummary> locations;           // by LocationId
  std::map<std::string, std::uint64_t> programs;    // by name: how many locations started it
  std::map<std::string, std::uint64_t> operations;  // collective operations: members' parts
  std::uint64_t undefined_regions = 0;              // enter events of no known region

  [[nodiscard]] std::uint64_t event_count() const;
  // From the first to the last event of all locations; zero without events.
  [[nodiscard]] Timestamp first() const;
  [[nodiscard]] Duration length() const;
};

// `progress` may be empty; it is called now and then with the number of events read so far.
// Damaged locations are counted up to the damage.
[[nodiscard]] TraceSummary summarize(const TraceSource& trace,
                                     const std::function<void(std::uint64_t)>& progress = {});

// What a user should know before trusting figures from this trace: sentences, the definitions'
// own oddities first.
[[nodiscard]] std::vector<std::string> find_defects(const Definitions& definitions,
                                                    const TraceSummary& summary);

}  // namespace lull
