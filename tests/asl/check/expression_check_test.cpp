// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Nodes of expressions and their mistakes: names, operators, types.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "asl/check/checked.hpp"

namespace lull::asl {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(AslTypes, IntConvertsToFloat) {
  EXPECT_EQ(node_of("float", "1"), "1.0");
  EXPECT_EQ(node_of("float", "1 + 2"), "(float (+:int 1 2))");
  EXPECT_EQ(node_of("float", "1 + 2.5"), "(+ 1.0 2.5)");
  EXPECT_EQ(node_of("float", "1 / 2"), "(/ 1.0 2.0)");
  EXPECT_EQ(node_of("int", "1 * 2 - 3"), "(-:int (*:int 1 2) 3)");
  EXPECT_EQ(node_of("setof float", "{1, 2.5, 3}"), "(set 1.0 2.5 3.0)");
  EXPECT_EQ(node_of("boolean", "1 < 2.5"), "(< 1.0 2.5)");
  EXPECT_EQ(node_of("int", "1.5"), "1: int is expected here, not float");
  EXPECT_EQ(node_of("int", "4 / 2"), "1: int is expected here, not float");
  EXPECT_EQ(node_of("int", "-TRUE"), "1: '-' does not apply to boolean");
  EXPECT_EQ(node_with("setof int s", "setof float", "s"),
            "1: setof float is expected here, not setof int");
}

TEST(AslTypes, OperatorsCheckTheirOperands) {
  EXPECT_EQ(node_of("boolean", "\"a\" < \"b\""), "(< 'a' 'b')");
  EXPECT_EQ(node_with("DateTime a, DateTime b", "boolean", "a < b"), "(< (local 0) (local 1))");
  EXPECT_EQ(node_of("boolean", "TRUE == FALSE"), "(== TRUE FALSE)");
  EXPECT_EQ(node_of("boolean", "TRUE < FALSE"), "6: '<' does not apply to boolean and boolean");
  EXPECT_EQ(node_of("boolean", "1 == \"a\""), "3: '==' does not apply to int and String");
  EXPECT_EQ(node_of("String", "\"a\" + \"b\""), "5: '+' does not apply to String and String");
  EXPECT_EQ(node_of("boolean", "1 AND TRUE"), "1: boolean is expected here, not int");
  EXPECT_EQ(node_of("boolean", "NOT 1"), "5: boolean is expected here, not int");
  EXPECT_EQ(node_with("Process p, Region r", "boolean", "p == r"),
            "3: '==' does not apply to Process and Region");
  EXPECT_EQ(node_with("Enter a, Exit b", "boolean", "a == b"), "(== (local 0) (local 1))");
  EXPECT_EQ(node_with("Enter a, Event b", "boolean", "a < b"),
            "3: '<' does not apply to Enter and Event");
}

TEST(AslTypes, MistakesCauseNoFollowUpErrors) {
  EXPECT_EQ(node_of("int", "nothing + 1 < 2 AND 3"),
            "1: nothing is not declared; 21: boolean is expected here, not int");
  EXPECT_EQ(node_of("int", "UNIQUE(nothing).a.b(1"),
            "8: nothing is not declared; 20: ';' is expected here, not '('");
  EXPECT_EQ(node_of("int", "UNIQUE(nothing).a.b"), "8: nothing is not declared");
  EXPECT_THAT(mistakes_of("Nix f(Nix x) = x.a; int b = f(1) + f(NULL).c;"),
              ElementsAre("1:1: there is no type Nix", "1:7: there is no type Nix"));
}

TEST(AslTypes, NullIsOfEveryClass) {
  EXPECT_EQ(node_of("Region", "NULL"), "NULL:Region");
  EXPECT_EQ(node_with("Enter e", "boolean", "e == NULL"), "(null? (local 0))");
  EXPECT_EQ(node_with("Enter e", "boolean", "NULL != e"), "(NOT (null? (local 0)))");
  EXPECT_EQ(node_with("setof Enter s", "boolean", "s == NULL"), "(null? (local 0))");
  EXPECT_EQ(node_with("setof Enter s", "boolean", "s != {}"), "(NOT (null? (local 0)))");
  EXPECT_EQ(node_of("boolean", "NULL == NULL"), "TRUE");
  EXPECT_EQ(node_of("boolean", "1 == NULL"), "3: '==' does not apply to int and NULL");
  EXPECT_EQ(node_of("int", "NULL"), "1: int is expected here, not NULL");
  EXPECT_EQ(node_of("setof Enter", "NULL"), "1: setof Enter is expected here, not NULL");
  EXPECT_EQ(node_of("int", "NULL.index"), "6: NULL has no attribute index");
}

TEST(AslTypes, DerivedClassesConvertToTheirBase) {
  EXPECT_EQ(node_with("Enter e", "RegionEvent", "e"), "(local 0)");
  EXPECT_EQ(node_with("setof Enter s", "setof Event", "s"), "(local 0)");
  EXPECT_EQ(node_with("Event e", "Enter", "e"), "1: Enter is expected here, not Event");
  EXPECT_EQ(node_with("setof Event s", "setof Enter", "s"),
            "1: setof Enter is expected here, not setof Event");
  EXPECT_THAT(hints_of("Enter f(Event e) = e;"),
              ElementsAre("Enter is expected here, not Event | test typeof(…) == Enter first"));
}

TEST(AslTypes, SetsTakeElementsAndSets) {
  const std::string sets = "setof Enter a, setof Exit b, Enter e, Exit x";
  EXPECT_EQ(node_with(sets, "setof Enter", "a + e"), "(with (local 0) (local 2))");
  EXPECT_EQ(node_with(sets, "setof RegionEvent", "a + x"), "(with (local 0) (local 3))");
  EXPECT_EQ(node_with(sets, "setof Enter", "a - b"), "(without (local 0) (local 1))");
  EXPECT_EQ(node_with(sets, "setof Enter", "{} + e"), "(with {} (local 2))");
  EXPECT_EQ(node_with(sets, "setof Enter", "a - NULL"), "(without (local 0) NULL:Enter)");
  EXPECT_EQ(node_with(sets, "setof Enter", "e + a"),
            "3: '+' does not apply to Enter and setof Enter");
  EXPECT_EQ(node_with(sets, "setof Enter", "a + 1"),
            "3: '+' does not apply to setof Enter and int");
  EXPECT_EQ(node_with(sets, "setof Enter", "a * a"),
            "3: '*' does not apply to setof Enter and setof Enter");
  EXPECT_EQ(node_with(sets, "boolean", "a == a"),
            "3: '==' does not apply to setof Enter and setof Enter");
  EXPECT_EQ(node_with(sets, "setof Enter", "{a}"), "2: Enter is expected here, not setof Enter");
  EXPECT_EQ(node_with(sets, "boolean", "{a} == NULL"), "2: a set cannot be an element of a set");
  EXPECT_EQ(node_with(sets, "boolean", "{1, \"a\"} == NULL"),
            "5: int is expected here, not String");
  EXPECT_EQ(node_with(sets, "Enter", "e + 1"), "3: '+' does not apply to Enter and int");
}

TEST(AslTypes, AConditionalHasTheTypeOfItsBranches) {
  const std::string given = "boolean c, Enter e, Exit x, setof Enter s";
  EXPECT_EQ(node_with(given, "float", "IF (c) 1 ELSE 2.5"), "(IF (local 0) 1.0 2.5)");
  EXPECT_EQ(node_with(given, "float", "(IF (c) 1 ELSE 2.5) + 1"), "(+ (IF (local 0) 1.0 2.5) 1.0)");
  EXPECT_EQ(node_with(given, "Event", "IF (c) e ELIF (NOT c) x"),
            "(IF (local 0) (local 1) (NOT (local 0)) (local 2) NULL:Event)");
  EXPECT_EQ(node_with(given, "setof Enter", "IF (c) s"), "(IF (local 0) (local 3) {})");
  EXPECT_EQ(node_with(given, "boolean", "(IF (c) NULL ELSE e) == NULL"),
            "(null? (IF (local 0) NULL:Enter (local 1)))");
  EXPECT_EQ(node_with(given, "int", "IF (c) 1"),
            "1: this IF needs an ELSE, as int has no default value");
  EXPECT_EQ(node_with(given, "int", "(IF (c) 1 ELSE e) + 1"),
            "16: int is expected here, not Enter");
  EXPECT_EQ(node_with(given, "Enter", "IF (c) e ELSE x"), "15: Enter is expected here, not Exit");
  EXPECT_EQ(node_with(given, "int", "IF (1) 2 ELSE 3"), "5: boolean is expected here, not int");
}

TEST(AslTypes, AggregatesRangeOverSets) {
  const std::string given = "setof Enter s";
  EXPECT_EQ(node_with(given, "float", "SUM f.timestamp WHERE f IN s"),
            "(SUM 1 (local 0) (.timestamp (local 1)))");
  EXPECT_EQ(node_with(given, "int", "COUNT (f WHERE f IN s AND f.index > 3)"),
            "(COUNT 1 (local 0) (> (.index (local 1)) 3))");
  EXPECT_EQ(node_with(given, "float", "AVG f.index WHERE f IN s"),
            "(AVG 1 (local 0) (float (.index (local 1))))");
  EXPECT_EQ(node_with(given, "int", "MIN (f.index WHERE f IN s)"),
            "(MIN 1 (local 0) (.index (local 1)))");
  EXPECT_EQ(node_with(given, "float", "MAX (1, 2.5)"), "(MAX 1.0 2.5)");
  EXPECT_EQ(node_with(given, "int", "SUM f WHERE f IN s"), "5: SUM takes numbers, not Enter");
  EXPECT_EQ(node_with(given, "int", "MAX (s)"), "6: MAX takes numbers, not setof Enter");
  EXPECT_EQ(node_with(given, "int", "COUNT f WHERE f IN 3"), "20: a set is expected here, not int");
  EXPECT_EQ(node_with(given, "int", "COUNT f WHERE f IN s AND f.index"),
            "26: boolean is expected here, not int");
}

TEST(AslTypes, ElementsOfTheEmptySetHaveNoType) {
  EXPECT_EQ(node_of("int", "SUM x WHERE x IN {}"), "5: SUM takes numbers, not NULL");
  EXPECT_EQ(node_of("boolean", "EXISTS x IN {} SUCH THAT x == NULL"), "(EXISTS 0 {} TRUE)");
  EXPECT_EQ(node_of("setof Enter", "{} + NULL - NULL"), "{}");
  EXPECT_EQ(node_of("boolean", "(IF (TRUE) NULL) == NULL"), "TRUE");
}

TEST(AslTypes, QuantifiersAndUniqueNeedSetsOfObjects) {
  const std::string given = "setof Enter s, Enter e";
  EXPECT_EQ(node_with(given, "boolean", "FORALL f IN s SUCH THAT f == e"),
            "(FORALL 2 (local 0) (== (local 2) (local 1)))");
  EXPECT_EQ(node_with(given, "Enter", "UNIQUE({f IN s SUCH THAT f == e})"),
            "(UNIQUE (those 2 (local 0) (== (local 2) (local 1))))");
  EXPECT_EQ(node_with(given, "Enter", "UNIQUE({})"), "NULL:Enter");
  EXPECT_EQ(node_with(given, "boolean", "EXISTS f IN e SUCH THAT TRUE"),
            "13: a set is expected here, not Enter");
  EXPECT_EQ(node_with(given, "boolean", "EXISTS f IN s SUCH THAT f"),
            "25: boolean is expected here, not Enter");
  EXPECT_EQ(node_with(given, "Enter", "UNIQUE(e)"),
            "8: a set of objects is expected here, not Enter");
  EXPECT_EQ(node_with(given, "int", "UNIQUE({1})"),
            "8: a set of objects is expected here, not setof int");
}

TEST(AslNarrowing, HoldsAfterAnd) {
  EXPECT_EQ(node_with("Event e", "boolean", "typeof(e) == Enter AND e.region == MPI_RECV"),
            "(AND (is Enter (local 0)) (== (.region (local 0)) (region MPI_RECV)))");
  EXPECT_EQ(node_with("Event e", "boolean", "e.region == MPI_RECV AND typeof(e) == Enter"),
            "3: Event has no attribute region");
  EXPECT_EQ(node_with("Event e", "boolean", "typeof(e) == Enter OR e.region == MPI_RECV"),
            "25: Event has no attribute region");
  EXPECT_EQ(node_with("Event e", "boolean", "typeof(e) != Enter AND e.region == MPI_RECV"),
            "26: Event has no attribute region");
  EXPECT_EQ(
      node_with("Event e", "boolean", "(typeof(e) == Enter AND TRUE) AND e.region == MPI_RECV"),
      "(AND (AND (is Enter (local 0)) TRUE) (== (.region (local 0)) (region MPI_RECV)))");
}

TEST(AslNarrowing, HoldsOnlyInItsBranchOfAnIf) {
  EXPECT_EQ(node_with("Event e", "Region", "IF (typeof(e) == Enter) e.region"),
            "(IF (is Enter (local 0)) (.region (local 0)) NULL:Region)");
  EXPECT_EQ(node_with("Event e", "Region", "IF (typeof(e) == Enter) NULL ELSE e.region"),
            "37: Event has no attribute region");
  EXPECT_EQ(
      node_with("Event e", "Region", "IF (typeof(e) == Enter) NULL ELIF (e == NULL) e.region"),
      "49: Event has no attribute region");
}

TEST(AslNarrowing, FollowsFromFalseConditions) {
  EXPECT_EQ(node_with("Event e", "Region", "IF (typeof(e) != Enter) NULL ELSE e.region"),
            "(IF (NOT (is Enter (local 0))) NULL:Region (.region (local 0)))");
  EXPECT_EQ(node_with("Event e", "boolean", "NOT (typeof(e) == Enter) OR e.region == MPI_RECV"),
            "(OR (NOT (is Enter (local 0))) (== (.region (local 0)) (region MPI_RECV)))");
  EXPECT_EQ(node_with("Event e", "Region",
                      "IF (e == NULL OR typeof(e) != Enter) NULL "
                      "ELIF (e.region == MPI_RECV) e.region"),
            "(IF (OR (null? (local 0)) (NOT (is Enter (local 0)))) NULL:Region "
            "(== (.region (local 0)) (region MPI_RECV)) (.region (local 0)) NULL:Region)");
  EXPECT_EQ(
      node_with("Event e", "Region", "IF (e == NULL AND typeof(e) != Enter) NULL ELSE e.region"),
      "51: Event has no attribute region");
  EXPECT_EQ(node_with("Event e", "boolean",
                      "(IF (typeof(e) != Enter) TRUE ELSE FALSE) AND e.region == MPI_RECV"),
            "49: Event has no attribute region");
}

TEST(AslNarrowing, HoldsInSetsAndQuantifiersInside) {
  EXPECT_EQ(node_with("Event e, setof Enter s", "boolean",
                      "Exit == typeof(e) AND EXISTS f IN s SUCH THAT f.region == e.region"),
            "(AND (is Exit (local 0)) (EXISTS 2 (local 1) (== (.region (local 2)) (.region (local "
            "0)))))");
  EXPECT_EQ(node_with("setof Event s", "setof Region",
                      "{f IN s SUCH THAT typeof(f) == Enter AND "
                      "f.region == MPI_RECV}"),
            "1: setof Region is expected here, not setof Enter");
  EXPECT_EQ(node_with("setof Event s", "int", "SUM f.tag WHERE f IN s AND typeof(f) == Send"),
            "(SUM 1 (local 0) (is Send (local 1)) (.tag (local 1)))");
}

TEST(AslNarrowing, HoldsForACallWithTheSameArguments) {
  const std::string is_send = "typeof(sendptr(r)) == Isend AND ";
  EXPECT_EQ(node_with("CollectiveEnd e", "boolean",
                      "typeof(PRED(e)) == Enter AND PRED(e).region == MPI_RECV"),
            "(AND (is Enter (PRED (local 0))) (== (.region (PRED (local 0))) (region MPI_RECV)))");
  EXPECT_THAT(mistakes_of("boolean f(Irecv r) = " + is_send + "sendptr(r).request == r.request;"),
              ElementsAre());
  EXPECT_THAT(mistakes_of("Isend f(Receive r) = IF (typeof(sendptr(r)) == Isend) sendptr(r);"),
              ElementsAre());
  EXPECT_THAT(
      mistakes_of("boolean f(Event e) = typeof(PRED(e)) == Send AND PRED(PRED(e)).tag == 1;"),
      ElementsAre("1:64: Event has no attribute tag"));
  EXPECT_THAT(
      mistakes_of("boolean f(Receive r, Receive s) = " + is_send + "sendptr(s).request == 1;"),
      ElementsAre("1:78: Send has no attribute request"));
}

TEST(AslNarrowing, DoesNotApplyToOtherVariablesOfThatName) {
  EXPECT_EQ(node_with("Event e, setof Event s", "boolean",
                      "typeof(e) == Enter AND EXISTS e IN s SUCH THAT e.region == MPI_RECV"),
            "50: Event has no attribute region");
  EXPECT_EQ(node_with("Event e", "boolean",
                      "typeof(e) == Receive AND typeof(e) == Event AND e.source == NULL"),
            "(AND (is Receive (local 0)) (is Event (local 0)) (null? (.source (local 0))))");
}

TEST(AslNarrowing, ClassesAreValuesToo) {
  EXPECT_EQ(node_with("Event e", "Class", "typeof(e)"), "(class (local 0))");
  EXPECT_EQ(node_with("Event e, Class c", "boolean", "typeof(e) == c"),
            "(== (class (local 0)) (local 1))");
  EXPECT_EQ(node_with("Class c", "boolean", "c == Enter"), "(derived Enter (local 0))");
  EXPECT_EQ(node_of("Class", "Enter"), "Enter");
  EXPECT_EQ(node_with("Event e", "boolean", "e == Enter"),
            "3: Event cannot be compared with a class");
  EXPECT_EQ(node_with("Event e", "boolean", "typeof(e) == Process"),
            "11: an event is never of class Process");
  EXPECT_EQ(node_with("Process p", "boolean", "typeof(p) == Enter"),
            "8: an event is expected here, not Process");
}

TEST(AslAttributes, AreFoundInBases) {
  EXPECT_EQ(node_with("Irecv e", "int", "e.process_id.master.rank"),
            "(.rank (.master (.process_id (local 0))))");
  EXPECT_EQ(node_with("Irecv e", "int", "e.request + e.tag + e.index"),
            "(+:int (+:int (.request (local 0)) (.tag (local 0))) (.index (local 0)))");
  EXPECT_EQ(node_with("Irecv e", "int", "e.requests"), "3: Irecv has no attribute requests");
  EXPECT_EQ(node_with("setof Enter s", "int", "s.index"), "3: setof Enter has no attribute index");
  EXPECT_EQ(node_with("int i", "int", "i.index"), "3: int has no attribute index");
  EXPECT_THAT(hints_of("int f(Irecv e) = e.requests;"),
              ElementsAre("Irecv has no attribute requests | did you mean request?"));
  EXPECT_THAT(hints_of("Region f(Event e) = e.region;"),
              ElementsAre("Event has no attribute region | RegionEvent has it: test typeof(…) == "
                          "RegionEvent first"));
}

TEST(AslNames, OfTheLanguageNeedNoDeclaration) {
  EXPECT_EQ(node_of("float", "low + medium + high"), "(+ (+ 0.25 0.5) 0.75)");
  EXPECT_EQ(node_of("Region", "PROGRAM"), "PROGRAM");
  EXPECT_EQ(node_of("Region", "MPI_ALLREDUCE"), "(region MPI_ALLREDUCE)");
  EXPECT_EQ(node_of("Region", "REGION(\"main\")"), "(REGION 'main')");
  EXPECT_EQ(node_of("Region", "MPI_recv"), "1: MPI_recv is not declared");
  EXPECT_EQ(node_with("Event e", "float", "counter(e, \"PAPI\")"), "(counter (local 0) 'PAPI')");
  EXPECT_EQ(node_with("Send s", "int", "grid(s) + offset(s, 1)"),
            "(+:int (grid (local 0)) (offset (local 0) 1))");
  EXPECT_EQ(node_with("Event e", "int", "grid(e)"), "6: MsgEvent is expected here, not Event");
  EXPECT_EQ(node_with("Experiment e, Region r", "float", "duration(r, e)"),
            "(duration (local 1) (local 0))");
  EXPECT_EQ(node_with("Event e", "Event", "PRED(PRED(e))"), "(PRED (PRED (local 0)))");
  EXPECT_EQ(node_of("boolean", "Role.barrier == Role.barrier"), "(== barrier barrier)");
  EXPECT_EQ(node_of("Role", "Role.barier"), "6: Role has no value barier");
  EXPECT_EQ(node_of("Role", "Role"), "1: Role is an enum, not a value");
  EXPECT_EQ(node_of("Event", "PRED"), "1: PRED is a function, not a value");
  EXPECT_EQ(node_of("int", "int"), "1: int is a type, not a value");
}

TEST(AslNames, SimilarNamesAreHints) {
  EXPECT_THAT(hints_of("int idle_time = 1; int b = idle_tim;"),
              ElementsAre("idle_tim is not declared | did you mean idle_time?"));
  EXPECT_THAT(hints_of("int f(int other) = othre;"),
              ElementsAre("othre is not declared | did you mean other?"));
  EXPECT_THAT(hints_of("int f(Recieve r) = 1;"),
              ElementsAre("there is no type Recieve | did you mean Receive?"));
  EXPECT_THAT(hints_of("Role r = Role.barier;"),
              ElementsAre("Role has no value barier | did you mean barrier?"));
  EXPECT_THAT(hints_of("int a = quite_different;"),
              ElementsAre("quite_different is not declared | "));
}

TEST(AslNames, ContextNamesNeedTheirContext) {
  EXPECT_EQ(node_of("int", "ROOT.index"), "1: ROOT is not available here");
  EXPECT_EQ(node_of("int", "COUNT e WHERE e IN TRACE"), "20: TRACE is not available here");
  EXPECT_EQ(node_of("int", "THIS.index"), "1: THIS is not available here");
}

TEST(AslCalls, CheckArguments) {
  const std::string f = "int f(int a, float b) = a; int n() = 1;";
  EXPECT_EQ(node_of("int", "f(1, 2)", f), "(call f 1 2.0)");
  EXPECT_EQ(node_of("int", "n()", f), "(call n)");
  EXPECT_EQ(node_of("int", "f(1)", f), "4: f has 2 parameters, not 1");
  EXPECT_EQ(node_of("int", "f(1, 2, 3, 4)", f), "9: f has 2 parameters, not 4");
  EXPECT_EQ(node_of("int", "n(1)", f), "3: n has 0 parameters, not 1");
  EXPECT_EQ(node_of("int", "f(1, TRUE)", f), "6: float is expected here, not boolean");
  EXPECT_EQ(node_of("int", "f(1.5, \"\")", f),
            "3: int is expected here, not float; 8: float is expected here, not String");
  EXPECT_EQ(node_of("int", "g(1)", f), "1: there is no function g");
  EXPECT_EQ(node_with("int f", "int", "f(1)", f), "1: f is not a function");
  EXPECT_EQ(node_of("int", "Enter(1)", f), "1: Enter is a class, not a function");
  EXPECT_EQ(node_of("int", "late_sender(1)", f), "1: a property is not a value");
  EXPECT_EQ(node_of("Region", "REGION()", f), "8: REGION has 1 parameter, not 0");
}

TEST(AslCalls, OfPatternsReturnMatches) {
  const std::string given = "Region r, Experiment e, Event x";
  EXPECT_EQ(node_with(given, "float",
                      "SUM m.idle_time WHERE m IN PATTERN_MATCHES(LateSender(r), e.trace)"),
            "(SUM 3 (matches LateSender (instance LateSender (local 0)) (local 1)) (export 0 "
            "(local 3)))");
  EXPECT_EQ(node_with(given, "Receive", "MATCH(LateSender(r), x).root"),
            "(.root (match LateSender (instance LateSender (local 0)) (local 2)))");
  EXPECT_EQ(node_with(given, "LateSender", "LateSender(r)"), "(instance LateSender (local 0))");
  EXPECT_EQ(node_with("LateSender p, Experiment e", "setof LateSender_match",
                      "PATTERN_MATCHES(p, e.trace)"),
            "(matches LateSender (local 0) (local 1))");
  EXPECT_EQ(node_with(given, "float", "MATCH(LateSender(r), x).cost"),
            "25: LateSender_match has no attribute cost");
  EXPECT_EQ(node_with(given, "boolean", "PATTERN_MATCHES(r, e.trace) == NULL"),
            "17: a pattern is expected here, not Region");
  EXPECT_EQ(node_with(given, "boolean", "PATTERN_MATCHES(LateSender(r), {x}) == NULL"),
            "32: the whole trace is expected here");
  EXPECT_EQ(node_with(given, "boolean", "PATTERN_MATCHES(LateSender(r)) == NULL"),
            "30: PATTERN_MATCHES has 2 parameters, not 1");
  EXPECT_EQ(node_with(given, "boolean", "MATCH(LateSender(r), r) == NULL"),
            "22: Event is expected here, not Region");
  EXPECT_EQ(node_with(given, "boolean", "MATCH(LateSender(), x) == NULL"),
            "18: LateSender has 1 parameter, not 0");
}

}  // namespace
}  // namespace lull::asl
