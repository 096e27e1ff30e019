// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/time.hpp"

#include <gtest/gtest.h>

namespace lull {
namespace {

TEST(Time, DifferencesHaveASign) {
  EXPECT_EQ((Timestamp{7} - Timestamp{10}).ticks, -3);
  EXPECT_EQ((Timestamp{10} - Timestamp{7}).ticks, 3);
}

TEST(Time, IsExactForLargeTicks) {
  constexpr std::uint64_t kLate = 0xF000000000000000u;
  EXPECT_EQ((Timestamp{kLate + 5} - Timestamp{kLate}).ticks, 5);
  EXPECT_EQ(Timestamp{kLate} + Duration{-1}, Timestamp{kLate - 1});
}

TEST(Time, NothingComesAfterTheEnd) {
  EXPECT_LT(Timestamp{0}, kEndOfTime);
  EXPECT_LT(Timestamp{~std::uint64_t{0} - 1}, kEndOfTime);
}

TEST(Time, DurationsAddUp) {
  Duration sum{5};
  sum += Duration{3};
  sum -= Duration{10};
  EXPECT_EQ(sum, Duration{-2});
  EXPECT_EQ(Duration{5} + Duration{3} - Duration{1}, Duration{7});
}

}  // namespace
}  // namespace lull
