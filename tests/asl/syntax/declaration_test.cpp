// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "asl/syntax/parsed.hpp"

namespace lull::asl {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(AslDeclarations, ReadsConstantsAndFunctions) {
  const Parsed read = parsed(
      "float x = 1 + 2; setof Enter R(Event e, setof Process p) = {}; Event PRED(Event e);\n"
      "extern Region f();");
  ASSERT_THAT(mistakes(read), IsEmpty());
  const auto& all = read.specification.declarations;
  ASSERT_EQ(all.size(), 4);
  EXPECT_EQ(tree_text(*std::get<Constant>(all[0]).value), "(chain 1 + 2)");
  const auto& state = std::get<Function>(all[1]);
  EXPECT_TRUE(state.type.set);
  EXPECT_EQ(state.type.at, read.source->at(17));
  EXPECT_EQ(state.type.name.text, "Enter");
  EXPECT_EQ(state.name.text, "R");
  ASSERT_EQ(state.parameters.size(), 2);
  EXPECT_FALSE(state.parameters[0].type.set);
  EXPECT_TRUE(state.parameters[1].type.set);
  EXPECT_EQ(tree_text(*state.body), "{set}");
  EXPECT_EQ(std::get<Function>(all[2]).body, nullptr);
  EXPECT_THAT(std::get<Function>(all[3]).parameters, IsEmpty());
}

TEST(AslDeclarations, ReadsClassesEnumsAndImports) {
  const Parsed read = parsed(
      "IMPORT \"a.asl\"; enum Color { red, green }\n"
      "class TaskStart extends Enter SUCH THAT THIS.region.name == \"t\" {\n"
      "  int size = f(THIS); setof Process all; };\nclass Plain { }");
  ASSERT_THAT(mistakes(read), IsEmpty());
  const auto& all = read.specification.declarations;
  EXPECT_EQ(std::get<Import>(all.at(0)).file.value, "a.asl");
  EXPECT_EQ(std::get<Import>(all.at(0)).file.at, read.source->at(7));
  EXPECT_EQ(std::get<Enum>(all.at(1)).enumerators.at(1).text, "green");
  const auto& of_events = std::get<Class>(all.at(2));
  EXPECT_EQ(of_events.base->text, "Enter");
  EXPECT_EQ(tree_text(*of_events.condition), "(== (. context:2 region name) 't')");
  EXPECT_EQ(tree_text(*of_events.attributes.at(0).value), "(call f context:2)");
  EXPECT_EQ(of_events.attributes.at(1).value, nullptr);
  EXPECT_FALSE(std::get<Class>(all.at(3)).base.has_value());
}

TEST(AslDeclarations, ReadsPatterns) {
  const Parsed read = parsed(
      "PATTERN P(Region r) { LET int a = 1; int f(int x) = x; IN ROOTTYPE: Receive;\n"
      "INSTANTIATION: Send s = sendptr(ROOT); CONSTRAINT: a OR b\n"
      "EXPORT P_kind: float t = 1.5; Enter e = s;\n"
      "METRIC: \"m\" UNDER \"u\" TITLE \"t\" TEXT \"x\" CHARGE t * 2 AT e WHERE f IN all AND b; }");
  ASSERT_THAT(mistakes(read), IsEmpty());
  const auto& pattern = only<Pattern>(read);
  EXPECT_FALSE(pattern.is_template);
  EXPECT_EQ(pattern.let.size(), 2);
  EXPECT_EQ(pattern.root_type.text, "Receive");
  EXPECT_EQ(pattern.instantiation.at(0).name.text, "s");
  EXPECT_EQ(tree_text(*pattern.constraint), "(OR a OR b)");
  EXPECT_EQ(pattern.match_class->text, "P_kind");
  EXPECT_EQ(pattern.exports.size(), 2);
  const Metric& metric = pattern.metric.value();
  EXPECT_EQ(metric.name.value + metric.parent->value + metric.title->value + metric.text->value,
            "mutx");
  EXPECT_EQ(tree_text(*metric.seconds), "(chain t * 2)");
  EXPECT_EQ(tree_text(*metric.event), "e");
  EXPECT_EQ(metric.range->variable.text, "f");
  EXPECT_EQ(tree_text(*metric.range->filter), "b");
}

TEST(AslDeclarations, AMetricNeedsOnlyWhatItCharges) {
  const Parsed read = parsed(
      "PATTERN P() { ROOTTYPE: E; INSTANTIATION: CONSTRAINT: TRUE; EXPORT: METRIC: \"m\" CHARGE "
      "MAX (a) AT MAX (b) WHERE c IN d; }");
  ASSERT_THAT(mistakes(read), IsEmpty());
  const Metric& metric = only<Pattern>(read).metric.value();
  EXPECT_FALSE(metric.parent || metric.title || metric.text);
  EXPECT_EQ(tree_text(*metric.seconds), "(MAX list a)");
  EXPECT_EQ(metric.range->filter, nullptr);
}

// Returns "label:tree" for each.
std::vector<std::string> labelled(const std::vector<Labelled>& all) {
  std::vector<std::string> texts;
  for (const Labelled& one : all)
    texts.push_back((one.label ? one.label->text + ":" : "") + tree_text(*one.expression));
  return texts;
}

std::vector<std::string> conditions_of(const std::string& text) {
  const Parsed read =
      parsed("PROPERTY p() { CONDITION: " + text + "; CONFIDENCE: 1; SEVERITY: 1; }");
  EXPECT_THAT(mistakes(read), IsEmpty());
  return labelled(only<Property>(read).conditions);
}

std::vector<std::string> severity_of(const std::string& text) {
  const Parsed read =
      parsed("PROPERTY p() { CONDITION: a; CONFIDENCE: 1; SEVERITY: " + text + "; }");
  EXPECT_THAT(mistakes(read), IsEmpty());
  return labelled(only<Property>(read).severity.expressions);
}

TEST(AslProperty, OrSeparatesConditionsUnlessInParentheses) {
  EXPECT_THAT(conditions_of("a > 0 AND b OR c OR (d OR e)"),
              ElementsAre("(AND (> a 0) AND b)", "c", "(OR d OR e)"));
}

TEST(AslProperty, ANameInParenthesesIsALabelIfAnOperandFollows) {
  EXPECT_THAT(conditions_of("(late) a > 0 OR (early) (b) OR (c) {} == d OR (e) NOT f"),
              ElementsAre("late:(> a 0)", "early:b", "c:(== {set} d)", "e:(NOT f)"));
  EXPECT_THAT(conditions_of("(a) ROOT == b OR (c) 1 < d OR (e) FORALL x IN s SUCH THAT y"),
              ElementsAre("a:(== context:0 b)", "c:(< 1 d)", "e:(FORALL x in s : y)"));
  EXPECT_THAT(conditions_of("(f) SUM (m WHERE m IN s) > 1 OR (g) \"x\" == n"),
              ElementsAre("f:(> (SUM m m in s) 1)", "g:(== 'x' n)"));
  EXPECT_THAT(conditions_of("(a) OR (b) > 0 OR (c) - d == 1 OR (e) AND f"),
              ElementsAre("a", "(> b 0)", "(== (chain c - d) 1)", "(AND e AND f)"));
}

TEST(AslProperty, ARatingIsOneExpressionOrTheGreatestOfSeveral) {
  EXPECT_THAT(severity_of("a / b"), ElementsAre("(chain a / b)"));
  EXPECT_THAT(severity_of("(late) -> a"), ElementsAre("late:a"));
  EXPECT_THAT(severity_of("MAX (a)"), ElementsAre("a"));
  EXPECT_THAT(severity_of("MAX ((late) -> a / 2, b, (early) -> SUM m WHERE m IN s)"),
              ElementsAre("late:(chain a / 2)", "b", "early:(open SUM m m in s)"));
  EXPECT_THAT(severity_of("MAX ((a), (b) + c)"), ElementsAre("a", "(chain b + c)"));
}

TEST(AslProperty, AnAggregateOrAnOperandThatBeginsWithMaxIsAnExpression) {
  EXPECT_THAT(severity_of("MAX (m.x WHERE m IN s)"), ElementsAre("(MAX (. m x) m in s)"));
  EXPECT_THAT(severity_of("MAX (m.x) WHERE m IN s"), ElementsAre("(open MAX (. m x) m in s)"));
  EXPECT_THAT(severity_of("MAX m.x WHERE m IN s"), ElementsAre("(open MAX (. m x) m in s)"));
  EXPECT_THAT(severity_of("MAX (a, b) / c"), ElementsAre("(chain (MAX list a b) / c)"));
  EXPECT_THAT(severity_of("MIN (a, b)"), ElementsAre("(MIN list a b)"));
  EXPECT_THAT(severity_of("SUM m.x WHERE m IN s"), ElementsAre("(open SUM (. m x) m in s)"));
}

TEST(AslProperty, RecordsPositionsOfClauses) {
  const Parsed read = parsed("PROPERTY p(){CONDITION:(l) a;CONFIDENCE:1;SEVERITY:2;};");
  const auto& property = only<Property>(read);
  EXPECT_EQ(property.conditions.at(0).label->at, read.source->at(24));
  EXPECT_EQ(property.confidence.at, read.source->at(29));
  EXPECT_EQ(property.severity.at, read.source->at(42));
  EXPECT_EQ(property.close, read.source->at(53));
}

TEST(AslTemplates, HaveFormalsOfFourKinds) {
  const Parsed read = parsed(
      "PROPERTY TEMPLATE T<float limit, boolean rel(float a, float b), PATTERN p, PROPERTY q>\n"
      "(Region r) { CONDITION: a; CONFIDENCE: 1; SEVERITY: 1; }\n"
      "PATTERN TEMPLATE U<setof Region s>() { ROOTTYPE: E; INSTANTIATION: CONSTRAINT: a EXPORT: "
      "};");
  ASSERT_THAT(mistakes(read), IsEmpty());
  const auto& property = std::get<Property>(read.specification.declarations.at(0));
  EXPECT_TRUE(property.is_template);
  std::vector<Formal::Kind> kinds;
  for (const Formal& formal : property.formals) kinds.push_back(formal.kind);
  using Kind = Formal::Kind;
  EXPECT_THAT(kinds, ElementsAre(Kind::Value, Kind::Function, Kind::Pattern, Kind::Property));
  EXPECT_EQ(property.formals.at(1).parameters.size(), 2);
  EXPECT_EQ(property.formals.at(3).name.text, "q");
  EXPECT_TRUE(std::get<Pattern>(read.specification.declarations.at(1)).formals.at(0).type.set);
}

// Returns the name of each one's operator, or its tree.
std::vector<std::string> actuals_of(const std::string& text) {
  const Parsed read = parsed("PATTERN A = T<" + text + ">;");
  EXPECT_THAT(mistakes(read), IsEmpty());
  std::vector<std::string> texts;
  for (const Actual& actual : only<Instance>(read).actuals)
    if (const auto* const op = std::get_if<OperatorActual>(&actual))
      texts.push_back("op:" + std::to_string(static_cast<int>(op->op)));
    else
      texts.push_back(tree_text(*std::get<ExpressionPtr>(actual)));
  return texts;
}

TEST(AslTemplates, AnOperatorBeforeACommaOrTheEndIsAnActual) {
  EXPECT_THAT(actuals_of("<"), ElementsAre("op:4"));
  EXPECT_THAT(actuals_of(">"), ElementsAre("op:6"));
  EXPECT_THAT(actuals_of(" >= "), ElementsAre("op:7"));
  EXPECT_THAT(actuals_of(" - "), ElementsAre("op:9"));
  EXPECT_THAT(actuals_of("a, == , -1, +, b - 2, *,/"),
              ElementsAre("a", "op:2", "(neg 1)", "op:8", "(chain b - 2)", "op:10", "op:11"));
}

struct WrongDeclaration {
  const char* text;
  const char* mistake;
};
using Wrong = WrongDeclaration;

class AslWrongDeclaration : public ::testing::TestWithParam<Wrong> {};

TEST_P(AslWrongDeclaration, IsReportedAtItsToken) {
  EXPECT_THAT(mistakes_in(GetParam().text), ElementsAre(GetParam().mistake));
}

INSTANTIATE_TEST_SUITE_P(
    All, AslWrongDeclaration,
    ::testing::Values(
        Wrong{"IMPORT a;", "1:8: a text in quotes is expected here, not 'a'"},
        Wrong{"IMPORT \"a\"", "1:11: ';' is expected here, not the end of the file"},
        Wrong{"+;", "1:1: a declaration is expected here, not '+'"},
        Wrong{"};", "1:1: a declaration is expected here, not '}'"},
        Wrong{"int = 3;", "1:5: a name is expected here, not '='"},
        Wrong{"int a + 3;", "1:7: '=' or '(' is expected here, not '+'"},
        Wrong{"int a = 3 4;", "1:11: ';' is expected here, not '4'"},
        Wrong{"setof setof int a = 3;", "1:7: a type is expected here, not SETOF"},
        Wrong{"int f(int) = 3;", "1:10: the name of a parameter is expected here, not ')'"},
        Wrong{"int f(int a int b);", "1:13: ',' or ')' is expected here, not 'int'"},
        Wrong{"int f() {}", "1:9: '=' or ';' is expected here, not '{'"},
        Wrong{"extern int f() = 3;", "1:16: ';' is expected here, not '='"},
        Wrong{"extern int f;", "1:13: '(' is expected here, not ';'"},
        Wrong{"class { }", "1:7: the name of a class is expected here, not '{'"},
        Wrong{"class A extends { }", "1:17: the name of a class is expected here, not '{'"},
        Wrong{"class A extends B SUCH x {}", "1:24: THAT is expected here, not 'x'"},
        Wrong{"class A ;", "1:9: '{' is expected here, not ';'"},
        Wrong{"class A { int; }", "1:14: the name of an attribute is expected here, not ';'"},
        Wrong{"class A { int a, b; }", "1:16: ';' is expected here, not ','"},
        Wrong{"class A { int a = ; }", "1:19: an expression is expected here, not ';'"},
        Wrong{"class A { int a; ", "1:17: '}' is expected here, not the end of the file"},
        Wrong{"enum { a }", "1:6: the name of an enum is expected here, not '{'"},
        Wrong{"enum A { }", "1:10: the name of a value is expected here, not '}'"},
        Wrong{"enum A { a b }", "1:12: '}' is expected here, not 'b'"},
        Wrong{"PATTERN (Region r) {}", "1:9: a name is expected here, not '('"},
        Wrong{"PATTERN P {}", "1:11: '(' is expected here, not '{'"},
        Wrong{"PATTERN P() ;", "1:13: '{' is expected here, not ';'"},
        Wrong{"PATTERN TEMPLATE P() {}", "1:19: '<' is expected here, not '('"},
        Wrong{"PATTERN TEMPLATE P<>() {}", "1:20: a type is expected here, not '>'"},
        Wrong{"PATTERN TEMPLATE P<int a: int b>() {}",
              "1:25: ',' or '>' is expected here, not ':'"},
        Wrong{"PROPERTY TEMPLATE P<PATTERN>() {}",
              "1:28: the name of a formal is expected here, not '>'"},
        Wrong{"PATTERN A = <1>;", "1:13: the name of a template is expected here, not '<'"},
        Wrong{"PATTERN A = T<==>;", "1:14: '<' is expected here, not '<='"},
        Wrong{"PATTERN A = T< + 1>;", "1:16: an expression is expected here, not '+'"},
        Wrong{"PATTERN A = T<1 == 2>;", "1:17: ',' or '>' is expected here, not '=='"},
        Wrong{"PATTERN A = T<>;", "1:15: an expression is expected here, not '>'"},
        Wrong{"PROPERTY A = T<1>", "1:18: ';' is expected here, not the end of the file"}));

class AslWrongProperty : public ::testing::TestWithParam<Wrong> {};

// Columns are after the 14 characters "PROPERTY p() {".
TEST_P(AslWrongProperty, IsReportedAtItsToken) {
  EXPECT_THAT(mistakes_in_property(GetParam().text), ElementsAre(GetParam().mistake));
}

INSTANTIATE_TEST_SUITE_P(
    All, AslWrongProperty,
    ::testing::Values(
        Wrong{"", "1:15: CONDITION is expected here, not '}'"},
        Wrong{"CONDITION a; CONFIDENCE: 1; SEVERITY: 1;", "1:25: ':' is expected here, not 'a'"},
        Wrong{"CONDITION: a; SEVERITY: 1;", "1:29: CONFIDENCE is expected here, not SEVERITY"},
        Wrong{"CONDITION: a; CONFIDENCE: 1;", "1:43: SEVERITY is expected here, not '}'"},
        Wrong{"CONDITION: a; SEVERITY: 1; CONFIDENCE: 1;",
              "1:29: CONFIDENCE is expected here, not SEVERITY"},
        Wrong{"CONDITION: ; CONFIDENCE: 1; SEVERITY: 1;",
              "1:26: an expression is expected here, not ';'"},
        Wrong{"CONDITION: a CONFIDENCE: 1; SEVERITY: 1;",
              "1:28: ';' is expected here, not CONFIDENCE"},
        Wrong{"CONDITION: a OR; CONFIDENCE: 1; SEVERITY: 1;",
              "1:30: an expression is expected here, not ';'"},
        Wrong{"CONDITION: a; CONFIDENCE: (l) 1; SEVERITY: 1;",
              "1:45: ';' is expected here, not '1'"},
        Wrong{"CONDITION: a; CONFIDENCE: MAX (1; SEVERITY: 1;",
              "1:47: ',' or ')' is expected here, not ';'"},
        Wrong{"CONDITION: a; CONFIDENCE: 1; SEVERITY: 1; x", "1:57: '}' is expected here, not 'x'"},
        Wrong{"LET int a = 1; CONDITION: a; CONFIDENCE: 1; SEVERITY: 1;",
              "1:30: IN is expected here, not CONDITION"},
        Wrong{"LET int a IN CONDITION: a; CONFIDENCE: 1; SEVERITY: 1;",
              "1:25: '=' or '(' is expected here, not IN"},
        Wrong{"x; CONDITION: a; CONFIDENCE: 1; SEVERITY: 1;",
              "1:15: CONDITION is expected here, not 'x'"}));

class AslWrongPattern : public ::testing::TestWithParam<Wrong> {};

TEST_P(AslWrongPattern, IsReportedAtItsToken) {
  EXPECT_THAT(mistakes_in("PATTERN P() {\n" + std::string(GetParam().text) + "\n}"),
              ElementsAre(GetParam().mistake));
}

INSTANTIATE_TEST_SUITE_P(
    All, AslWrongPattern,
    ::testing::Values(
        Wrong{"ROOTTYPE: 3; INSTANTIATION: CONSTRAINT: a EXPORT:",
              "2:11: a class of events is expected here, not '3'"},
        Wrong{"ROOTTYPE: E INSTANTIATION: CONSTRAINT: a EXPORT:",
              "2:13: ';' is expected here, not INSTANTIATION"},
        Wrong{"ROOTTYPE: E; CONSTRAINT: a EXPORT:",
              "2:14: INSTANTIATION is expected here, not CONSTRAINT"},
        Wrong{"ROOTTYPE: E; INSTANTIATION: int f() = 3; CONSTRAINT: a EXPORT:",
              "2:34: '=' is expected here, not '('"},
        Wrong{"ROOTTYPE: E; INSTANTIATION: CONSTRAINT: a b; EXPORT:",
              "2:43: ';' or EXPORT is expected here, not 'b'"},
        Wrong{"ROOTTYPE: E; INSTANTIATION: CONSTRAINT: a;",
              "3:1: EXPORT is expected here, not '}'"},
        Wrong{"ROOTTYPE: E; INSTANTIATION: CONSTRAINT: a; EXPORT 3:",
              "2:51: ':' is expected here, not '3'"},
        Wrong{"ROOTTYPE: E; INSTANTIATION: CONSTRAINT: a; EXPORT: METRIC: m CHARGE a AT b;",
              "2:60: a text in quotes is expected here, not 'm'"},
        Wrong{"ROOTTYPE: E; INSTANTIATION: CONSTRAINT: a; EXPORT: METRIC: \"m\" AT b;",
              "2:64: CHARGE is expected here, not AT"},
        Wrong{"ROOTTYPE: E; INSTANTIATION: CONSTRAINT: a; EXPORT: METRIC: \"m\" CHARGE a;",
              "2:72: AT is expected here, not ';'"},
        Wrong{"ROOTTYPE: E; INSTANTIATION: CONSTRAINT: a; EXPORT: METRIC: \"m\" UNDER CHARGE a;",
              "2:70: a text in quotes is expected here, not CHARGE"},
        Wrong{"ROOTTYPE: E; INSTANTIATION: CONSTRAINT: a; EXPORT: METRIC: \"m\" CHARGE a AT b "
              "WHERE c;",
              "2:85: IN is expected here, not ';'"}));

}  // namespace
}  // namespace lull::asl
