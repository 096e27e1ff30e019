// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What a filter has removed, and why.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lull/base/time.hpp"

namespace lull::structure {

// Why an event goes. None: it stays.
enum class Reason : std::uint8_t {
  None,
  Cut,
  Team,      // a team goes whose fork does
  Time,      // outside of the time range
  Location,  // not selected
  Region,    // excluded
  Partner    // it belongs to one that goes for another reason
};
inline constexpr std::size_t kReasons = 7;
// "iterations", "teams", …
[[nodiscard]] std::string_view name_of(Reason reason);

struct FilterCounts {
  std::uint64_t events = 0;
  std::uint64_t messages = 0;     // sent
  std::uint64_t collectives = 0;  // operations, whatever number of members
  Duration time{};                // of all locations together
};

struct FilterReport {
  FilterCounts before;
  FilterCounts after;
  std::array<FilterCounts, kReasons> removed;  // by reason
  // Events that the filter has written itself: marks where time is missing, and regions that are
  // entered and left where a time range begins and ends.
  std::uint64_t added = 0;
  std::uint64_t moved = 0;             // times that went back: each became that of the event before
  std::vector<std::string> damages{};  // of locations that were read up to there, in sentences
};

}  // namespace lull::structure
