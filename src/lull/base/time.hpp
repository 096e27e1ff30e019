// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Time is counted in integer ticks of the trace's clock, so that sums are exact and do not depend
// on the order of summation. Only reports use seconds.
#pragma once

#include <compare>
#include <cstdint>

namespace lull {

// A duration in ticks; negative if the end lies before the start.
struct Duration {
  std::int64_t ticks = 0;

  friend constexpr auto operator<=>(Duration, Duration) = default;
  friend constexpr Duration operator+(Duration a, Duration b) { return {a.ticks + b.ticks}; }
  friend constexpr Duration operator-(Duration a, Duration b) { return {a.ticks - b.ticks}; }
  constexpr Duration& operator+=(Duration other) {
    ticks += other.ticks;
    return *this;
  }
  constexpr Duration& operator-=(Duration other) {
    ticks -= other.ticks;
    return *this;
  }
};

// A moment in ticks since the clock's zero.
struct Timestamp {
  std::uint64_t ticks = 0;

  friend constexpr auto operator<=>(Timestamp, Timestamp) = default;
  // Exact for moments less than 2^63 ticks apart.
  friend constexpr Duration operator-(Timestamp a, Timestamp b) {
    return {static_cast<std::int64_t>(a.ticks - b.ticks)};
  }
  friend constexpr Timestamp operator+(Timestamp t, Duration d) {
    return {t.ticks + static_cast<std::uint64_t>(d.ticks)};
  }
};

inline constexpr Timestamp kEndOfTime{~std::uint64_t{0}};

}  // namespace lull
