// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

TEST(ThreadBarrierWait, ChargesThreadsUntilTheLastOfTheTeam) {
  expect_severities(R"(
processes 1 none
threads 3
0:   0 enter main; 10 fork; 10 team_begin; 10 enter "!$omp parallel"
     20..40 "!$omp barrier"; 44..55 "!$omp implicit barrier"
     55 leave; 55 team_end; 55 join; 60 leave
0.1: 10 team_begin; 10 enter "!$omp parallel"
     33..41 "!$omp barrier"; 50..55 "!$omp implicit barrier"; 55 leave; 55 team_end
0.2: 10 team_begin; 10 enter "!$omp parallel"
     38..42 "!$omp barrier"; 43..55 "!$omp implicit barrier"; 55 leave; 55 team_end
expect omp_ebarrier_wait "main/!$omp parallel/!$omp barrier" @0 = 18
expect omp_ebarrier_wait "main/!$omp parallel/!$omp barrier" @0.1 = 5
expect omp_ebarrier_wait "main/!$omp parallel/!$omp barrier" @0.2 = 0
expect omp_ibarrier_wait "main/!$omp parallel/!$omp implicit barrier" @0 = 6
expect omp_ibarrier_wait "main/!$omp parallel/!$omp implicit barrier" @0.1 = 0
expect omp_ibarrier_wait "main/!$omp parallel/!$omp implicit barrier" @0.2 = 7
expect omp_ebarrier "main/!$omp parallel/!$omp barrier" @0 = 20
)");
}

TEST(ThreadBarrierWait, IsZeroWhenAllEnterAtOnce) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 10 fork; 10 team_begin; 10 enter "!$omp parallel"
     20..40 "!$omp barrier"; 55 leave; 55 team_end; 55 join; 60 leave
0.1: 10 team_begin; 10 enter "!$omp parallel"; 20..41 "!$omp barrier"; 55 leave; 55 team_end
expect total omp_ebarrier_wait = 0
expect total omp_ibarrier_wait = 0
)");
}

TEST(ThreadBarrierWait, NeverExceedsTheBarrier) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 10 fork; 10 team_begin; 10 enter "!$omp parallel"
     20..25 "!$omp barrier"; 55 leave; 55 team_end; 55 join; 60 leave
0.1: 10 team_begin; 10 enter "!$omp parallel"; 30..41 "!$omp barrier"; 55 leave; 55 team_end
expect omp_ebarrier_wait "main/!$omp parallel/!$omp barrier" @0 = 5
)");
}

TEST(ThreadBarrierWait, ATeamOfOneWaitsForNobody) {
  expect_severities(R"(
processes 1 none
threads 2
team alone 0
0:   0 enter main; 10 fork 1; 10 team_begin alone; 10 enter "!$omp parallel"
     20..25 "!$omp barrier"; 55 leave; 55 team_end alone; 55 join; 60 leave
expect total omp_ebarrier_wait = 0
)");
}

TEST(ThreadBarrierWait, ComparesBarriersInTheirOrder) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 10 fork; 10 team_begin; 10 enter "!$omp parallel"
     20..40 "!$omp barrier"; 41..60 "!$omp barrier"; 65 leave; 65 team_end; 65 join; 70 leave
0.1: 10 team_begin; 10 enter "!$omp parallel"
     39..40 "!$omp barrier"; 50..60 "!$omp barrier"; 65 leave; 65 team_end
expect omp_ebarrier_wait "main/!$omp parallel/!$omp barrier" @0 = 28
expect total omp_ebarrier_wait = 28
)");
}

TEST(ThreadBarrierWait, SeparatesTeamInstances) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main
     10 fork; 10 team_begin; 10 enter "!$omp parallel"
     12..20 "!$omp implicit barrier"; 20 leave; 20 team_end; 20 join
     30 fork; 30 team_begin; 30 enter "!$omp parallel"
     38..40 "!$omp implicit barrier"; 40 leave; 40 team_end; 40 join
     70 leave
0.1: 10 team_begin; 10 enter "!$omp parallel"; 15..20 "!$omp implicit barrier"; 20 leave; 20 team_end
     30 team_begin; 30 enter "!$omp parallel"; 31..40 "!$omp implicit barrier"; 40 leave; 40 team_end
