// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "asl/evaluate/running.hpp"

namespace lull::asl {
namespace {

constexpr const char* kMessages = R"(
clock 10
processes 3
0: 0 enter main; 5..50 MPI_Recv recv 1; 60..70 MPI_Recv recv 2; 90 leave
1: 1 enter main; 30..40 MPI_Send send 0; 90 leave
2: 2 enter main; 10..20 MPI_Send send 0; 90 leave
)";

RunOptions of_property(const std::string& name) {
  RunOptions options;
  options.property = name;
  return options;
}
RunOptions with_matches(const std::string& name) {
  RunOptions options;
  options.matches = name;
  return options;
}

TEST(AslLateSender, OfTheReportIsFoundForEachEnclosingRegion) {
  const RunResults results = run_on("", kMessages, of_property("late_sender"));
  EXPECT_TRUE(results.errors.empty());
  ASSERT_EQ(results.properties.size(), 2u);
  EXPECT_EQ(results.properties[0].arguments[0].second.text, "MPI_Recv");
  EXPECT_EQ(results.properties[1].arguments[0].second.text, "main");
  // 2.5 s of 9 + 8.9 + 8.8 s.
  EXPECT_NEAR(results.properties[0].severity, 2.5 / 26.7, 1e-12);
  EXPECT_TRUE(results.properties[0].problem);
  EXPECT_EQ(results.rank_basis, "PROGRAM");
  EXPECT_NEAR(results.rank_basis_duration, 26.7, 1e-12);
}

TEST(AslLateReceiver, NeedsTheSenderStillInItsCall) {
  const RunResults late = run_on("", R"(
clock 10
processes 2
0: 0 enter main; 20..30 MPI_Recv recv 1; 90 leave
1: 1 enter main; 5..25 MPI_Send send 0; 90 leave
)",
                                 of_property("late_receiver"));
  ASSERT_EQ(late.properties.size(), 2u);
  EXPECT_NEAR(late.properties[0].severity, 1.5 / 17.9, 1e-12);
  const RunResults gone = run_on("", R"(
clock 10
processes 2
0: 0 enter main; 20..30 MPI_Recv recv 1; 90 leave
1: 1 enter main; 5..15 MPI_Send send 0; 90 leave
)",
                                 of_property("late_receiver"));
  EXPECT_TRUE(gone.properties.empty());
}

TEST(AslEventTypes, AreEvaluatedAfterTheirDependencies) {
  const RunResults results = run_on(R"(
PATTERN First() { ROOTTYPE: Direct; INSTANTIATION: CONSTRAINT: TRUE; EXPORT: int n = ROOT.n; }
PATTERN Second() { ROOTTYPE: Indirect; INSTANTIATION: CONSTRAINT: TRUE; EXPORT: int n = ROOT.n; }
class Direct extends Enter SUCH THAT typeof(THIS) == Main { int n = 1; }
class Indirect extends Enter SUCH THAT is_main(THIS) { int n = number(THIS); }
boolean is_main(Event e) = typeof(e) == Main;
int number(Event e) = IF (typeof(e) == Main) e.number ELSE 0;
class Main extends Enter SUCH THAT THIS.region == REGION("main") { int number = 7; }
)",
                                    kMessages);
  ASSERT_TRUE(results.errors.empty());
  EXPECT_EQ(sum_of(results, "First", "n"), "3");
  EXPECT_EQ(sum_of(results, "Second", "n"), "21");
}

TEST(AslGrids, GiveTheOffsetOfTheOtherProcess) {
  const RunResults results = run_on(R"(
PATTERN On() { ROOTTYPE: MsgEvent; INSTANTIATION: CONSTRAINT: TRUE;
  EXPORT: int on = grid(ROOT); int x = offset(ROOT, 0); int y = offset(ROOT, 1);
          int z = offset(ROOT, 2); int none = offset(ROOT, -1); }
)",
                                    R"(
processes 6
topology grid 2 3p
0: 1 send 1; 2 send 3; 3 send 5; 4 send 2 comm=self
1: 5 send 0; 6 recv 0
)",
                                    with_matches("On"));
  ASSERT_TRUE(results.errors.empty()) << results.errors[0].error.message;
  std::vector<std::string> found;
  for (const MatchLine& line : results.matches) {
    std::string& text = found.emplace_back();
    for (const auto& [name, value] : line.exports) text += value.text + " ";
  }
  EXPECT_EQ(found, (std::vector<std::string>{"0 0 1 2 2 ", "0 1 0 2 2 ", "0 1 -1 2 2 ",
                                             "-1 2 2 2 2 ", "0 0 -1 2 2 ", "0 0 -1 2 2 "}));
}

