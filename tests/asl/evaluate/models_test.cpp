// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Specifications as users write them: a template for two patterns of the library, and a programming
// model unknown to Lull.
#include "asl/evaluate/running.hpp"

namespace lull::asl {
namespace {

constexpr const char* kLatePartner = R"(
PATTERN TEMPLATE LatePartner<boolean rel_op(float a, float b)>(Region r) {
  ROOTTYPE: Receive;
  INSTANTIATION:
    Send  send_msg   = sendptr(ROOT);
    Enter enter_recv = enterptr(ROOT);
    Enter enter_send = enterptr(send_msg);
  CONSTRAINT:
    EXISTS e IN R(ROOT, ROOT.process_id) SUCH THAT e.region == r AND
    enter_recv.region == MPI_RECV AND enter_send.region == MPI_SEND AND
    rel_op(enter_send.timestamp, enter_recv.timestamp) AND
    (enter_send.timestamp > enter_recv.timestamp OR
     EXISTS e IN R(enter_recv, send_msg.process_id) SUCH THAT e == enter_send);
  EXPORT:
    float idle_time = MAX(enter_send.timestamp - enter_recv.timestamp,
                          enter_recv.timestamp - enter_send.timestamp);
}
PATTERN OwnLateSender = LatePartner< > >;
PATTERN OwnLateReceiver = LatePartner< < >;

PROPERTY TEMPLATE Idle<PATTERN p>(Region r, Experiment e, Region rank_basis) {
  LET
    float idle_time = SUM m.idle_time WHERE m IN PATTERN_MATCHES(p(r), e.trace);
  IN
    CONDITION: idle_time > 0;
    CONFIDENCE: 1;
    SEVERITY: idle_time / duration(rank_basis, e);
}
PROPERTY own_late_sender = Idle<OwnLateSender>;
PROPERTY own_late_receiver = Idle<OwnLateReceiver>;
)";

constexpr const char* kBothKinds = R"(
clock 10
processes 3
0: 0 enter main; 5..50 MPI_Recv recv 1; 60..70 MPI_Recv recv 2; 80..85 MPI_Recv recv 1; 90 leave
1: 1 enter main; 30..40 MPI_Send send 0; 45..47 MPI_Send send 0; 90 leave
2: 2 enter main; 10..65 MPI_Send send 0; 90 leave
)";

std::vector<PropertyLine> of(const std::string& property) {
  RunOptions options;
  options.property = property;
  const RunResults results = run_on(kLatePartner, kBothKinds, options);
  EXPECT_TRUE(results.errors.empty());
  return results.properties;
}

TEST(AslTemplates, CoverLateSenderAndLateReceiver) {
  for (const std::string name : {"late_sender", "late_receiver"}) {
    const auto library = of(name);
    const auto own = of("own_" + name);
    ASSERT_EQ(own.size(), library.size());
    ASSERT_EQ(own.size(), 2u) << name;
    for (std::size_t i = 0; i < own.size(); ++i) {
      EXPECT_EQ(own[i].arguments[0].second.text, library[i].arguments[0].second.text);
      EXPECT_EQ(own[i].severity, library[i].severity);
    }
  }
  EXPECT_NEAR(of("own_late_sender")[0].severity, 2.5 / 26.7, 1e-12);
  EXPECT_NEAR(of("own_late_receiver")[0].severity, 5.0 / 26.7, 1e-12);
}

// Functions of the program put tasks into a queue and take them from it, and record the task's
// number as a parameter.
constexpr const char* kTaskQueue = R"(
class TaskEvent extends ParameterInt
  SUCH THAT THIS.name == "task" AND NOT (enterptr(THIS) == NULL) {
  Enter call = enterptr(THIS);
}
class Put extends TaskEvent SUCH THAT THIS.call.region == REGION("put") {}
class Take extends TaskEvent SUCH THAT THIS.call.region == REGION("take") {}

// The tasks that wait after an event, in the order in which they were put.
setof Put queue(Event e) =
  IF (e == NULL)
    {}
  ELIF (typeof(e) == Put)
    queue(PRED(e)) + { e }
  ELIF (typeof(e) == Take)
    queue(PRED(e)) - { p IN queue(PRED(e)) SUCH THAT p.value == e.value }
  ELSE
    queue(PRED(e));

Put putptr(Take t) = UNIQUE({ p IN queue(PRED(t)) SUCH THAT p.value == t.value });

PATTERN Starvation() {
  ROOTTYPE: Take;
  INSTANTIATION:
    Put put = putptr(ROOT);
  CONSTRAINT: put.timestamp > ROOT.call.timestamp
  EXPORT: float waiting = put.timestamp - ROOT.call.timestamp;
}
PATTERN Queued() {
  ROOTTYPE: Take;
  INSTANTIATION:
    Put put = putptr(ROOT);
  CONSTRAINT: TRUE
  EXPORT:
    float time = ROOT.timestamp - put.timestamp;
    int length = COUNT(p WHERE p IN queue(ROOT));
}
PATTERN Overtaken() {
  ROOTTYPE: Take;
  INSTANTIATION:
    Put put = putptr(ROOT);
    setof Put older = { p IN queue(ROOT) SUCH THAT p.index < put.index };
  CONSTRAINT: NOT (older == NULL)
  EXPORT: int tasks = COUNT(p WHERE p IN older);
}
)";

