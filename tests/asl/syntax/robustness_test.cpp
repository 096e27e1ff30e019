// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Long, deep, broken and random specifications.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "asl/syntax/parsed.hpp"
#include "lull/asl/syntax/expression_text.hpp"
#include "lull/base/text/utf8.hpp"

namespace lull::asl {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  all.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

TEST(AslRecovery, ContinuesAfterEachMistake) {
  EXPECT_THAT(mistakes_in("int a = ;\nint b = 2 +;\nint c = 3;\nint d = {1, 2 3} + 4;\nint e 5;"),
              ElementsAre("1:9: an expression is expected here, not ';'",
                          "2:12: an expression is expected here, not ';'",
                          "4:15: ',' or '}' is expected here, not '3'",
                          "5:7: '=' or '(' is expected here, not '5'"));
}

TEST(AslRecovery, SkipsABrokenClause) {
  const Parsed read = parsed(
      "PATTERN P() {\nROOTTYPE: ;\nINSTANTIATION:\n Send s = f(;\n Enter e = g(s);\n"
      "CONSTRAINT: a AND;\nEXPORT:\n float x = 1 2;\n float y = 2;\n}\nint z = 1");
  EXPECT_THAT(mistakes(read), ElementsAre("2:11: a class of events is expected here, not ';'",
                                          "4:13: an expression is expected here, not ';'",
                                          "6:18: an expression is expected here, not ';'",
                                          "8:14: ';' is expected here, not '2'",
                                          "11:10: ';' is expected here, not the end of the file"));
  const auto& pattern = only<Pattern>(read);
  ASSERT_EQ(pattern.instantiation.size(), 2);
  EXPECT_EQ(pattern.instantiation[0].name.text, "s");
  EXPECT_EQ(pattern.instantiation[0].value, nullptr);
  EXPECT_EQ(tree_text(*pattern.instantiation[1].value), "(call g s)");
  EXPECT_EQ(pattern.constraint, nullptr);
  EXPECT_EQ(pattern.exports.size(), 2);
  EXPECT_EQ(read.specification.declarations.size(), 2);
}

TEST(AslRecovery, AMissingBraceEndsAtTheNextDeclaration) {
  const Parsed read = parsed(
      "PROPERTY p() { CONDITION: {a; CONFIDENCE: 1; SEVERITY: 1;\n"
      "PROPERTY q() { CONDITION: a; CONFIDENCE: 1; SEVERITY: 1; }\n");
  EXPECT_THAT(mistakes(read), ElementsAre("1:29: ',' or '}' is expected here, not ';'"));
  EXPECT_EQ(read.specification.declarations.size(), 2);
}

TEST(AslRecovery, SkipsExpressionsThatContinueAfterABrace) {
  EXPECT_THAT(mistakes_in("setof E R(E e) = IF (e == NULL) {x y} ELSE R(PRED(e));\nint a = 1;"),
              ElementsAre("1:36: ',' or '}' is expected here, not 'y'"));
}

TEST(AslRecovery, SkipsTheBodyOfABrokenHeader) {
  EXPECT_THAT(
      mistakes_in("PATTERN P(Region) { ROOTTYPE: E; }\nenum A { a 3 };\nint a = 1 1;"),
      ElementsAre("1:17: the name of a parameter is expected here, not ')'",
                  "2:12: '}' is expected here, not '3'", "3:11: ';' is expected here, not '1'"));
}

std::string nested(std::string_view open, std::size_t depth, std::string_view close) {
  return repeated(open, depth) + "a" + repeated(close, depth);
}

TEST(AslNesting, EndsAtTwoHundredLevels) {
  constexpr std::pair<const char*, const char*> kLevels[] = {{"(", ")"},
                                                             {"{", "}"},
                                                             {"f(", ")"},
                                                             {"- ", ""},
                                                             {"NOT ", ""},
                                                             {"IF (b) ", ""},
                                                             {"UNIQUE(", ")"},
                                                             {"{x IN ", "}"},
                                                             {"MAX (", ")"},
                                                             {"SUM (", " WHERE m IN s)"},
                                                             {"IF (b) c ELSE ", ""},
                                                             {"EXISTS x IN s SUCH THAT ", ""}};
  for (const auto& [open, close] : kLevels) {
    EXPECT_THAT(mistakes_in_expression(nested(open, kMostNesting, close)), IsEmpty()) << open;
    const std::vector<std::string> deeper =
        mistakes_in_expression(nested(open, kMostNesting + 1, close));
    const std::size_t column = 1 + std::string_view(open).size() * kMostNesting;
    EXPECT_THAT(deeper, ElementsAre(fmt::format("1:{}: this is nested too deeply", column)))
        << open;
    EXPECT_THAT(mistakes_in_expression(nested(open, 300000, close)), ::testing::SizeIs(1)) << open;
  }
}

TEST(AslNesting, DoesNotCountLength) {
  constexpr std::size_t kLong = 100000;
  for (const char* const more : {" + a", " * a", " AND a", " OR a", ".a", " - (a)"}) {
    const Parsed read = parsed_expression("a" + repeated(more, kLong));
    EXPECT_THAT(mistakes(read), IsEmpty()) << more;
    EXPECT_EQ(expression_text(*read.expression).size() > kLong, true) << more;
  }
  EXPECT_THAT(mistakes_in_expression("IF (a) b" + repeated(" ELIF (a) b", kLong)), IsEmpty());
  EXPECT_THAT(mistakes_in_expression("f(a" + repeated(", a", kLong) + ")"), IsEmpty());
}

TEST(AslSize, ReadsTenThousandLines) {
  std::string text;
  for (int i = 0; i < 1000; ++i)
    text += fmt::format(
        "PROPERTY p{}(Region r, Experiment e) {{\nLET\n  float t = SUM m.idle_time\n"
        "    WHERE m IN PATTERN_MATCHES(P(r), e.trace);\nIN\n  CONDITION: t > 0;\n"
        "  CONFIDENCE: 1;\n  SEVERITY: t / duration(r, e);\n}}\n\n",
        i);
  const Parsed read = parsed(text);
  EXPECT_THAT(mistakes(read), IsEmpty());
  EXPECT_EQ(read.specification.declarations.size(), 1000);
}

// Quadratic algorithms would take hours here.
TEST(AslSize, HostileTextsTakeLinearTime) {
  constexpr std::size_t kBytes = std::size_t{1} << 20U;
  for (const char* const unit : {"(",
                                 "{",
                                 "f(",
                                 "SUM (",
                                 "MAX (a) + ",
                                 "MAX (a), ",
                                 "IF (MAX (a)) ",
                                 "}",
                                 ")",
                                 ";",
                                 "a ",
                                 "PATTERN ",
                                 "PATTERN P(){",
                                 "int a = MAX (",
                                 "@ ",
                                 "\"",
                                 "/*",
                                 "(a;",
                                 "{a;",
                                 "a.",
                                 "- ",
                                 "int a = {",
                                 "PROPERTY p() { CONDITION: ",
                                 "MAX (a) MAX (a) ",
                                 "x IN ",
                                 "class A {",
                                 "LET int a = ",
                                 "PATTERN P(){ ROOTTYPE: E; INSTANTIATION: ( }"}) {
    const Parsed read = parsed(repeated(unit, kBytes / std::string_view(unit).size()));
    EXPECT_FALSE(read.diagnostics.empty()) << unit;
  }
}

TEST(AslSoup, OfTokensGivesDiagnosticsInTheText) {
  constexpr const char* kWords[] = {"a",
                                    "b",
                                    "1",
                                    "2.5",
                                    "\"t\"",
                                    "(",
                                    ")",
                                    "{",
                                    "}",
                                    ";",
                                    ",",
                                    ".",
                                    ":",
                                    "+",
                                    "-",
                                    "*",
                                    "/",
                                    "<",
                                    ">",
                                    "==",
                                    "=",
                                    "->",
                                    "IF",
                                    "ELSE",
                                    "ELIF",
                                    "SUM",
                                    "MAX",
                                    "WHERE",
                                    "IN",
                                    "AND",
                                    "OR",
                                    "NOT",
                                    "EXISTS",
                                    "SUCH",
                                    "THAT",
                                    "WITH",
                                    "UNIQUE",
                                    "PATTERN",
                                    "PROPERTY",
                                    "TEMPLATE",
                                    "ROOTTYPE",
                                    "EXPORT",
                                    "LET",
                                    "METRIC",
                                    "CHARGE",
                                    "AT",
                                    "CONDITION",
                                    "SEVERITY",
                                    "class",
                                    "enum",
                                    "setof",
                                    "extern",
                                    "IMPORT",
                                    "ROOT",
                                    "NULL",
                                    "typeof",
                                    "CONFIDENCE",
                                    "CONSTRAINT",
                                    "INSTANTIATION",
                                    "ä",
                                    "\n"};
  std::mt19937 random(20);
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    const std::size_t length = random() % 60;
    for (std::size_t i = 0; i < length; ++i)
      text += std::string(kWords[random() % std::size(kWords)]) + " ";
    const Parsed read = parsed(text);
    ASSERT_TRUE(is_utf8(read.diagnostics.print()));
    for (const Diagnostic& one : read.diagnostics.sorted()) {
      ASSERT_EQ(one.at.source, read.source.get());
      ASSERT_LE(one.at.offset, text.size());
    }
  }
}