TEST(AslWrongOrder, NeedsAnEarlierMessageInFlight) {
  const std::string trace = R"(
clock 10
processes 2
0: 0 enter main; 5..50 MPI_Recv recv 1 tag=2; 60..70 MPI_Recv recv 1 tag=1; 90 leave
1: 1 enter main; 10..20 MPI_Send send 0 tag=1; 30..40 MPI_Send send 0 tag=2; 90 leave
)";
  const RunResults results = run_on("", trace, of_property("wrong_order_ls"));
  ASSERT_EQ(results.properties.size(), 2u);
  EXPECT_NEAR(results.properties[0].severity, 2.5 / 17.9, 1e-12);
}

TEST(AslMatches, AreListedWithRootAndExports) {
  RunOptions options = with_matches("LateSender");
  options.values["r"] = "main";
  const RunResults results = run_on("", kMessages, options);
  ASSERT_EQ(results.matches.size(), 1u);
  EXPECT_EQ(results.matches[0].kind, "MPI_RECV");
  EXPECT_EQ(results.matches[0].time, 5.0);
  EXPECT_EQ(results.matches[0].exports[0].second.text, "2.5");
}

TEST(AslPattern, CountsRootsWithoutASend) {
  const RunResults results = run_on("", R"(
clock 10
processes 2
0: 0 enter main; 5..50 MPI_Recv recv 1; 90 leave
1: 1 enter main; 90 leave
)",
                                    [] {
                                      RunOptions options = with_matches("LateSender");
                                      options.values["r"] = "main";
                                      return options;
                                    }());
  EXPECT_TRUE(results.matches.empty());
}

constexpr const char* kTasks = R"(
class TaskStart extends Enter SUCH THAT THIS.region.name == "task" {
  int number = started(PRED(THIS)) + 1;
}
int started(Event e) =
  IF (e == NULL) 0
  ELIF (typeof(e) == TaskStart) started(PRED(e)) + 1
  ELSE started(PRED(e));
PATTERN EachTask() {
  ROOTTYPE: TaskStart;
  INSTANTIATION:
  CONSTRAINT: ROOT.number > 1;
  EXPORT: int number = ROOT.number; float at = ROOT.timestamp;
}
)";

TEST(AslEventTypes, HaveAttributesFromStates) {
  const RunResults results = run_on(kTasks, R"(
clock 10
processes 1
0: 0 enter main; 10..20 task; 30..40 other; 50..60 task; 70..80 task; 90 leave
)");
  EXPECT_TRUE(results.errors.empty());
  EXPECT_EQ(matches_of(results, "EachTask"), 2u);
  EXPECT_EQ(sum_of(results, "EachTask", "number"), "5");
  EXPECT_EQ(sum_of(results, "EachTask", "at"), "12");
}

TEST(AslErrors, EndOnlyOnePattern) {
  const RunResults results = run_on(R"(
PATTERN Divides() {
  ROOTTYPE: Enter;
  INSTANTIATION:
  CONSTRAINT: 1 / ROOT.index > 0;
  EXPORT: int one = 1;
}
PATTERN Counts() {
  ROOTTYPE: Enter;
  INSTANTIATION:
  CONSTRAINT: TRUE;
  EXPORT: int one = 1;
}
)",
                                    kMessages);
  ASSERT_EQ(results.errors.size(), 1u);
  EXPECT_EQ(results.errors[0].error.message, "division by zero");
  EXPECT_EQ(results.errors[0].event_text, "event 0 (ENTER, location 0, 0.000000 s)");
  EXPECT_EQ(matches_of(results, "Counts"), 7u);
  EXPECT_EQ(matches_of(results, "Divides"), 0u);
}

TEST(AslErrors, EndlessRecursionIsBounded) {
  const RunResults results = run_on(R"(
int f(int n) = f(n + 1);
PATTERN Endless() {
  ROOTTYPE: Enter;
  INSTANTIATION:
  CONSTRAINT: f(0) > 0;
  EXPORT: int one = 1;
}
)",
                                    kMessages);
  expect_one_error(results, "calls are nested more than 10000 levels deep");
}

