// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <initializer_list>

#include "asl/syntax/parsed.hpp"
#include "lull/asl/syntax/expression_text.hpp"

namespace lull::asl {
namespace {

using ::testing::ElementsAre;

struct Row {
  const char* text;
  const char* result;
};

void expect_trees(std::initializer_list<Row> rows) {
  for (const auto& [text, tree] : rows) EXPECT_EQ(tree_of(text), tree) << text;
}

TEST(AslExpression, MultipliesBeforeItAddsAndComparesBeforeItJoins) {
  expect_trees({
      {"a + b * c - d", "(chain a + (chain b * c) - d)"},
      {"a == b + 1 AND c OR d AND e < f",
       "(OR (AND (== a (chain b + 1)) AND c) OR (AND d AND (< e f)))"},
      {"(a + b) * c", "(chain (chain a + b) * c)"},
      {"-a.b * -c", "(chain (neg (. a b)) * (neg c))"},
  });
}

TEST(AslExpression, KeepsChainsInOneNodeFromLeftToRight) {
  expect_trees({
      {"a - b + c - d", "(chain a - b + c - d)"},
      {"a / b * c", "(chain a / b * c)"},
      {"a AND b AND c", "(AND a AND b AND c)"},
      {"(a - b) - c", "(chain (chain a - b) - c)"},
  });
}

TEST(AslExpression, NotTakesOneTestOnly) {
  expect_trees({
      {"NOT a == b AND c", "(AND (NOT (== a b)) AND c)"},
      {"NOT NOT a", "(NOT (NOT a))"},
  });
}

TEST(AslExpression, AQuantifierEndsAtTheNextAndOrOr) {
  expect_trees({
      {"EXISTS e IN R(x) SUCH THAT e.region == r AND b",
       "(AND (EXISTS e in (call R x) : (== (. e region) r)) AND b)"},
      {"FORALL e IN s SUCH THAT (a AND b) OR c", "(OR (FORALL e in s : (AND a AND b)) OR c)"},
      {"NEXISTS e IN s SUCH THAT EXISTS f IN t SUCH THAT e == f",
       "(NEXISTS e in s : (EXISTS f in t : (== e f)))"},
  });
}

TEST(AslExpression, ReadsLiteralsAndContext) {
  expect_trees({
      {"{1, 2.5, \"x\\\"y\", TRUE, false, NULL}", "{set 1 float:2.5 'x\"y' true false null}"},
      {"f(ROOT, TRACE, THIS)", "(call f context:0 context:1 context:2)"},
      {"f()", "(call f)"},
  });
}

TEST(AslExpression, NoKeywordIsReservedAfterADot) {
  expect_trees({
      {"e.trace.IN . SUM", "(. e trace IN SUM)"},
      {"(a.b).c", "(. a b c)"},
      {"f(x).severity", "(. (call f x) severity)"},
  });
}

TEST(AslExpression, ReadsConditionalsWithAnElseForTheNearestIf) {
  expect_trees({
      {"IF (a) b ELIF (c) d ELSE e", "(if [a b] [c d] else e)"},
      {"IF (a) IF (b) c ELSE d", "(if [a (if [b c] else d)])"},
      {"IF (a) (IF (b) c) ELSE d", "(if [a (if [b c])] else d)"},
      {"IF (a) b + c", "(if [a (chain b + c)])"},
  });
}

TEST(AslExpression, ReadsSetsAndComprehensions) {
  expect_trees({
      {"{}", "{set}"},
      {"{f IN s}", "{f in s}"},
      {"{f IN s + t SUCH THAT a OR b}", "{f in (chain s + t) if (OR a OR b)}"},
      {"{f IN s WITH IF (a) b ELSE c}", "{f in s if (if [a b] else c)}"},
      {"UNIQUE({e}) == typeof(e)", "(== (unique {set e}) (typeof e))"},
  });
}

TEST(AslExpression, ReadsClosedAggregatesAsOperands) {
  expect_trees({
      {"SUM (m.x WHERE m IN s) / 2", "(chain (SUM (. m x) m in s) / 2)"},
      {"COUNT (m WHERE m IN s AND a OR b)", "(COUNT m m in s if (OR a OR b))"},
      {"MAX (a, b + 1)", "(MAX list a (chain b + 1))"},
      {"1 + MIN (a)", "(chain 1 + (MIN list a))"},
  });
}

TEST(AslExpression, AnOpenAggregateReachesToItsWhere) {
  expect_trees({
      {"SUM m.x WHERE m IN s AND a OR b", "(open SUM (. m x) m in s if (OR a OR b))"},
      {"SUM (m.x) WHERE m IN s", "(open SUM (. m x) m in s)"},
      {"SUM (a + b) * c.d - (e) WHERE m IN s",
       "(open SUM (chain (chain (chain a + b) * (. c d)) - e) m in s)"},
      {"MAX (a) WHERE m IN s", "(open MAX a m in s)"},
      {"MAX (a) + MAX (b) WHERE m IN s", "(open MAX (chain a + (MAX list b)) m in s)"},
      {"(SUM m.x WHERE m IN s) / 2", "(chain (open SUM (. m x) m in s) / 2)"},
      {"IF (a) SUM (m) WHERE m IN s ELSE MAX (b)",
       "(if [a (open SUM m m in s)] else (MAX list b))"},
  });
}

TEST(AslExpression, AggregatesNest) {
  expect_trees({
      {"SUM (SUM m WHERE m IN s) WHERE s IN t", "(open SUM (open SUM m m in s) s in t)"},
      {"MAX (MAX (a) WHERE m IN s)", "(MAX (MAX list a) m in s)"},
      {"SUM (SUM (m WHERE m IN s) + 1 WHERE s IN t)", "(SUM (chain (SUM m m in s) + 1) s in t)"},
      {"MAX (SUM (m WHERE m IN s), 2)", "(MAX list (SUM m m in s) 2)"},
  });
}

struct WrongExpression {
  const char* text;
  const char* mistake;
};

using WrongText = WrongExpression;

class AslWrongExpression : public ::testing::TestWithParam<WrongText> {};

TEST_P(AslWrongExpression, IsReportedAtItsToken) {
  EXPECT_THAT(mistakes_in_expression(GetParam().text), ElementsAre(GetParam().mistake));
}

INSTANTIATE_TEST_SUITE_P(
    All, AslWrongExpression,
    ::testing::Values(
        WrongText{"", "1:1: an expression is expected here, not the end of the file"},
        WrongText{"a +", "1:4: an expression is expected here, not the end of the file"},
        WrongText{"a b", "1:3: the end of the file is expected here, not 'b'"},
        WrongText{"(a", "1:3: ')' is expected here, not the end of the file"},
        WrongText{"(a;", "1:3: ')' is expected here, not ';'"},
        WrongText{"f(a b)", "1:5: ',' or ')' is expected here, not 'b'"},
        WrongText{"f(a,)", "1:5: an expression is expected here, not ')'"},
        WrongText{"{a, b", "1:6: ',' or '}' is expected here, not the end of the file"},
        WrongText{"a < b < c", "1:7: a comparison cannot be compared"},
        WrongText{"a.1", "1:3: the name of an attribute is expected here, not '1'"},
        WrongText{"a + IF (b) c", "1:5: IF needs its own parentheses here"},
        WrongText{"a == NOT b", "1:6: NOT needs its own parentheses here"},
        WrongText{"a + SUM m WHERE m IN s", "1:5: SUM needs its own parentheses here"},
        WrongText{"MAX (IF (a) b, c)", "1:6: IF needs its own parentheses here"},
        WrongText{"IF a b", "1:4: '(' is expected here, not 'a'"},
        WrongText{"IF (a b) c", "1:7: ')' is expected here, not 'b'"},
        WrongText{"IF (a) ELSE b", "1:8: an expression is expected here, not ELSE"},
        WrongText{"IF (a) b ELSE", "1:14: an expression is expected here, not the end of the file"},
        WrongText{"IF (a) b ELIF c", "1:15: '(' is expected here, not 'c'"},
        WrongText{"EXISTS IN s", "1:8: the name of an element is expected here, not IN"},
        WrongText{"EXISTS e s", "1:10: IN is expected here, not 's'"},
        WrongText{"EXISTS e IN s THAT a", "1:15: SUCH is expected here, not THAT"},
        WrongText{"EXISTS e IN s SUCH a", "1:20: THAT is expected here, not 'a'"},
        WrongText{"{e IN s a}", "1:9: SUCH THAT, WITH or '}' is expected here, not 'a'"},
        WrongText{"{e IN s WITH a b}", "1:16: '}' is expected here, not 'b'"},
        WrongText{"SUM (a)", "1:7: WHERE is expected here, not ')'"},
        WrongText{"SUM a", "1:6: WHERE is expected here, not the end of the file"},
        WrongText{"SUM a WHERE m s", "1:15: IN is expected here, not 's'"},
        WrongText{"MIN (a; b)", "1:7: ',', ')' or WHERE is expected here, not ';'"},
        WrongText{"MAX (a, b WHERE m IN s)", "1:11: ',' or ')' is expected here, not WHERE"},
        WrongText{"SUM (a WHERE m IN s", "1:20: ')' is expected here, not the end of the file"},
        WrongText{"UNIQUE s", "1:8: '(' is expected here, not 's'"},
        WrongText{"typeof(e", "1:9: ')' is expected here, not the end of the file"}));

TEST(AslExpression, GivesHintsForSyntaxOfOtherLanguages) {
  const auto hint = [](const char* text) {
    return parsed_expression(text).diagnostics.sorted().at(0).hint;
  };
  EXPECT_EQ(hint("a and b"), "the keyword is written AND");
  EXPECT_EQ(hint("a && b"), "write AND");
  EXPECT_EQ(hint("(a = b)"), "compare two values with ==");
  EXPECT_EQ(hint("a < b < c"), "join two comparisons with AND, or put one into parentheses");
}

TEST(AslExpression, RecordsPositions) {
  const Parsed read = parsed_expression("ab + f(x, (y)) . length");
  const auto& chain = std::get<Arithmetic>(read.expression->node);
  EXPECT_EQ(read.expression->at, read.source->at(0));
  EXPECT_EQ(chain.rest[0].at, read.source->at(3));
  const auto& member = std::get<Member>(chain.rest[0].operand->node);
  EXPECT_EQ(member.path[0].at, read.source->at(17));
  const auto& call = std::get<Call>(member.object->node);
  EXPECT_EQ(call.function.at, read.source->at(5));
  EXPECT_EQ(call.arguments[1]->at, read.source->at(10));
  EXPECT_EQ(std::get<NameUse>(call.arguments[1]->node).name.at, read.source->at(11));
  EXPECT_EQ(call.close, read.source->at(13));
}

TEST(AslExpressionText, HasParenthesesOnlyWhereTheyMatter) {
  for (const auto& [text, again] : std::initializer_list<Row>{
           {"((a) + ((b * c)))", "a + b * c"},
           {"(a + b) * (c)", "(a + b) * c"},
           {"a - (b - c)", "a - (b - c)"},
           {"NOT (a AND b) OR (c == d)", "NOT (a AND b) OR c == d"},
           {"IF (a) (IF (b) c) ELSE (d)", "IF (a) (IF (b) c) ELSE d"},
           {"IF (a) (IF (b) c ELSE d) ELSE e", "IF (a) IF (b) c ELSE d ELSE e"},
           {"SUM (m.x) WHERE m IN (s)", "SUM m.x WHERE m IN s"},
           {"{f IN s WITH f.a}", "{f IN s SUCH THAT f.a}"},
           {"- - 1.0", "-(-1.0)"},
           {"\"a\\n\\\"\"", "\"a\\n\\\"\""},
           {"1e300", "1e+300"},
       })
    EXPECT_EQ(expression_text(*parsed_expression(text).expression), again) << text;
}

}  // namespace
}  // namespace lull::asl