TEST(AslSoup, OfBytesNeverCrashes) {
  const std::string seed =
      "PATTERN P(Region r) { LET int a = 1; IN ROOTTYPE: E; INSTANTIATION: S s = f(ROOT);\n"
      "CONSTRAINT: EXISTS e IN R(x) SUCH THAT e == {f IN s WITH a}; EXPORT: float t = SUM (m.x) "
      "WHERE m IN s; }";
  std::mt19937 random(21);
  for (int round = 0; round < 3000; ++round) {
    std::string text = seed;
    for (int i = 0; i < 4; ++i) text[random() % text.size()] = static_cast<char>(random() % 256);
    ASSERT_TRUE(is_utf8(parsed(text).diagnostics.print()));
    (void)parsed(seed.substr(0, random() % seed.size()));
  }
}

// Trees with every kind of node, as any program could build them.
class RandomTree {
 public:
  explicit RandomTree(unsigned seed) : random_(seed) {}

  ExpressionPtr any(int depth) {
    if (depth == 0) return leaf();
    switch (random_() % 14) {
      case 0:
        return make(Call{name(), some(depth, 0), {}});
      case 1:
        return make(Member{object(depth), {name(), name()}});
      case 2:
        return make(Negation{any(depth - 1)});
      case 3:
        return make(Not{any(depth - 1)});
      case 4: {
        const Operator op = random_() % 2 == 0 ? Operator::And : Operator::Or;
        return make(Logical{op, any(depth - 1), terms(depth, op, op)});
      }
      case 5:
        return make(Comparison{Operator::LessOrEqual, {}, any(depth - 1), any(depth - 1)});
      case 6:
        return make(Arithmetic{any(depth - 1), terms(depth, Operator::Add, Operator::Subtract)});
      case 7:
        return make(Arithmetic{any(depth - 1), terms(depth, Operator::Multiply, Operator::Divide)});
      case 8:
        return make(conditional(depth));
      case 9:
        return make(Quantified{Quantifier::NotExists, name(), any(depth - 1), any(depth - 1)});
      case 10:
        return make(Aggregate{random_() % 2 == 0 ? Aggregator::Sum : Aggregator::Max,
                              random_() % 2 == 0, any(depth - 1), range(depth)});
      case 11:
        return make(Extreme{Aggregator::Max, some(depth, 1)});
      case 12:
        return random_() % 2 == 0 ? make(SetLiteral{some(depth, 0)})
                                  : make(Comprehension{range(depth)});
      default:
        return random_() % 2 == 0 ? make(Unique{any(depth - 1)}) : make(TypeOf{any(depth - 1)});
    }
  }

