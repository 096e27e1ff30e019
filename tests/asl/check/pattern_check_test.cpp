// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Patterns, properties, and templates of both.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "asl/check/checked.hpp"
#include "lull/asl/check/context/program_text.hpp"
#include "lull/asl/model/model.hpp"

namespace lull::asl {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A pattern whose clauses begin in lines 2 to 5.
std::string pattern(const std::string& root, const std::string& instantiation,
                    const std::string& constraint, const std::string& exports,
                    const std::string& head = "PATTERN P() {") {
  return head + "\nROOTTYPE: " + root + ";\nINSTANTIATION: " + instantiation +
         "\nCONSTRAINT: " + constraint + ";\nEXPORT: " + exports + "\n}\n";
}

std::string property(const std::string& clauses, const std::string& condition = "TRUE",
                     const std::string& severity = "0.5") {
  return "PROPERTY p(Region r, Experiment e) {\n" + clauses + "CONDITION: " + condition +
         ";\nCONFIDENCE: 1;\nSEVERITY: " + severity + ";\n}\n";
}

TEST(AslPatterns, HaveSlotsInTheOrderOfTheText) {
  const Checked result = checked(pattern("Receive", "Send s = sendptr(ROOT);",
                                         "s.tag == n AND late", "int tag = s.tag;",
                                         "PATTERN P(int n) {\nLET boolean late = s0.index > n; IN"
                                         "\n") +
                                 "Send s0 = NULL;");
  ASSERT_THAT(mistakes(result), IsEmpty());
  const code::Pattern& p = named(result.program.patterns, "P");
  EXPECT_EQ(p.scope.parameters.size(), 1);
  ASSERT_EQ(p.scope.lazy.size(), 1);
  EXPECT_EQ(p.scope.lazy[0].slot, 1);
  EXPECT_EQ(p.instantiation.at(0).slot, 2);
  EXPECT_EQ(p.exports.at(0).slot, 3);
  EXPECT_EQ(p.scope.slots, 4);
  EXPECT_EQ(node_text(result.program, *p.instantiation[0].value), "(call sendptr ROOT)");
  EXPECT_EQ(node_text(result.program, *p.constraint),
            "(AND (== (.tag (local 2)) (local 0)) (lazy 0))");
  EXPECT_EQ(result.program.classes[p.match_class.index()].name, "P_match");
  EXPECT_EQ(result.program.classes[p.instance_class.index()].name, "P");
  EXPECT_EQ(p.root_class, *model().find_class("Receive"));
  EXPECT_FALSE(p.library);
}

TEST(AslPatterns, UseNamesAfterTheirDeclaration) {
  EXPECT_THAT(mistakes_of(pattern("Receive", "int a = b; int b = a; int c = x;", "TRUE",
                                  "int x = c; int y = y;")),
              ElementsAre("3:24: b is declared later", "3:46: x is declared later",
                          "5:28: y is declared later"));
  EXPECT_THAT(mistakes_of(pattern("Receive", "int a = 1; int a = 2;", "TRUE", "int a = 3;")),
              ElementsAre("3:31: a is already declared", "5:13: a is already declared"));
  EXPECT_THAT(mistakes_of("int a = 1;\n" + pattern("Receive", "int b = a;", "TRUE", "int a = 3;")),
              ElementsAre("4:24: a is declared later"));
}

TEST(AslPatterns, HaveARootOfEventsAndABooleanConstraint) {
  EXPECT_THAT(mistakes_of(pattern("Process", "", "ROOT.index AND 1", "")),
              ElementsAre("2:11: Process is not a class of events",
                          "4:28: boolean is expected here, not int"));
  EXPECT_THAT(mistakes_of(pattern("Nothing", "", "TRUE", "")),
              ElementsAre("2:11: there is no type Nothing"));
  EXPECT_THAT(mistakes_of(pattern("Mine", "",
                                  "ROOT.x > 0 AND EXISTS e IN TRACE SUCH THAT "
                                  "typeof(e) == Mine",
                                  "") +
                          "class Mine extends Enter { int x = 3; }"),
              IsEmpty());
  EXPECT_THAT(mistakes_of(pattern("Event", "", "typeof(ROOT) == Send AND ROOT.tag == 0", "")),
              IsEmpty());
}

TEST(AslPatterns, NameTheClassOfTheirMatches) {
  const std::string p = "PATTERN P() {\nROOTTYPE: Enter; INSTANTIATION: CONSTRAINT: TRUE; EXPORT ";
  EXPECT_THAT(mistakes_of(p + "Found: int x = 1; }\nint f(Found m) = m.x + m.root.index;"),
              IsEmpty());
  EXPECT_THAT(mistakes_of(p + "Found: int x = 1; }\nint f(P_match m) = m.x;"),
              ElementsAre("3:7: there is no type P_match"));
  EXPECT_THAT(mistakes_of(p + "Found: }\nclass Found {}"),
              ElementsAre("3:7: Found is already declared"));
  EXPECT_THAT(mistakes_of(p + ": int root = 1; }"),
              ElementsAre("2:64: root is already the event of a match"));
}

TEST(AslPatterns, HaveFunctionsThatUseTheirVariables) {
  const Checked result =
      checked(pattern("Receive", "int a = f(2);", "g(a) > 0", "",
                      "PATTERN P(int n) {\nLET int f(int k) = k + n + m + ROOT.tag; int m = f(1); "
                      "int g(int k) = f(k) + m; IN"));
  EXPECT_THAT(mistakes(result), ElementsAre("2:28: m is declared later"));
  const Checked right =
      checked(pattern("Receive", "int a = f(2);", "g(a) > 0", "",
                      "PATTERN P(int n) {\nLET int f(int k) = k + n + ROOT.tag; int m = f(1); "
                      "int g(int k) = f(k) + m; int h(int n) = n; IN"));
  ASSERT_THAT(mistakes(right), IsEmpty());
  const auto& functions = right.program.functions;
  EXPECT_EQ(node_text(right.program, *named(functions, "f").body),
            "(+:int (+:int (local 0) (outer local 0)) (.tag (outer ROOT)))");
  EXPECT_EQ(node_text(right.program, *named(functions, "g").body),
            "(+:int (call f (local 0)) (outer lazy 0))");
  EXPECT_TRUE(named(functions, "g").has_outer);
  EXPECT_FALSE(named(functions, "h").has_outer);
}

TEST(AslPatterns, DoNotUseTheirOwnMatches) {
  EXPECT_THAT(mistakes_of(pattern("Enter", "P_match m = MATCH(P(), ROOT);", "TRUE", "")),
              ElementsAre("1:9: the pattern P uses its own matches"));
  EXPECT_THAT(mistakes_of(pattern("Receive",
                                  "LateSender_match m = MATCH(LateSender(MPI_RECV), "
                                  "ROOT);",
                                  "m.idle_time > 0", "")),
              IsEmpty());
}

TEST(AslMetrics, ChargeSecondsToAnEvent) {
  const std::string head = "METRIC: \"asl_ls\" UNDER \"mpi_point2point\" TITLE \"Late\" ";
  const Checked result = checked(pattern("CollectiveEnd", "", "TRUE",
                                         "float t = 1;\n" + head +
                                             "CHARGE t AT m WHERE m IN {ROOT.begin} AND "
                                             "m.index > 2;"));
  ASSERT_THAT(mistakes(result), IsEmpty());
  const auto& metric = named(result.program.patterns, "P").metric;
  ASSERT_TRUE(metric);
  EXPECT_EQ(metric->name + metric->parent + metric->title, "asl_lsmpi_point2pointLate");
  EXPECT_EQ(node_text(result.program, *metric->event), "(local 1)");
  EXPECT_EQ(node_text(result.program, *metric->each->filter), "(> (.index (local 1)) 2)");

  EXPECT_THAT(
      mistakes_of(pattern("Enter", "", "TRUE", "METRIC: \"a\" CHARGE ROOT AT ROOT.process_id;")),
      ElementsAre("5:28: float is expected here, not Enter",
                  "5:36: Event is expected here, not Process"));
  EXPECT_THAT(mistakes_of(pattern("Enter", "", "TRUE", "METRIC: \"a\" CHARGE 1 AT ROOT;",
                                  "PATTERN P(int n) {")),
              ElementsAre("5:9: a pattern with METRIC has no parameters"));
  const std::string metric_of = "METRIC: \"a\" CHARGE 1 AT ROOT;";
  EXPECT_THAT(mistakes_of(pattern("Enter", "", "TRUE", metric_of) +
                          pattern("Enter", "", "TRUE", metric_of, "PATTERN Q() {")),
              ElementsAre("11:17: there is already a metric a"));
  EXPECT_THAT(mistakes_of(pattern("Enter", "", "TRUE", "METRIC: \"\" CHARGE 1 AT ROOT;")),
              ElementsAre("5:17: a metric needs a name"));
}

TEST(AslProperties, GuardRatingsByTheirConditions) {
  const Checked result =
      checked(property("", "(a) r == PROGRAM OR (b) TRUE", "MAX((b) -> 1, (a) -> 0.5, 2)"));
  ASSERT_THAT(mistakes(result), IsEmpty());
  const code::Property& p = named(result.program.properties, "p");
  ASSERT_EQ(p.conditions.size(), 2);
  EXPECT_EQ(p.conditions[1].label, "b");
  ASSERT_EQ(p.severity.size(), 3);
  EXPECT_EQ(p.severity[0].condition, 1);
  EXPECT_EQ(p.severity[1].condition, 0);
  EXPECT_EQ(p.severity[2].condition, std::nullopt);
  EXPECT_EQ(node_text(result.program, *p.severity[0].value), "1.0");
  EXPECT_THAT(mistakes_of(property("", "(a) TRUE OR (a) FALSE", "MAX((c) -> 1)")),
              ElementsAre("2:25: there is already a condition a", "4:16: there is no condition c"));
  EXPECT_THAT(mistakes_of(property("", "1", "TRUE")),
              ElementsAre("2:12: boolean is expected here, not int",
                          "4:11: float is expected here, not boolean"));
}

TEST(AslProperties, AreAccessedByTheirParts) {
  EXPECT_THAT(mistakes_of(property("", "late_sender(r, e, r).holds",
                                   "late_sender(r, e, r).severity + late_sender(r, e, "
                                   "PROGRAM).confidence")),
              IsEmpty());
  EXPECT_THAT(
      mistakes_of(property("", "late_sender(r, e).holds", "late_sender(r, e, r).severty")),
      ElementsAre("2:28: late_sender has 3 parameters, not 2", "4:32: a property has no severty"));
  EXPECT_THAT(mistakes_of(property("", "p(r, e).holds")), ElementsAre("1:10: p depends on itself"));
}

TEST(AslProperties, HaveVariables) {
  const Checked result =
      checked(property("LET float a = duration(r, e); float b = a / 2; IN\n", "b > a", "b"));
  ASSERT_THAT(mistakes(result), IsEmpty());
  const code::Property& p = named(result.program.properties, "p");
  EXPECT_EQ(node_text(result.program, *p.scope.lazy[1].value), "(/ (lazy 0) 2.0)");
  EXPECT_THAT(mistakes_of(property("LET float a = b; float b = 1; float a = 2; float r = 1; IN\n")),
              ElementsAre("2:15: b is declared later", "2:37: a is already declared",
                          "2:50: r is already declared"));
}

// ---- Templates ----

const char* const kPartner =
    "PATTERN TEMPLATE Partner <boolean rel_op(float a, float b), float least> (Region r) {\n"
    "ROOTTYPE: Receive;\nINSTANTIATION: Send s = sendptr(ROOT);\n"
    "CONSTRAINT: rel_op(s.timestamp, least) AND ROOT.tag == 1;\nEXPORT: int x = s.tag; }\n";

TEST(AslTemplates, ReplaceFormalsByActuals) {
  const Checked result =
      checked(std::string(kPartner) +
              "PATTERN Later = Partner< >, 2>; PATTERN Close = Partner<near, a>;\n"
              "boolean near(float a, float b) = a - b < 1; float a = 7;\n"
              "int f(Later_match m) = m.x;");
  ASSERT_THAT(mistakes(result), IsEmpty());
  EXPECT_EQ(node_text(result.program, *named(result.program.patterns, "Later").constraint),
            "(AND (> (.timestamp (local 1)) (constant least)) (== (.tag ROOT) 1))");
  EXPECT_EQ(node_text(result.program, *named(result.program.patterns, "Close").constraint),
            "(AND (call near (.timestamp (local 1)) (constant least)) (== (.tag ROOT) 1))");
}

TEST(AslTemplates, NameTheirInstanceInMistakes) {
  const Checked result = checked(
      "PATTERN TEMPLATE T <float f(float a)> () {\nROOTTYPE: Enter; INSTANTIATION:\n"
      "CONSTRAINT: f(1) > 0 AND ROOT.nothing; EXPORT: }\nPATTERN A = T<twice>; PATTERN B = "
      "T<twice>;\nfloat twice(float x) = 2 * x;");
  EXPECT_THAT(mistakes(result), ElementsAre("3:31: Enter has no attribute nothing"));
  const auto notes = result.diagnostics.sorted().at(0).notes;
  ASSERT_EQ(notes.size(), 1);
  EXPECT_EQ(place_text(notes[0].at), "f.asl:4:9");
  EXPECT_EQ(notes[0].message, "in the instance A");
}

TEST(AslTemplates, AreNotCheckedWithoutAnInstance) {
  EXPECT_THAT(mistakes_of("PATTERN TEMPLATE T <int n> () { ROOTTYPE: Nothing; INSTANTIATION: "
                          "CONSTRAINT: 1 + ; EXPORT: }"),
              ElementsAre("1:83: an expression is expected here, not ';'"));
  EXPECT_THAT(mistakes_of("PATTERN TEMPLATE T <int n> () { ROOTTYPE: Nothing; INSTANTIATION: "
                          "CONSTRAINT: 1; EXPORT: }"),
              IsEmpty());
}

TEST(AslTemplates, CheckActuals) {
  const std::string t = kPartner;
  EXPECT_THAT(mistakes_of(t + "PATTERN A = Partner< > >;"),
              ElementsAre("6:24: Partner has 2 formals, not 1"));
  EXPECT_THAT(mistakes_of(t + "PATTERN A = Partner< >, 1, 2>;"),
              ElementsAre("6:28: Partner has 2 formals, not 3"));
  EXPECT_THAT(mistakes_of(t + "PATTERN A = Partner< +, 1>;"),
              ElementsAre("6:22: '+' does not fit the formal rel_op of Partner"));
  EXPECT_THAT(mistakes_of(t + "PATTERN A = Partner<f, 1>; boolean f(float a) = TRUE;"),
              ElementsAre("6:21: f does not fit the formal rel_op of Partner"));
  EXPECT_THAT(mistakes_of(t + "PATTERN A = Partner<1, TRUE>;"),
              ElementsAre("6:21: a function or an operator is expected here",
                          "6:24: float is expected here, not boolean"));
  EXPECT_THAT(mistakes_of(t + "PATTERN A = Patner< >, 1>;\nPATTERN B = late_sender<1>; A f(A_match "
                              "a) = a.b;"),
              ElementsAre("6:13: Patner is not a template of a pattern",
                          "7:13: late_sender is not a template of a pattern"));
  EXPECT_THAT(mistakes_of(t + "PROPERTY A = Partner< >, 1>;"),
              ElementsAre("6:14: Partner is not a template of a property"));
}

TEST(AslTemplates, AcceptPatternsAndProperties) {
  const Checked result = checked(
      "PROPERTY TEMPLATE Share <PATTERN p, PROPERTY q> (Region r, Experiment e) {\n"
      "LET float t = SUM cost(m) WHERE m IN PATTERN_MATCHES(p(r), e.trace);\n"
      "    float cost(p_match m) = m.idle_time; IN\n"
      "CONDITION: q(r, e, r).holds; CONFIDENCE: 1; SEVERITY: 1; }\n"
      "PROPERTY ls = Share<LateSender, late_sender>;");
  EXPECT_THAT(mistakes(result), ElementsAre("2:19: cost is declared later"));
  const Checked right = checked(
      "PROPERTY TEMPLATE Share <PATTERN p, PROPERTY q> (Region r, Experiment e) {\n"
      "LET float cost(p_match m) = m.idle_time;\n"
      "    float t = SUM cost(m) WHERE m IN PATTERN_MATCHES(p(r), e.trace); IN\n"
      "CONDITION: q(r, e, r).holds AND t > 0; CONFIDENCE: 1; SEVERITY: t; }\n"
      "PROPERTY ls = Share<LateSender, late_sender>; PROPERTY lr = Share<LateReceiver, ls_of>;\n"
      "PROPERTY ls_of(Region a, Experiment b, Region c) { CONDITION: ls(a, b).holds; CONFIDENCE: "
      "1; "
      "SEVERITY: 1; }");
  ASSERT_THAT(mistakes(right), IsEmpty());
  EXPECT_EQ(node_text(right.program, *named(right.program.properties, "ls").scope.lazy[0].value),
            "(SUM 2 (matches LateSender (instance LateSender (local 0)) (local 1)) (call cost "
            "(local 2)))");
  EXPECT_THAT(mistakes_of("PROPERTY TEMPLATE T <PATTERN p> () { CONDITION: TRUE; CONFIDENCE: 1; "
                          "SEVERITY: 1; }\nPROPERTY a = T<late_sender>; PROPERTY b = T<b>;"),
              ElementsAre("2:16: a pattern is expected here", "2:45: a pattern is expected here"));
}

TEST(AslTemplates, AcceptClasses) {
  const Checked result = checked(
      "PATTERN TEMPLATE Of <Class C> () { ROOTTYPE: C; INSTANTIATION: C e = ROOT; CONSTRAINT: "
      "typeof(e) == C; EXPORT: }\nPATTERN Sends = Of<Send>; PATTERN Wrong = Of<Process>;");
  EXPECT_THAT(mistakes(result), ElementsAre("1:46: C is not a class of events",
                                            "1:95: an event is expected here, not Process"));
  EXPECT_EQ(named(result.program.patterns, "Sends").root_class, *model().find_class("Send"));
}

}  // namespace
}  // namespace lull::asl
