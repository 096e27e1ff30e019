// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/replay/calls/location_clock.hpp"

#include <gtest/gtest.h>

namespace lull::analysis {
namespace {

constexpr Timestamp kNonsense{17726178973539432822u};

TEST(LocationClock, StopsIfATimeIsEarlierOrOutOfRange) {
  LocationClock clock(LocationClock::State::Running);
  EXPECT_TRUE(clock.tick({10}));
  EXPECT_FALSE(clock.tick({9}));
  EXPECT_FALSE(clock.tick(kNonsense));
  EXPECT_EQ(clock.now(), Timestamp{10});
  EXPECT_TRUE(clock.tick({11}));
  EXPECT_EQ(clock.first(), Timestamp{10});
}

TEST(LocationClock, BeginsWithTheTraceIfTheFirstTimeIsOutOfRange) {
  LocationClock clock(LocationClock::State::Running);
  EXPECT_FALSE(clock.tick(kNonsense));
  EXPECT_TRUE(clock.started());
  EXPECT_TRUE(clock.tick({5}));
  EXPECT_EQ(clock.now(), Timestamp{5});
}

}  // namespace
}  // namespace lull::analysis