expect omp_ibarrier_wait "main/!$omp parallel/!$omp implicit barrier" @0 = 3
expect omp_ibarrier_wait "main/!$omp parallel/!$omp implicit barrier" @0.1 = 7
)");
}

TEST(ThreadBarrierWait, SeparatesProcesses) {
  expect_severities(R"(
processes 2
threads 2
0:   0 enter main; 10 fork; 10 team_begin; 10 enter "!$omp parallel"
     12..20 "!$omp barrier"; 20 leave; 20 team_end; 20 join; 70 leave
0.1: 10 team_begin; 10 enter "!$omp parallel"; 15..20 "!$omp barrier"; 20 leave; 20 team_end
1:   0 enter main; 10 fork; 10 team_begin; 10 enter "!$omp parallel"
     11..40 "!$omp barrier"; 40 leave; 40 team_end; 40 join; 70 leave
1.1: 10 team_begin; 10 enter "!$omp parallel"; 38..40 "!$omp barrier"; 40 leave; 40 team_end
expect omp_ebarrier_wait "main/!$omp parallel/!$omp barrier" @0 = 3
expect omp_ebarrier_wait "main/!$omp parallel/!$omp barrier" @1 = 27
expect total omp_ebarrier_wait = 30
)");
}

// Thread 0 is last, at 60, when the others have executed tasks for a while; the last task ends at
// 62.
TEST(ThreadBarrierWait, EndsWithTheLastTaskAndExcludesOwnTasks) {
  expect_severities(R"(
processes 1 none
threads 3
0:   0 enter main; 0 fork; 0 team_begin; 0 enter "!$omp parallel"
     60..64 "!$omp barrier"; 70 leave; 70 team_end; 70 join; 80 leave
0.1: 0 team_begin; 0 enter "!$omp parallel"; 0 enter "!$omp barrier"
     2 task_switch 1 creator=0; 2 enter "!$omp task"; 62 leave
     62 task_complete 1 creator=0; 62 task_switch 0 creator=1; 64 leave; 70 leave; 70 team_end
0.2: 0 team_begin; 0 enter "!$omp parallel"; 0 enter "!$omp barrier"
     1 task_switch 2 creator=0; 1 enter "!$omp task"; 41 leave
     41 task_complete 2 creator=0; 41 task_switch 0 creator=2; 64 leave; 70 leave; 70 team_end
expect omp_ebarrier_wait "main/!$omp parallel/!$omp barrier" @0 = 2
expect omp_ebarrier_wait "main/!$omp parallel/!$omp barrier" @0.1 = 2
expect omp_ebarrier_wait "main/!$omp parallel/!$omp barrier" @0.2 = 22
expect omp_ebarrier "main/!$omp parallel/!$omp barrier" @0.1 = 4
)");
}

// An untied task begins on one thread and ends on another.
TEST(ThreadBarrierWait, EndsWithTheLastPartOfATask) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 0 fork; 0 team_begin; 0 enter "!$omp parallel"; 10 enter "!$omp barrier"
     12 task_switch 1 creator=0; 12 enter "!$omp task"; 20 leave
     20 task_complete 1 creator=0; 20 task_switch 0 creator=0; 21 leave
     30 leave; 30 team_end; 30 join; 40 leave
0.1: 0 team_begin; 0 enter "!$omp parallel"; 2 enter "!$omp barrier"
     3 task_switch 1 creator=0; 3 enter "!$omp task"; 8 leave
     8 task_switch 0 creator=1; 21 leave; 30 leave; 30 team_end
expect omp_ebarrier_wait "main/!$omp parallel/!$omp barrier" @0 = 2
expect omp_ebarrier_wait "main/!$omp parallel/!$omp barrier" @0.1 = 13
)");
}

TEST(ThreadBarrierWait, RecognisesTasksWithoutSwitchesByTheirRegions) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 0 fork; 0 team_begin; 0 enter "!$omp parallel"; 50..70 "!$omp implicit barrier"
     70 leave; 70 team_end; 70 join; 80 leave
