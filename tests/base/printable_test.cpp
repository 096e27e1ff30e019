// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/text/printable.hpp"

#include <gtest/gtest.h>

#include <string>

namespace lull {
namespace {

TEST(Printable, MakesControlCharactersVisible) {
  EXPECT_EQ(printable("\x1b]0;title\x07 \x7f"), "\\x1b]0;title\\x07 \\x7f");
  EXPECT_EQ(printable("one\ntwo\tthree\r"), "one\\ntwo\\tthree\\x0d");
  EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\x00b");
}

TEST(Printable, MakesControlsBeyondAsciiVisible) {
  EXPECT_EQ(printable("\u009b31m"), "\\u009b31m");
  EXPECT_EQ(printable("abc\u202Edef\u2028"), "abc\\u202edef\\u2028");
}

TEST(Printable, ShowsInvalidBytes) {
  EXPECT_EQ(printable("Gr\xf6\xdf"
                      "e"),
            "Gr\\xf6\\xdfe");
}

TEST(Printable, LeavesTextUnchanged) {
  for (const std::string text : {"", "main/solve (n=5)", "Größe 5 µs → 𝄞", "std::vector<int>"})
    EXPECT_EQ(printable(text), text);
}

TEST(Printable, IsIdempotent) {
  const std::string once = printable("\x1b[31m\n\xff\u202E");
  EXPECT_EQ(printable(once), once);
}

TEST(Printable, KeepsLineBreaksOfSeveralLines) {
  EXPECT_EQ(printable_lines("one\n\x1btwo\n"), "one\n\\x1btwo\n");
}

TEST(WithoutMiddle, KeepsBeginningAndEnd) {
  EXPECT_EQ(without_middle("abcdefghij", 10), "abcdefghij");
  EXPECT_EQ(without_middle("abcdefghijk", 6), "abcd…jk");
}

TEST(WithoutMiddle, CountsCharactersAndDoesNotSplitThem) {
  EXPECT_EQ(without_middle("ääää", 4), "ääää");
  EXPECT_EQ(without_middle("äbcdefghiö", 3), "äb…ö");
}

}  // namespace
}  // namespace lull
