// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/text/message.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace lull {
namespace {

TEST(Message, IsPrintable) {
  EXPECT_EQ(message_text("metric \x1b[2J is\nunknown"), "metric \\x1b[2J is\nunknown");
}

TEST(Message, KeepsItsEndAfterLongNames) {
  const std::string name(100'000, 'x');
  const std::string text = message_text("metric " + name + " is measured in sec and in occ");
  EXPECT_LT(text.size(), 1100u);
  EXPECT_TRUE(text.starts_with("metric xxx"));
  EXPECT_TRUE(text.ends_with(" is measured in sec and in occ"));
}

TEST(Message, HasALimitedNumberOfLines) {
  const std::string text = message_text(std::string(5000, '\n'));
  EXPECT_EQ(std::ranges::count(text, '\n'), 200);
  EXPECT_TRUE(text.ends_with("…"));
}

TEST(Message, IsPrintedWithTheProgramsName) {
  testing::internal::CaptureStderr();
  print_message("there is no \a file");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "lull: there is no \\x07 file\n");
}

}  // namespace
}  // namespace lull
