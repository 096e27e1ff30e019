// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The language of check rules: every form, every mistake with its position, and random bytes.
#include "lull/report/rules/check_rule.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace lull::report {
namespace {

using testing::HasSubstr;

CheckRule parsed(const std::string& text) {
  const auto rule = parse_rule({text, "", 0});
  if (const auto* mistake = std::get_if<RuleMistake>(&rule)) {
    ADD_FAILURE() << diagnostic({text, "", 0}, *mistake);
    return {};
  }
  return std::get<CheckRule>(rule);
}

TEST(CheckRule, ComparesAMetricWithALimit) {
  const CheckRule rule = parsed("mpi_latesender > 5%");
  EXPECT_EQ(rule.name, "mpi_latesender > 5%");
  EXPECT_EQ(rule.condition, "mpi_latesender > 5%");
  EXPECT_EQ(rule.aggregate, Aggregate::Sum);
  EXPECT_EQ(rule.metric, "mpi_latesender");
  EXPECT_EQ(rule.call_path, "");
  EXPECT_EQ(rule.relation, Relation::Greater);
  EXPECT_EQ(rule.limit, 5);
  EXPECT_EQ(rule.unit, "%");
  EXPECT_FALSE(rule.change);
  EXPECT_FALSE(rule.if_present);
}

TEST(CheckRule, AcceptsAllRelations) {
  EXPECT_EQ(parsed("a>1").relation, Relation::Greater);
  EXPECT_EQ(parsed("a >= 1").relation, Relation::GreaterOrEqual);
  EXPECT_EQ(parsed("a<1").relation, Relation::Less);
  EXPECT_EQ(parsed("a <=1").relation, Relation::LessOrEqual);
  EXPECT_EQ(name_of(Relation::GreaterOrEqual), ">=");
}

TEST(CheckRule, AcceptsAllFunctions) {
  EXPECT_EQ(parsed("sum(a) > 1").aggregate, Aggregate::Sum);
  EXPECT_EQ(parsed("mean(a) > 1").aggregate, Aggregate::Mean);
  EXPECT_EQ(parsed("median ( a ) > 1").aggregate, Aggregate::Median);
  EXPECT_EQ(parsed("min(a) > 1").aggregate, Aggregate::Minimum);
  EXPECT_EQ(parsed("max(a) > 1").aggregate, Aggregate::Maximum);
  EXPECT_EQ(parsed("imbalance(\"Late Sender\") > 1").aggregate, Aggregate::Imbalance);
  EXPECT_EQ(parsed("max > 1").metric, "max");  // only a parenthesis makes it a function
  EXPECT_EQ(name_of(Aggregate::Imbalance), "imbalance");
}

TEST(CheckRule, AcceptsPlainAndQuotedNames) {
  EXPECT_EQ(parsed("\"Late Sender\" > 1%").metric, "Late Sender");
  EXPECT_EQ(parsed("'say \"x\"' > 1%").metric, "say \"x\"");
  EXPECT_EQ(parsed("page-faults > 1").metric, "page-faults");
  EXPECT_EQ(parsed("perf::cycles > 1").metric, "perf::cycles");
  EXPECT_EQ(parsed("a.b_c$1 > 1").metric, "a.b_c$1");
  EXPECT_EQ(parsed("größe > 1").metric, "größe");
  EXPECT_EQ(parsed("a in main/solve > 1").call_path, "main/solve");
  EXPECT_EQ(parsed("a in \"f(int) # 1\" > 1").call_path, "f(int) # 1");
  EXPECT_EQ(parsed("max(a) in MPI_Recv > 1").call_path, "MPI_Recv");
  EXPECT_EQ(parsed("in in in > 1").call_path, "in");
}

TEST(CheckRule, AcceptsNumbersWithAndWithoutUnits) {
  EXPECT_EQ(parsed("a > 1e6").limit, 1e6);
  EXPECT_EQ(parsed("a > .5").limit, 0.5);
  EXPECT_EQ(parsed("a > 0.2s").unit, "s");
  EXPECT_EQ(parsed("a > 20 MiB").unit, "MiB");
  EXPECT_EQ(parsed("a > 3µs").unit, "µs");
  EXPECT_EQ(parsed("a > 3 occ").unit, "occ");
  EXPECT_EQ(parsed("a > 3").unit, "");
}

TEST(CheckRule, TreatsASignAsAChange) {
  EXPECT_TRUE(parsed("a > +3%").change);
  EXPECT_EQ(parsed("a > +3%").limit, 3);
  EXPECT_EQ(parsed("a < -0.5 s").limit, -0.5);
  EXPECT_TRUE(parsed("a < -0.5 s").change);
}

TEST(CheckRule, CanDependOnPresence) {
  EXPECT_TRUE(parsed("a > 3 if present").if_present);
  EXPECT_TRUE(parsed("a > 3 s if present").if_present);
  EXPECT_EQ(parsed("a > 3 if present").unit, "");
}

TEST(CheckRule, CanHaveANameAndAComment) {
  EXPECT_EQ(parsed("late: a > 1  # of all").name, "late");
  EXPECT_EQ(parsed("late: a > 1  # of all").condition, "a > 1");
  EXPECT_EQ(parsed("  no late senders : a > 1").name, "no late senders");
  EXPECT_EQ(parsed("\"a & b: c\": a > 1").name, "a & b: c");
  EXPECT_EQ(parsed("a in ns::f > 1").name, "a in ns::f > 1");
  EXPECT_EQ(parsed("x:a > 1").metric, "a");
}

struct Mistaken {
  const char* text;
  std::size_t at;
  const char* sentence;
};

class CheckRuleMistake : public testing::TestWithParam<Mistaken> {};

TEST_P(CheckRuleMistake, IsReportedWithItsPosition) {
  const auto rule = parse_rule({GetParam().text, "", 0});
  const auto* mistake = std::get_if<RuleMistake>(&rule);
  ASSERT_NE(mistake, nullptr) << GetParam().text;
  EXPECT_EQ(mistake->at, GetParam().at) << GetParam().text;
  EXPECT_THAT(mistake->sentence, HasSubstr(GetParam().sentence)) << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(
    All, CheckRuleMistake,
    testing::Values(
        Mistaken{"", 0, "a metric is expected"}, Mistaken{"# x", 0, "a metric"},
        Mistaken{"> 5", 0, "a metric is expected"}, Mistaken{"a", 1, "a >, >=, < or <="},
        Mistaken{"Late Sender > 1", 5, "needs quotes"}, Mistaken{"a = 5", 2, "compares with"},
        Mistaken{"a != 5", 2, "compares with"}, Mistaken{"a >", 3, "a number"},
        Mistaken{"a > + s", 6, "a number"}, Mistaken{"a > b", 4, "a number"},
        Mistaken{"a > 1e999", 4, "too large"}, Mistaken{"a > 1 s 2", 8, "should end"},
        Mistaken{"a > 1 s, b", 7, "quotes"}, Mistaken{"a > 1 if", 8, "\"present\""},
        Mistaken{"a > 1 s if here", 11, "present"},
        Mistaken{"most(a) > 1", 0, "unknown function \"most\""}, Mistaken{"max(a > 1", 6, "')'"},
        Mistaken{"max() > 1", 4, "a metric"}, Mistaken{"max(a in b) > 1", 6, "follows it"},
        Mistaken{"a in > 1", 5, "a call path"}, Mistaken{": a > 1", 0, "name is missing"},
        Mistaken{"x: ", 3, "a metric"}, Mistaken{"a : b : c > 1", 6, "a >, >="},
        Mistaken{"\"a > 1", 0, "has no end"}, Mistaken{"a in '' > 1", 5, "no name"},
        Mistaken{"a > 1 ; b", 6, "';' has no meaning"}, Mistaken{"a\x01> 1", 1, "this character"}));

TEST(CheckRuleDiagnostic, CountsThePositionInCharacters) {
  const RuleText source{"größe = 5", "ci.rules", 12};
  const auto rule = parse_rule(source);
  EXPECT_EQ(diagnostic(source, std::get<RuleMistake>(rule)),
            "ci.rules:12:7: a rule compares with >, >=, < or <=\n  größe = 5\n        ^");
  EXPECT_EQ(diagnostic({"\ta = 5", "", 0}, {3, "no"}),
            "--fail-on, column 4: no\n  \ta = 5\n  \t  ^");
  EXPECT_EQ(diagnostic({"a\x1b\xff", "", 0}, {1, "no"}), "--fail-on, column 2: no\n  a??\n   ^");
  const std::string text = diagnostic({std::string(1000, 'x') + "=", "", 0}, {1000, "no"});
  EXPECT_LT(text.size(), 400u);
  EXPECT_THAT(text, HasSubstr("column 1001"));
}

TEST(CheckRuleFile, HasOneRulePerLine) {
  const auto rules = rules_of_file("f", "# limits\r\n\r\n  a > 1\r\n\t# b > 1\nc > 1");
  ASSERT_EQ(rules.size(), 2u);
  EXPECT_EQ(rules[0].text, "  a > 1");
  EXPECT_EQ(rules[0].line, 3u);
  EXPECT_EQ(rules[1].text, "c > 1");
  EXPECT_EQ(rules[1].line, 5u);
  EXPECT_TRUE(rules_of_file("f", "").empty());
}

TEST(CheckRuleGarbage, IsAMistakeWithinTheTextOrARule) {
  static const char* kPieces[] = {"a",    "max", "(",      ")",   ">",       ">=",     "<",  "+",
                                  "-",    "%",   "in",     "if",  "present", "5",      "1e", "s",
                                  ":",    "::",  "\"",     "'",   "#",       " ",      "\t", "é",
                                  "\xff", ".",   "main/x", "\0x", "=",       "9e99999"};
  std::mt19937 random(7);
  std::size_t rules = 0;
  for (int round = 0; round < 50000; ++round) {
    std::string text;
    for (std::size_t i = random() % 12; i-- > 0;)
      if (round % 3 == 0)
        text += static_cast<char>(random());
      else
        text += kPieces[random() % std::size(kPieces)];
    const RuleText source{text, "f", 1};
    const auto rule = parse_rule(source);
    if (const auto* mistake = std::get_if<RuleMistake>(&rule)) {
      ASSERT_LE(mistake->at, text.size());
      ASSERT_FALSE(mistake->sentence.empty());
      ASSERT_FALSE(diagnostic(source, *mistake).empty());
    } else {
      ++rules;
      const CheckRule& good = std::get<CheckRule>(rule);
      ASSERT_FALSE(good.metric.empty());
      const auto again = parse_rule({good.condition, "", 0});
      ASSERT_TRUE(std::holds_alternative<CheckRule>(again)) << text;
      ASSERT_EQ(std::get<CheckRule>(again).limit, good.limit);
    }
  }
  EXPECT_GT(rules, 10u);
}

}  // namespace
}  // namespace lull::report
