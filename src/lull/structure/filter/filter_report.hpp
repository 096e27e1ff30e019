// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The events that a filter removed, and the reasons.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lull/base/time.hpp"

namespace lull::structure {

// The reason why an event is removed. None: it stays.
enum class Reason : std::uint8_t {
  None,
  Cut,
  Team,      // its team is removed because the fork is
  Time,      // outside the time range
  Location,  // not selected
  Region,    // excluded
  Partner    // a related record is removed for another reason
};
inline constexpr std::size_t kReasons = 7;
// Returns a name such as "iterations" or "teams".
[[nodiscard]] std::string_view name_of(Reason reason);

struct FilterCounts {
  std::uint64_t events = 0;
  std::uint64_t messages = 0;     // number of messages, counted at the send
  std::uint64_t collectives = 0;  // number of operations, counted once for all members
  Duration time{};                // summed over all locations
};

struct FilterReport {
  FilterCounts before;
  FilterCounts after;
  std::array<FilterCounts, kReasons> removed;  // indexed by reason
  // Events that the filter added: marks of missing time, and enter and leave events at the borders
  // of a time range.
  std::uint64_t added = 0;
  std::uint64_t moved = 0;             // events set to the previous event's time
  std::vector<std::string> damages{};  // messages on locations that could be read only in part
};

}  // namespace lull::structure