 private:
  template <class Node>
  static ExpressionPtr make(Node node) {
    return std::make_unique<Expression>(Expression{{}, std::move(node)});
  }

  ExpressionPtr leaf() {
    switch (random_() % 6) {
      case 0:
        return make(IntegerLiteral{static_cast<std::int64_t>(random_())});
      case 1:
        return make(FloatLiteral{static_cast<double>(random_() % 1000) / 8 * 1e20});
      case 2:
        return make(StringLiteral{"a\"\\\n\tä"});
      case 3:
        return make(ContextName{ContextName::Kind::This});
      case 4:
        return make(NullLiteral{});
      default:
        return make(NameUse{name()});
    }
  }

  Name name() { return {std::string(1, static_cast<char>('a' + random_() % 26)), {}}; }
  Range range(int depth) {
    return {name(), any(depth - 1), random_() % 2 == 0 ? any(depth - 1) : nullptr};
  }
  // A member of a member is one member.
  ExpressionPtr object(int depth) {
    ExpressionPtr result = any(depth - 1);
    return std::holds_alternative<Member>(result->node) ? leaf() : std::move(result);
  }
  std::vector<ExpressionPtr> some(int depth, std::size_t least) {
    std::vector<ExpressionPtr> list;
    for (std::size_t i = random_() % 3 + least; i > 0; --i) list.push_back(any(depth - 1));
    return list;
  }
  std::vector<Term> terms(int depth, Operator one, Operator other) {
    std::vector<Term> list;
    for (std::size_t i = random_() % 2 + 1; i > 0; --i)
      list.push_back({random_() % 2 == 0 ? one : other, {}, any(depth - 1)});
    return list;
  }
  Conditional conditional(int depth) {
    Conditional result;
    for (std::size_t i = random_() % 2 + 1; i > 0; --i)
      result.branches.push_back({{}, any(depth - 1), any(depth - 1)});
    if (random_() % 2 == 0) result.otherwise = any(depth - 1);
    return result;
  }

  std::mt19937 random_;
};

TEST(AslExpressionText, ReadsBackAsTheSameTree) {
  for (unsigned seed = 0; seed < 5000; ++seed) {
    const ExpressionPtr tree = RandomTree(seed).any(1 + static_cast<int>(seed % 4));
    const std::string text = expression_text(*tree);
    ASSERT_EQ(tree_of(text), tree_text(*tree)) << text;
  }
}

}  // namespace
}  // namespace lull::asl
