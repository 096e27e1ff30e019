// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/text/utf8.hpp"

#include <gtest/gtest.h>

namespace lull {
namespace {

TEST(Utf8, AcceptsValidSequences) {
  for (const char* const text : {"", "plain", "Größe", "€", "𝄞", "\x1b\x7f"})
    EXPECT_TRUE(is_utf8(text));
}

TEST(Utf8, RefusesInvalidSequences) {
  for (const char* const text :
       {"\xff", "a\x80", "\xc3", "\xc0\xaf" /* overlong */, "\xe0\x80\xaf",
        "\xed\xa0\x80" /* surrogate */, "\xf4\x90\x80\x80" /* beyond Unicode */, "\xe2\x82"})
    EXPECT_FALSE(is_utf8(text)) << text;
}

TEST(Utf8, ReplacesEachByteThatBelongsToNoCharacter) {
  EXPECT_EQ(as_utf8("Gr\xf6\xdf"
                    "e"),
            "Gr��e");
  EXPECT_EQ(as_utf8("\xe2\x82"), "��");
  EXPECT_EQ(as_utf8("Größe"), "Größe");
}

}  // namespace
}  // namespace lull