0.1: 0 team_begin; 0 enter "!$omp parallel"; 10 enter "!$omp implicit barrier"
     15..35 "!$omp task"; 40..60 "!$omp task"; 70 leave; 70 leave; 70 team_end
expect omp_ibarrier_wait "main/!$omp parallel/!$omp implicit barrier" @0 = 10
expect omp_ibarrier_wait "main/!$omp parallel/!$omp implicit barrier" @0.1 = 10
)");
}

// Whatever a task does is work: this one waits for a child and runs a nested team.
TEST(ThreadBarrierWait, CountsEverythingInATaskAsWork) {
  expect_severities(R"(
processes 1 none
threads 2
team inner 0.1
0:   0 enter main; 0 fork; 0 team_begin; 0 enter "!$omp parallel"; 50..70 "!$omp barrier"
     70 leave; 70 team_end; 70 join; 80 leave
0.1: 0 team_begin; 0 enter "!$omp parallel"; 10 enter "!$omp barrier"
     11 task_switch 1 creator=0; 12 enter "!$omp task"
     14 enter "!$omp taskwait"; 15 task_switch 2 creator=1; 15..18 "!$omp task"
     18 task_complete 2 creator=1; 19 task_switch 1 creator=0; 20 leave
     21 fork 1; 21 team_begin inner; 21 enter "!$omp parallel @b"; 22..28 "!$omp barrier @b"
     29 leave; 29 team_end inner; 30 join
     31 leave; 31 task_complete 1 creator=0; 33 task_switch 0 creator=1
     70 leave; 70 leave; 70 team_end
expect omp_ebarrier_wait "main/!$omp parallel/!$omp barrier" @0.1 = 20
expect total omp_ebarrier_wait = 20
)");
}

// A barrier interrupted by a flush of the measurement's buffer.
TEST(ThreadBarrierWait, ExcludesFlushes) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 0 fork; 0 team_begin; 0 enter "!$omp parallel"; 10 enter "!$omp barrier"
     12 flush 30; 42 leave; 50 leave; 50 team_end; 50 join; 60 leave
0.1: 0 team_begin; 0 enter "!$omp parallel"; 40..42 "!$omp barrier"; 50 leave; 50 team_end
expect omp_ebarrier_wait "main/!$omp parallel/!$omp barrier" @0 = 12
expect omp_ebarrier "main/!$omp parallel/!$omp barrier" @0 = 14
expect overhead "main/!$omp parallel/!$omp barrier" @0 = 18
)");
}

TEST(ThreadBarrierWait, IncludesOnlyMembersThatBegan) {
  expect_severities(R"(
processes 1 none
threads 4
0:   0 enter main; 10 fork 2; 10 team_begin; 10 enter "!$omp parallel"
     20..100 "!$omp implicit barrier"; 100 leave; 100 team_end; 101 join; 200 leave
0.1: 11 team_begin; 11 enter "!$omp parallel"; 99..100 "!$omp implicit barrier"; 100 leave
     100 team_end
expect omp_ibarrier_wait "main/!$omp parallel/!$omp implicit barrier" @0 = 79
)");
}

TEST(ThreadBarrierWait, IncludesOnlyArrivedThreadsWhenARegionIsCancelled) {
  expect_severities(R"(
processes 1 none
threads 3
0:   0 enter main; 10 fork; 10 team_begin; 10 enter "!$omp parallel"
     20..41 "!$omp barrier"; 60 leave; 60 team_end; 60 join; 70 leave
0.1: 10 team_begin; 10 enter "!$omp parallel"; 40..41 "!$omp barrier"; 60 leave; 60 team_end
0.2: 10 team_begin; 10 enter "!$omp parallel"; 15 leave; 16 team_end
expect omp_ebarrier_wait "main/!$omp parallel/!$omp barrier" @0 = 20
expect total omp_ebarrier_wait = 20
)");
}

