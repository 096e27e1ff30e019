// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/text/counted.hpp"

#include <gtest/gtest.h>

namespace lull {
namespace {

TEST(Counted, OneIsSingular) {
  EXPECT_EQ(counted(1, "location"), "1 location");
  EXPECT_EQ(counted(0, "location"), "0 locations");
  EXPECT_EQ(counted(2, "location"), "2 locations");
}

TEST(Counted, AcceptsAnIrregularPluralAndAVerb) {
  EXPECT_EQ(counted(3, "process", "processes"), "3 processes");
  EXPECT_EQ(counted(1, "message was", "messages were"), "1 message was");
}

TEST(Counted, GroupsDigits) {
  EXPECT_EQ(counted(1234567, "event"), "1,234,567 events");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped_digits("-1234567.25"), "-1,234,567.25");
  EXPECT_EQ(grouped_digits("-123"), "-123");
}

}  // namespace
}  // namespace lull
