// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Names and declarations: enums, classes, functions, constants, external functions.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "asl/check/checked.hpp"
#include "lull/asl/check/context/program_text.hpp"
#include "lull/asl/model/model.hpp"

namespace lull::asl {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(AslDeclarations, MayComeInAnyOrder) {
  EXPECT_THAT(mistakes_of("int a = f(b); int f(int x) = x + b; int b = 2;"), IsEmpty());
}

TEST(AslDeclarations, HaveOneNameSpace) {
  EXPECT_THAT(mistakes_of("int a = 1;\nint a(int x) = x;\nenum a { b }\nclass a {}\n"
                          "PROPERTY a() { CONDITION: TRUE; CONFIDENCE: 1; SEVERITY: 1; }"),
              ElementsAre("2:5: a is already declared", "3:6: a is already declared",
                          "4:7: a is already declared", "5:10: a is already declared"));
  EXPECT_THAT(hints_of("int a = 1;\n\nint a = 2;"),
              ElementsAre("a is already declared | it is a constant, in line 1"));
  EXPECT_THAT(mistakes_of("int int = 1;"), ElementsAre("1:5: int is a type of the language"));
}

TEST(AslDeclarations, HideLibraryNamesOnlyInUserFiles) {
  const Checked result = checked(
      "int R(int x) = x; int two = R(1) + 1; int medium = 3; int three = medium; "
      "int MPI_RECV = 4; int four = MPI_RECV; Enter last(Event e) = enterptr(e);");
  EXPECT_THAT(mistakes(result), IsEmpty());
  EXPECT_EQ(node_text(result.program, *named(result.program.constants, "two").value),
            "(+:int (call R 1) 1)");
  EXPECT_EQ(
      node_text(result.program, *named(result.program.functions, "enterptr").body).substr(0, 45),
      "(IF (null? (before R (.process_id (local 0)) ");
  EXPECT_EQ(named(result.program.properties, "late_receiver").conditions.size(), 1);
}

TEST(AslDeclarations, EnumValuesAreUnique) {
  EXPECT_EQ(node_of("boolean", "Colour.red == Colour.blue", "enum Colour { red, green, blue }"),
            "(== red blue)");
  EXPECT_EQ(node_of("Colour", "Role.barrier", "enum Colour { red }"),
            "1: Colour is expected here, not Role");
  EXPECT_THAT(mistakes_of("enum E { a, b, a }"), ElementsAre("1:16: E already has a value a"));
}

TEST(AslClasses, OfTheModelKeepTheirNumbers) {
  const Program program = checked("class A extends Enter {}").program;
  ASSERT_GT(program.classes.size(), model().classes.size());
  for (std::size_t i = 0; i < model().classes.size(); ++i) {
    EXPECT_EQ(program.classes[i].name, model().classes[i].name);
    EXPECT_TRUE(program.classes[i].model);
  }
  for (std::size_t i = 0; i < model().enums.size(); ++i)
    EXPECT_EQ(program.enums[i].name, model().enums[i].name);
  EXPECT_TRUE(named(program.classes, "A").event);
  EXPECT_FALSE(named(program.classes, "Process").event);
}

TEST(AslClasses, RepeatedFromTheLibraryMustAgree) {
  EXPECT_THAT(mistakes_of("class Send extends MsgEvent { Process destination; }\n"
                          "class MsgEvent extends Event { int tag; }\nclass Process { int rank; }"),
              IsEmpty());
  EXPECT_THAT(mistakes_of("class Send extends Event {}"),
              ElementsAre("1:20: Send already extends MsgEvent"));
  EXPECT_THAT(mistakes_of("class Send {}"), ElementsAre("1:7: Send already extends MsgEvent"));
  EXPECT_THAT(mistakes_of("class Process extends Event {}"),
              ElementsAre("1:23: Process extends no class"));
  EXPECT_THAT(mistakes_of("class Send extends MsgEvent { int target; float tag; }"),
              ElementsAre("1:35: Send is already declared without target",
                          "1:43: Send.tag is of type int"));
  EXPECT_THAT(mistakes_of("class Send extends MsgEvent SUCH THAT TRUE { int tag = 3; }"),
              ElementsAre("1:39: Send is already declared"));
  EXPECT_THAT(mistakes_of("class Send extends MsgEvent { int tag = 3; }"),
              ElementsAre("1:41: Send.tag already has its value"));
  EXPECT_THAT(mistakes_of("class A {}\nclass A {}"), ElementsAre("2:7: A is already declared"));
}

TEST(AslClasses, HaveNoCyclicBases) {
  EXPECT_THAT(mistakes_of("class C extends B {} class B extends A {} class A extends Enter {}"),
              IsEmpty());
  EXPECT_THAT(mistakes_of("class A extends B {}\nclass B extends C {}\nclass C extends A {}\n"
                          "class D extends A { int x = 1; }"),
              ElementsAre("3:17: C is derived from itself"));
  EXPECT_THAT(mistakes_of("class A extends A {}"), ElementsAre("1:17: A is derived from itself"));
  EXPECT_THAT(mistakes_of("class A extends Nothing { int x = 3; }"),
              ElementsAre("1:17: there is no class Nothing"));
  EXPECT_THAT(mistakes_of("class A extends Process {} class B extends late_sender {} class C "
                          "extends LateSender_match {}"),
              ElementsAre("1:17: Process is not a class of events",
                          "1:44: late_sender is not a class of events",
                          "1:75: LateSender_match is not a class of events"));
}

TEST(AslClasses, HaveAtMostAHundredBases) {
  std::string text = "class C0 extends Enter {}\n";
  for (int i = 1; i <= 99; ++i) text += fmt::format("class C{} extends C{} {{}}\n", i, i - 1);
  EXPECT_THAT(mistakes_of(text), IsEmpty());
  EXPECT_THAT(mistakes_of(text + "class C100 extends C99 {}"),
              ElementsAre("101:20: C100 has more than 100 bases"));
}

TEST(AslClasses, OfEventsHaveConditionsAndValues) {
  const Checked result = checked(
      "class TaskStart extends Enter SUCH THAT THIS.region.name == \"task\" AND THIS.size > 1 {\n"
      "int size = length(THIS);\nfloat twice = THIS.size * 2; }\n"
      "int length(TaskStart e) = e.index;\n"
      "int later(Event e) = IF (typeof(e) == TaskStart) e.size ELSE 0;");
  ASSERT_THAT(mistakes(result), IsEmpty());
  const code::Class& task = named(result.program.classes, "TaskStart");
  EXPECT_EQ(node_text(result.program, *task.condition),
            "(AND (== (.name (.region THIS)) 'task') (> (.size THIS) 1))");
  EXPECT_EQ(node_text(result.program, *task.attributes[1].value), "(float (*:int (.size THIS) 2))");
  EXPECT_EQ(node_text(result.program, *named(result.program.functions, "later").body),
            "(IF (is TaskStart (local 0)) (.size (local 0)) 0)");
}

TEST(AslClasses, OfEventsAreChecked) {
  EXPECT_THAT(mistakes_of("class A extends Enter { int x; }"),
              ElementsAre("1:29: the attribute x has no value"));
  EXPECT_THAT(mistakes_of("class A extends Enter SUCH THAT 1 { int x = TRUE; Nix y = 1; }"),
              ElementsAre("1:33: boolean is expected here, not int",
                          "1:45: int is expected here, not boolean", "1:51: there is no type Nix"));
  EXPECT_THAT(mistakes_of("class A { int x; } class B { int x = 1; }"),
              ElementsAre("1:38: B has no objects that could have a value"));
  EXPECT_THAT(mistakes_of("class A extends Enter { int x = 1; int x = 2; int index = 3; }"),
              ElementsAre("1:40: A already has an attribute x",
                          "1:51: Event already has an attribute index"));
  EXPECT_THAT(mistakes_of("class A {} class B extends A SUCH THAT TRUE {}"),
              ElementsAre("1:40: B is not a class of events"));
}

TEST(AslClasses, OfOneEventDoNotDependOnThemselves) {
  EXPECT_THAT(mistakes_of("class A extends Enter SUCH THAT typeof(THIS) == A {}"),
              ElementsAre("1:7: A depends on itself"));
  EXPECT_THAT(mistakes_of("class A extends Enter SUCH THAT typeof(THIS) == B {}\n"
                          "class B extends A {}"),
              ElementsAre("1:7: A depends on itself"));
  EXPECT_THAT(mistakes_of("class A extends Enter { int x = THIS.y; int y = THIS.x; }"),
              ElementsAre("1:29: x depends on itself"));
  EXPECT_THAT(mistakes_of("class A extends Enter SUCH THAT seen(PRED(THIS)) < 3 {}\n"
                          "int seen(Event e) = IF (e == NULL) 0 ELIF (typeof(e) == A) "
                          "seen(PRED(e)) + 1 ELSE seen(PRED(e));"),
              IsEmpty());
  EXPECT_THAT(mistakes_of("class A extends Enter SUCH THAT seen(THIS) < 3 {}\n"
                          "int seen(Event e) = IF (e == NULL) 0 ELSE seen(PRED(e)) + 1;"),
              ElementsAre("1:33: the state after THIS depends on its class"));
}

TEST(AslExternals, MatchTheLanguage) {
  EXPECT_THAT(mistakes_of("EXTERN Event PRED(Event e); float duration(Region r, Experiment e);\n"
                          "setof LateSender_match PATTERN_MATCHES(LateSender p, setof Event t);"),
              IsEmpty());
  EXPECT_THAT(mistakes_of("EXTERN int fly(Event e);\nint a = fly(NULL);"),
              ElementsAre("1:12: there is no external function fly"));
  EXPECT_THAT(mistakes_of("Enter PRED(Event e);"), ElementsAre("1:1: PRED returns Event"));
  EXPECT_THAT(mistakes_of("Event PRED(Event e, int n);"),
              ElementsAre("1:7: PRED has 1 parameter, not 2"));
  EXPECT_THAT(mistakes_of("float duration(Experiment e, Experiment f);"),
              ElementsAre("1:16: Region is expected here, not Experiment"));
}

TEST(AslConstants, DoNotDependOnThemselves) {
  EXPECT_THAT(mistakes_of("int a = b;\nint b = a;"), ElementsAre("1:5: a depends on itself"));
  EXPECT_THAT(mistakes_of("int a = f(1); int f(int x) = IF (x == 0) a ELSE f(x - 1);"),
              ElementsAre("1:5: a depends on itself"));
  EXPECT_THAT(mistakes_of("int a = f(1); int f(int x) = IF (x == 0) 1 ELSE f(x - 1);"), IsEmpty());
}

TEST(AslFunctions, HaveUniqueParameterNames) {
  EXPECT_THAT(mistakes_of("int f(int a, float a) = 1;"),
              ElementsAre("1:20: there is already a parameter a"));
  EXPECT_THAT(mistakes_of("late_sender f(int a) = a;"),
              ElementsAre("1:1: late_sender is a property, not a type"));
}

}  // namespace
}  // namespace lull::asl