// A member that begins after the end of a barrier has no part in it.
TEST(ThreadBarrierWait, ALateMemberTakesPartInLaterBarriersOnly) {
  expect_severities(R"(
processes 1 none
threads 3
0:   0 enter main; 10 fork; 10 team_begin; 10 enter "!$omp parallel"
     20..26 "!$omp barrier"; 40..56 "!$omp barrier"; 60 leave; 60 team_end; 60 join; 70 leave
0.1: 10 team_begin; 10 enter "!$omp parallel"; 24..26 "!$omp barrier"; 46..56 "!$omp barrier"
     60 leave; 60 team_end
0.2: 30 team_begin; 30 enter "!$omp parallel"; 50..56 "!$omp barrier"; 60 leave; 60 team_end
expect omp_ebarrier_wait "main/!$omp parallel/!$omp barrier" @0 = 14
expect omp_ebarrier_wait "main/!$omp parallel/!$omp barrier" @0.1 = 4
expect omp_ebarrier_wait "main/!$omp parallel/!$omp barrier" @0.2 = 0
)");
}

// A member may name a team of itself and the master: all that its recorder could know.
TEST(ThreadBarrierWait, CountsAMemberThatKnowsOnlyTheMaster) {
  expect_severities(R"(
processes 1 none
threads 3
team pair 0 0.1
0:   0 enter main; 10 fork; 10 team_begin; 10 enter "!$omp parallel"
     20..30 "!$omp barrier"; 40 leave; 40 team_end; 40 join; 50 leave
0.1: 10 team_begin pair; 10 enter "!$omp parallel"; 28..30 "!$omp barrier"; 40 leave; 40 team_end pair
0.2: 10 team_begin; 10 enter "!$omp parallel"; 25..30 "!$omp barrier"; 40 leave; 40 team_end
expect visits "main/!$omp parallel" @0.1 = 1
expect omp_ebarrier_wait "main/!$omp parallel/!$omp barrier" @0 = 8
expect omp_ebarrier_wait "main/!$omp parallel/!$omp barrier" @0.2 = 3
)");
}

// A task that never ends reaches the next barrier.
TEST(ThreadBarrierWait, IsZeroForAThreadWithATask) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 10 fork; 10 team_begin; 10 enter "!$omp parallel"
     15 task_switch 1; 20..40 "!$omp barrier"; 50 leave; 50 team_end; 50 join; 60 leave
0.1: 10 team_begin; 10 enter "!$omp parallel"; 30..40 "!$omp barrier"; 50 leave; 50 team_end
expect omp_ebarrier_wait "main/!$omp parallel/!$omp barrier" @0 = 0
expect omp_ebarrier_wait "main/!$omp parallel/!$omp barrier" @0.1 = 10
)");
}

// The time that a thread spends on a team forked within a barrier is not the barrier's time.
TEST(ThreadBarrierWait, ExcludesTeamsForkedInTheBarrier) {
  expect_severities(R"(
processes 1 none
threads 3
team outer 0 0.1
team inner 0 0.2 parent=outer
0:   0 enter main; 10 fork 2; 10 team_begin outer; 10 enter "!$omp parallel @a"
     20 enter "!$omp barrier"; 30 fork 2; 34 team_begin inner; 34 enter "!$omp parallel @b"
     50 leave; 50 team_end inner; 56 join; 70 leave; 80 leave; 80 team_end outer; 80 join; 90 leave
0.1: 10 team_begin outer; 10 enter "!$omp parallel @a"; 60..70 "!$omp barrier"; 80 leave
     80 team_end outer
0.2: 34 team_begin inner; 34 enter "!$omp parallel @b"; 50 leave; 50 team_end inner
expect omp_ebarrier "main/!$omp parallel @a/!$omp barrier" @0 = 24
expect omp_ebarrier_wait "main/!$omp parallel @a/!$omp barrier" @0 = 14
)");
}

// The barrier's number does not depend on what is still held in memory: a thread that works from 50
// on was not at the barrier before.
TEST(ThreadBarrierWait, EndsWhenAThreadBeginsToWorkInALeague) {
  expect_severities(R"(
processes 1 none
threads 3
0:   0 enter main; 10 fork; 90 join; 95 leave
0.1: 20 enter work; 30..40 "!$omp barrier"; 60 leave
0.2: 50 enter work; 55..70 "!$omp barrier"; 80 leave
expect total omp_ebarrier_wait = 0
)");
}

}  // namespace
}  // namespace lull::patterns