TEST(AslErrors, StepsAtOneRootAreBounded) {
  RunOptions options;
  options.limits.steps_of_root = 1000;
  const RunResults results = run_on(R"(
int f(int n) = IF (n == 0) 0 ELSE f(n - 1) + f(n - 1);
PATTERN Long() {
  ROOTTYPE: Enter;
  INSTANTIATION:
  CONSTRAINT: f(100) == 0;
  EXPORT: int one = 1;
}
)",
                                    kMessages, options);
  expect_one_error(results, "more than 1000 steps at one event");
}

TEST(AslMatch, IsTheOneWithThatRoot) {
  const RunResults results = run_on(R"(
PATTERN Inner() {
  ROOTTYPE: Receive;
  INSTANTIATION: Send s = sendptr(ROOT);
  CONSTRAINT: s.process_id.rank == 1;
  EXPORT: float sent = s.timestamp;
}
PATTERN Outer() {
  ROOTTYPE: Receive;
  INSTANTIATION: Inner_match m = MATCH(Inner(), ROOT);
  CONSTRAINT: TRUE;
  EXPORT: float sent = m.sent;
}
)",
                                    kMessages);
  EXPECT_TRUE(results.errors.empty());
  EXPECT_EQ(matches_of(results, "Outer"), 1u);
  EXPECT_EQ(sum_of(results, "Outer", "sent"), sum_of(results, "Inner", "sent"));
}

TEST(AslMatch, OfAnEarlierEventIsKept) {
  const RunResults results = run_on(R"(
Receive before(Event e, Process p) =
  IF (e == NULL) NULL
  ELIF (typeof(e) == Receive AND e.process_id == p) e
  ELSE before(PRED(e), p);
PATTERN Inner(int least) {
  ROOTTYPE: Receive;
  INSTANTIATION: Send s = sendptr(ROOT);
  CONSTRAINT: s.process_id.rank >= least;
  EXPORT: float sent = s.timestamp;
}
PATTERN Second() {
  ROOTTYPE: Receive;
  INSTANTIATION:
    Receive first = before(PRED(ROOT), ROOT.process_id);
    Inner_match m = MATCH(Inner(1), first);
  CONSTRAINT: TRUE;
  EXPORT: float sent = m.sent;
}
)",
                                    kMessages);
  EXPECT_TRUE(results.errors.empty());
  EXPECT_EQ(matches_of(results, "Second"), 1u);
  EXPECT_EQ(sum_of(results, "Second", "sent"), "3");
}

TEST(AslErrors, ArePlacedAtTheRequestingExpression) {
  const RunResults results = run_on(R"(
PATTERN Early() {
  ROOTTYPE: Enter;
  INSTANTIATION:
  CONSTRAINT: COUNT(m WHERE m IN PATTERN_MATCHES(LateSender(MPI_RECV), TRACE)) > 0;
  EXPORT: int one = 1;
}
)",
                                    kMessages);
  ASSERT_EQ(results.errors.size(), 1u);
  EXPECT_EQ(results.errors[0].error.at.source->line(results.errors[0].error.at.offset), 5u);
}

TEST(AslProperty, AggregatesOverMatches) {
  const RunResults results = run_on(R"(
PATTERN Received() {
  ROOTTYPE: Receive;
  INSTANTIATION:
  CONSTRAINT: TRUE;
  EXPORT: int tag = ROOT.tag; float at = ROOT.timestamp;
}
PROPERTY all(Experiment e) {
  CONDITION: (several) COUNT(m WHERE m IN PATTERN_MATCHES(Received(), e.trace)) == 2 AND
             MIN(m.at WHERE m IN PATTERN_MATCHES(Received(), e.trace)) == 5.0 AND
             MAX(m.at WHERE m IN PATTERN_MATCHES(Received(), e.trace)) == 7.0 AND
             AVG(m.at WHERE m IN PATTERN_MATCHES(Received(), e.trace)) == 6.0 AND
             EXISTS m IN PATTERN_MATCHES(Received(), e.trace) SUCH THAT m.root.process_id.rank == 0;
  CONFIDENCE: 1;
  SEVERITY: SUM(m.at WHERE m IN PATTERN_MATCHES(Received(), e.trace) AND m.at > 5.5);
}
)",
                                    kMessages);
  EXPECT_TRUE(results.errors.empty());
  ASSERT_EQ(results.properties.size(), 1u);
  EXPECT_EQ(results.properties[0].severity, 7.0);
  EXPECT_EQ(results.properties[0].conditions, std::vector<std::string>{"several"});
}

}  // namespace
}  // namespace lull::asl
