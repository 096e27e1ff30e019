// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "asl/syntax/parsed.hpp"
#include "lull/asl/syntax/tokens.hpp"

namespace lull::asl {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Kind = TokenKind;

std::vector<Kind> kinds_of(std::string text) {
  const Source source("f.asl", std::move(text));
  Diagnostics diagnostics;
  std::vector<Kind> kinds;
  for (const Token& token : tokens_of(source, diagnostics)) kinds.push_back(token.kind);
  EXPECT_TRUE(diagnostics.empty()) << diagnostics.print();
  return kinds;
}

std::vector<std::string> lexical_mistakes(std::string text) {
  Parsed result{std::make_unique<Source>("f.asl", std::move(text)), {}, {}, {}};
  (void)tokens_of(*result.source, result.diagnostics);
  return mistakes(result);
}

TEST(AslTokens, AreTheLongestPossible) {
  EXPECT_THAT(kinds_of("a<=b->c--d"),
              ElementsAre(Kind::Identifier, Kind::LessOrEqual, Kind::Identifier, Kind::Arrow,
                          Kind::Identifier, Kind::Minus, Kind::Minus, Kind::Identifier, Kind::End));
  EXPECT_THAT(kinds_of("<==>"),
              ElementsAre(Kind::LessOrEqual, Kind::Assign, Kind::Greater, Kind::End));
  EXPECT_THAT(kinds_of("< == >"), ElementsAre(Kind::Less, Kind::Equal, Kind::Greater, Kind::End));
  EXPECT_THAT(kinds_of("1.5 1.x 2e-6 3"),
              ElementsAre(Kind::Float, Kind::Integer, Kind::Dot, Kind::Identifier, Kind::Float,
                          Kind::Integer, Kind::End));
}

TEST(AslTokens, KeywordsAreInCapitalsAndSomeMayBeInLowerCase) {
  EXPECT_THAT(kinds_of("CLASS class Class IF if SUMS"),
              ElementsAre(Kind::Class, Kind::Class, Kind::Identifier, Kind::If, Kind::Identifier,
                          Kind::Identifier, Kind::End));
  EXPECT_THAT(kinds_of("extends enum extern import setof typeof true false"),
              ElementsAre(Kind::Extends, Kind::Enum, Kind::Extern, Kind::Import, Kind::SetOf,
                          Kind::TypeOf, Kind::True, Kind::False, Kind::End));
  EXPECT_THAT(kinds_of("e.class.IF"), ElementsAre(Kind::Identifier, Kind::Dot, Kind::Identifier,
                                                  Kind::Dot, Kind::Identifier, Kind::End));
}

TEST(AslTokens, CommentsOnlySeparate) {
  EXPECT_THAT(kinds_of("a//b\nc/*d\n*/e/**/f"),
              ElementsAre(Kind::Identifier, Kind::Identifier, Kind::Identifier, Kind::Identifier,
                          Kind::End));
  EXPECT_THAT(kinds_of("\xEF\xBB\xBF// only a comment"), ElementsAre(Kind::End));
}

TEST(AslTokens, LiteralsHaveTheirValues) {
  EXPECT_EQ(integer_value("9223372036854775807"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(integer_value("9223372036854775808"), std::nullopt);
  EXPECT_EQ(float_value("2.5e-3"), 0.0025);
  EXPECT_EQ(float_value("1e999"), std::nullopt);
  EXPECT_EQ(string_value("\"a\\\"\\\\\\n\\tb\""), "a\"\\\n\tb");
}

TEST(AslTokens, ReportsInvalidOnes) {
  EXPECT_THAT(lexical_mistakes("a @$ b"), ElementsAre("1:3: '@$' has no meaning here"));
  EXPECT_THAT(lexical_mistakes("ä = ö"),
              ElementsAre("1:1: 'ä' has no meaning here", "1:5: 'ö' has no meaning here"));
  EXPECT_THAT(lexical_mistakes("a\n /* b"), ElementsAre("2:2: this comment does not end"));
  EXPECT_THAT(lexical_mistakes("\"abc\nd"), ElementsAre("1:1: this text does not end on its line"));
  EXPECT_THAT(lexical_mistakes("\"a\\"), ElementsAre("1:1: this text does not end on its line",
                                                     "1:3: unknown escape in a text"));
  EXPECT_THAT(lexical_mistakes("\"a\\x\""), ElementsAre("1:3: unknown escape in a text"));
  EXPECT_THAT(lexical_mistakes("12ab"),
              ElementsAre("1:3: a number must not be followed by letters"));
  EXPECT_THAT(lexical_mistakes("99999999999999999999"),
              ElementsAre("1:1: the number is too large for an int"));
  EXPECT_THAT(lexical_mistakes("1.0e999"),
              ElementsAre("1:1: the number is too large or too small for a float"));
  EXPECT_THAT(lexical_mistakes("\"ä\" // ö"), IsEmpty());
}

TEST(AslTokens, TheEndFollowsTheLastToken) {
  EXPECT_THAT(mistakes_in("int a = 3  // here\n\n"),
              ElementsAre("1:10: ';' is expected here, not the end of the file"));
}

}  // namespace
}  // namespace lull::asl