TEST(AslModelOfItsOwn, FindsTheCompoundEventsOfATaskQueue) {
  // Worker 1 waits for task 7 from 1.0 to 2.0 s; worker 2 takes task 9 while 8 is pending.
  const RunResults results = run_on(kTaskQueue, R"(
clock 10
processes 3
0: 0 enter main; 19 enter put; 20 parameter task 7; 21 leave; 30 enter put; 31 parameter task 8; 32 leave; 40 enter put; 41 parameter task 9; 42 leave; 90 leave
1: 0 enter main; 10 enter take; 25 parameter task 7; 26 leave; 70 enter take; 71 parameter task 8; 72 leave; 90 leave
2: 0 enter main; 50 enter take; 51 parameter task 9; 52 leave; 80 enter take; 81 parameter other 9; 85 leave; 90 leave
)");
  EXPECT_TRUE(results.errors.empty());
  EXPECT_EQ(matches_of(results, "Starvation"), 1u);
  EXPECT_EQ(sum_of(results, "Starvation", "waiting"), "1");
  EXPECT_EQ(matches_of(results, "Queued"), 3u);
  EXPECT_EQ(sum_of(results, "Queued", "time"), "5.5");  // 0.5 + 4.0 + 1.0
  EXPECT_EQ(sum_of(results, "Queued", "length"), "1");
  EXPECT_EQ(matches_of(results, "Overtaken"), 1u);
  EXPECT_EQ(sum_of(results, "Overtaken", "tasks"), "1");
}

TEST(AslModelOfItsOwn, CountsTasksThatWereNeverPut) {
  const RunResults results = run_on(kTaskQueue, R"(
clock 10
processes 1
0: 0 enter main; 10 enter take; 25 parameter task 7; 26 leave; 90 leave
)");
  EXPECT_EQ(matches_of(results, "Queued"), 0u);
  for (const PatternLine& line : results.patterns) EXPECT_EQ(line.unmatched, 1u) << line.pattern;
}

// States that query each other, each for a process known only from attributes of the event.
constexpr const char* kOwnKeys = R"(
class Came extends Receive SUCH THAT NOT (sendptr(THIS) == NULL) {
  Send send = sendptr(THIS);
  int before = came(PRED(THIS), THIS.send.process_id);
}
int came(Event e, Process p) =
  IF (e == NULL) 0
  ELIF (typeof(e) == Came AND e.send.process_id == p) came(PRED(e), p) + 1
  ELSE came(PRED(e), p);
int later(Event e, Process p) =
  IF (e == NULL) 0
  ELIF (typeof(e) == Came AND e.send.process_id == p) later(PRED(e), p) + came(PRED(e), p)
  ELSE later(PRED(e), p);
PATTERN Nth() {
  ROOTTYPE: Came;
  INSTANTIATION:
  CONSTRAINT: TRUE
  EXPORT:
    int before = ROOT.before;
    int sum = later(ROOT, ROOT.send.process_id);
}
)";

TEST(AslModelOfItsOwn, HasStatesKeyedByEventAttributes) {
  const RunResults results = run_on(kOwnKeys, R"(
clock 10
processes 3
0: 0 enter main; 5..6 MPI_Recv recv 1; 7..8 MPI_Recv recv 2; 9..10 MPI_Recv recv 1; 11..12 MPI_Recv recv 1; 90 leave
1: 1 enter main; 2..3 MPI_Send send 0; 3..4 MPI_Send send 0; 4..5 MPI_Send send 0; 90 leave
2: 1 enter main; 2..3 MPI_Send send 0; 90 leave
)");
  EXPECT_TRUE(results.errors.empty());
  EXPECT_EQ(matches_of(results, "Nth"), 4u);
  EXPECT_EQ(sum_of(results, "Nth", "before"), "3");  // 0, 0, 1, 2
  EXPECT_EQ(sum_of(results, "Nth", "sum"), "4");     // 0, 0, 1, 3
}

// The event does not determine for which numbers these states change, so each queried state is
// replayed from the first event: the cost counts at the event that queries it.
TEST(AslErrors, RepeatedQueriesWithNewArgumentsAreBounded) {
  RunOptions options;
  options.limits.steps_of_root = 100'000;
  const RunResults results = run_on(R"(
int a(Event e, int n) =
  IF (e == NULL) 0 ELIF (e.index + n > 0) a(PRED(e), n) + b(PRED(e), n + e.index) ELSE 0;
int b(Event e, int n) =
  IF (e == NULL) 0 ELIF (e.index + n > 0) b(PRED(e), n) + a(PRED(e), n + e.index) ELSE 0;
PATTERN Endless() {
  ROOTTYPE: Exit; INSTANTIATION: CONSTRAINT: a(ROOT, ROOT.index) > 0; EXPORT: int one = 1;
}
)",
                                    R"(
clock 10
processes 2
0: 0 enter main; 5..6 f; 7..8 f; 9..10 f; 11..12 f; 13..14 f; 15..16 f; 90 leave
1: 1 enter main; 5..6 f; 7..8 f; 9..10 f; 11..12 f; 13..14 f; 15..16 f; 90 leave
)",
                                    options);
  ASSERT_FALSE(results.errors.empty());
  EXPECT_NE(results.errors.front().error.message.find("steps"), std::string::npos)
      << results.errors.front().error.message;
}

}  // namespace
}  // namespace lull::asl
