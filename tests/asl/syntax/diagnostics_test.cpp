// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/syntax/diagnostics.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "asl/syntax/parsed.hpp"
#include "lull/base/text/utf8.hpp"

namespace lull::asl {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;

TEST(AslDiagnostics, ShowTheLineACaretAndAHint) {
  const Source source("dir/f.asl", "int a;\nfloat b = x + ;\n");
  Diagnostics diagnostics;
  diagnostics.add(source.at(21), "an expression is expected here", "give one");
  EXPECT_EQ(diagnostics.print(),
            "dir/f.asl:2:15: error: an expression is expected here\n"
            "float b = x + ;\n"
            "              ^\n"
            "hint: give one\n");
}

TEST(AslDiagnostics, CountColumnsInCharactersAndKeepTabs) {
  const Source source("f.asl", "\t\"äöü\"\tx\r\n");
  Diagnostics diagnostics;
  diagnostics.add(source.at(10), "no");
  EXPECT_EQ(diagnostics.print(),
            "f.asl:1:8: error: no\n"
            "\t\"äöü\"\tx\n"
            "\t     \t^\n");
}

TEST(AslDiagnostics, NameAllPlacesOfAMistake) {
  const Source one("a.asl", "first");
  const Source two("b.asl", "x second", 1);
  Diagnostics diagnostics;
  diagnostics.add({two.at(2), "wrong", "a hint", {{one.at(0), "used here"}, {{}, "known"}}});
  EXPECT_EQ(diagnostics.print(),
            "b.asl:1:3: error: wrong\nx second\n  ^\nhint: a hint\n"
            "a.asl:1:1: note: used here\nfirst\n^\n(built in): note: known\n");
}

TEST(AslDiagnostics, AreSortedAndUnique) {
  const Source first("z.asl", "abc", 0);
  const Source second("a.asl", "abc", 1);
  Diagnostics diagnostics;
  diagnostics.add(second.at(0), "d");
  diagnostics.add(first.at(2), "c");
  diagnostics.add(first.at(1), "b");
  diagnostics.add(first.at(2), "c");
  std::vector<std::string> messages;
  for (const Diagnostic& one : diagnostics.sorted()) messages.push_back(one.message);
  EXPECT_THAT(messages, ElementsAre("b", "c", "d"));
  EXPECT_EQ(diagnostics.count(), 3);
}

TEST(AslDiagnostics, PrintTwentyAndCountTheOthers) {
  const Source source("f.asl", std::string(5000, 'x'));
  Diagnostics diagnostics;
  for (std::size_t i = 0; i < 20; ++i) diagnostics.add(source.at(i), "wrong");
  EXPECT_THAT(diagnostics.print(), ::testing::Not(HasSubstr("more")));
  diagnostics.add(source.at(20), "wrong");
  EXPECT_THAT(diagnostics.print(), EndsWith("… and 1 more error\n"));
  for (std::size_t i = 21; i < 5000; ++i) diagnostics.add(source.at(i), "wrong");
  EXPECT_THAT(diagnostics.print(), EndsWith("… and 4,980 more errors\n"));
}

TEST(AslDiagnostics, PrintNoControlCharactersAndOnlyUtf8) {
  const Source source("f\x1b]0;.asl", "a\x07\xff\xe2\x80\xae b");
  Diagnostics diagnostics;
  diagnostics.add(source.at(7), "the name \x1b[31m is \xff");
  const std::string text = diagnostics.print();
  EXPECT_EQ(text,
            "f\\x1b]0;.asl:1:6: error: the name \\x1b[31m is \\xff\n"
            "a\\x07\\xff\\u202e b\n"
            "                ^\n");
  EXPECT_TRUE(is_utf8(text));
}

TEST(AslDiagnostics, CutLongLinesAroundThePlace) {
  const Source source("f.asl", std::string(100000, 'a') + "!" + std::string(100000, 'b'));
  Diagnostics diagnostics;
  diagnostics.add(source.at(100000), "here");
  EXPECT_EQ(diagnostics.print(),
            fmt::format("f.asl:1:100001: error: here\n…{}!{}…\n{}^\n", std::string(120, 'a'),
                        std::string(119, 'b'), std::string(121, ' ')));
}

TEST(AslSource, FindsLinesAndColumns) {
  const Source source("f.asl", "a\nbä c\r\n\nd");
  EXPECT_EQ(source.line(0), 1);
  EXPECT_EQ(source.line(2), 2);
  EXPECT_EQ(source.column(6), 4);
  EXPECT_EQ(source.line_text(2), "bä c");
  EXPECT_EQ(source.line_text(3), "");
  EXPECT_EQ(source.line_text(4), "d");
  EXPECT_EQ(place_text(source.at(6)), "f.asl:2:4");
}

TEST(AslSource, IsUtf8OfAtMostSixteenMebibytes) {
  EXPECT_THAT(mistakes_in("int a;\n \xff\xff"),
              ElementsAre("2:2: the file is not UTF-8 from here on"));
  EXPECT_THAT(mistakes_in(std::string(kMostSourceBytes + 1, ' ')),
              ElementsAre("1:1: the file is larger than 16 MiB"));
  EXPECT_THAT(mistakes_in(std::string(kMostSourceBytes, ' ')), ::testing::IsEmpty());
}

}  // namespace
}  // namespace lull::asl
