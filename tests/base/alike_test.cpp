// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/text/alike.hpp"

#include <gtest/gtest.h>

#include <string>

namespace lull {
namespace {

TEST(SameName, IgnoresCaseOnly) {
  EXPECT_TRUE(is_same_name("Late Sender", "LATE sender"));
  EXPECT_TRUE(is_same_name("", ""));
  EXPECT_FALSE(is_same_name("late", "late sender"));
  EXPECT_FALSE(is_same_name("late_sender", "late sender"));
}

TEST(Suggestion, NamesTheMostSimilarFirst) {
  EXPECT_EQ(suggestion("mpi_latesendr", {"mpi_latesender_wo", "mpi_latesender", "time"}),
            "; did you mean mpi_latesender or mpi_latesender_wo?");
}

TEST(Suggestion, NamesThoseThatContainIt) {
  EXPECT_EQ(suggestion("Sender", {"Late Sender", "Wait at Barrier"}),
            "; did you mean Late Sender?");
}

TEST(Suggestion, NamesThreeAtMost) {
  EXPECT_EQ(suggestion("a", {"a1", "a2", "a3", "a4"}), "; did you mean a1, a2 or a3?");
}

TEST(Suggestion, IsEmptyWithoutSimilarNames) {
  EXPECT_EQ(suggestion("nowhere", {"time", "visits"}), "");
  EXPECT_EQ(suggestion("x", {}), "");
  EXPECT_EQ(suggestion("", {"time", "visits"}), "");
}

TEST(Suggestion, HandlesVeryLongNames) {
  const std::string length(100000, 'x');
  EXPECT_EQ(suggestion(length, {length + "y", "time"}), "; did you mean " + length + "y?");
}

}  // namespace
}  // namespace lull
