// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/time_map.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <vector>

namespace lull {
namespace {

using Offsets = std::vector<ClockOffset>;

std::uint64_t mapped(const Offsets& offsets, std::uint64_t ticks) {
  TimeMap map(offsets);
  EXPECT_EQ(map(Timestamp{ticks}), map.at(Timestamp{ticks}));
  return map(Timestamp{ticks}).ticks;
}

struct Mapping {
  std::uint64_t from;
  std::uint64_t to;
};

void expect_mapped(const Offsets& offsets, std::initializer_list<Mapping> times) {
  for (const Mapping& time : times) EXPECT_EQ(mapped(offsets, time.from), time.to) << time.from;
}

TEST(TimeMap, IsTheIdentityWithoutOffsets) {
  EXPECT_TRUE(TimeMap({}).identity());
  EXPECT_EQ(mapped({}, 12345), 12345u);
}

TEST(TimeMap, IsTheIdentityWhereAllOffsetsAreZero) {
  const Offsets offsets{{Timestamp{10}, 0, 0}, {Timestamp{20}, 0, 0}};
  EXPECT_TRUE(TimeMap(offsets).identity());
  EXPECT_EQ(mapped(offsets, kEndOfTime.ticks), kEndOfTime.ticks);
}

TEST(TimeMap, ShiftsByASingleOffset) {
  const Offsets offsets{{Timestamp{1000}, -40, 0}};
  EXPECT_FALSE(TimeMap(offsets).identity());
  EXPECT_EQ(mapped(offsets, 500), 460u);
  EXPECT_EQ(mapped(offsets, 1000), 960u);
  EXPECT_EQ(mapped(offsets, 90000), 89960u);
}

TEST(TimeMap, InterpolatesBetweenTwoOffsets) {
  expect_mapped({{Timestamp{1000}, 100, 0}, {Timestamp{2000}, 200, 0}},
                {{1000, 1100}, {1500, 1650}, {2000, 2200}});
}

TEST(TimeMap, ContinuesBeyondTheEnds) {
  expect_mapped({{Timestamp{1000}, 100, 0}, {Timestamp{2000}, 200, 0}}, {{500, 550}, {3000, 3300}});
}

TEST(TimeMap, HasASeparateSlopeBetweenAnyTwoOffsets) {
  expect_mapped({{Timestamp{0}, 0, 0}, {Timestamp{1000}, 100, 0}, {Timestamp{2000}, 0, 0}},
                {{500, 550}, {1500, 1550}, {2500, 2450}});
}

TEST(TimeMap, RoundsToWholeTicks) {
  expect_mapped({{Timestamp{0}, 0, 0}, {Timestamp{10}, 1, 0}}, {{4, 4}, {6, 7}});
}

TEST(TimeMap, AllowsRandomAccess) {
  const Offsets offsets{{Timestamp{0}, 0, 0}, {Timestamp{1000}, 100, 0}, {Timestamp{2000}, 0, 0}};
  TimeMap map(offsets);
  std::vector<Timestamp> forwards, backwards;
  for (std::uint64_t t = 0; t < 3000; t += 50) forwards.push_back(map(Timestamp{t}));
  for (std::uint64_t t = 3000; t > 0; t -= 50) backwards.push_back(map(Timestamp{t - 50}));
  std::ranges::reverse(backwards);
  EXPECT_EQ(forwards, backwards);
}

TEST(TimeMap, IsMonotone) {
  const Offsets offsets{
      {Timestamp{0}, 500, 0}, {Timestamp{1000}, 100, 0}, {Timestamp{2000}, 900, 0}};
  TimeMap map(offsets);
  Timestamp last;
  for (std::uint64_t t = 0; t < 4000; ++t) {
    const Timestamp now = map(Timestamp{t});
    EXPECT_GE(now, last) << t;
    last = now;
  }
}

TEST(TimeMap, NeverGoesBelowZero) {
  expect_mapped({{Timestamp{1000}, -400, 0}}, {{400, 0}, {399, 0}, {401, 1}});
}

TEST(TimeMap, IgnoresMeasurementsThatGoBackInTime) {
  const Offsets disorderly{{Timestamp{1000}, 100, 0},
                           {Timestamp{500}, 9000, 0},
                           {Timestamp{700}, 9000, 0},
                           {Timestamp{1000}, 7000, 0},
                           {Timestamp{2000}, 200, 0}};
  const Offsets orderly{{Timestamp{1000}, 100, 0}, {Timestamp{2000}, 200, 0}};
  for (const std::uint64_t t : {600u, 1000u, 1500u, 2500u})
    EXPECT_EQ(mapped(disorderly, t), mapped(orderly, t)) << t;
}

TEST(TimeMap, AcceptsOffsetsOfAnySize) {
  constexpr auto kLeast = std::numeric_limits<std::int64_t>::min();
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  const Offsets offsets{{Timestamp{0}, kLeast, 0}, {Timestamp{10}, kMost, 0}};
  EXPECT_EQ(mapped(offsets, 0), 0u);
  static_cast<void>(mapped(offsets, 5));
  static_cast<void>(mapped(offsets, kEndOfTime.ticks));
}

}  // namespace
}  // namespace lull
