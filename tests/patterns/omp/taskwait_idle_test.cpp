// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

TEST(TaskwaitIdle, IsTheWaitWithoutOwnTasks) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 0 fork; 0 team_begin; 0 enter "!$omp parallel"
     5 task_create 1; 6 task_create 2; 10 enter "!$omp taskwait"
     12 task_switch 1; 12..20 "!$omp task"; 20 task_complete 1; 20 task_switch 0
     50 leave; 70 leave; 70 team_end; 70 join; 80 leave
0.1: 0 team_begin; 0 enter "!$omp parallel"; 1 enter "!$omp implicit barrier"
     8 task_switch 2; 8..45 "!$omp task"; 45 task_complete 2; 45 task_switch 0
     70 leave; 70 leave; 70 team_end
expect omp_taskwait_idle "main/!$omp parallel/!$omp taskwait" @0 = 32
expect total omp_taskwait_idle = 32
expect omp_taskwait "main/!$omp parallel/!$omp taskwait" @0 = 32
)");
}

TEST(TaskwaitIdle, IsChargedToTheInnerWaitInATask) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 0 fork; 0 team_begin; 0 enter "!$omp parallel"
     5 task_create 1; 6 task_create 2; 10 enter "!$omp taskwait"
     12 task_switch 1; 12 enter "!$omp task @1"; 12 task_create 3
     13 enter "!$omp taskwait @1"; 14 task_switch 3; 14..16 "!$omp task @2"; 16 task_complete 3
     16 task_switch 1; 19 leave; 20 leave; 20 task_complete 1; 20 task_switch 0
     50 leave; 70 leave; 70 team_end; 70 join; 80 leave
0.1: 0 team_begin; 0 enter "!$omp parallel"; 1 enter "!$omp implicit barrier"
     8 task_switch 2; 8..45 "!$omp task"; 45 task_complete 2; 45 task_switch 0
     70 leave; 70 leave; 70 team_end
expect omp_taskwait_idle "main/!$omp parallel/!$omp taskwait" @0 = 32
expect omp_taskwait_idle "main/!$omp parallel/!$omp taskwait/!$omp task @1/!$omp taskwait @1" @0 = 4
)");
}

// A taskgroup is open while its body is executed.
TEST(TaskwaitIdle, BeginsAfterTheBodyOfATaskgroup) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 0 fork; 0 team_begin; 0 enter "!$omp parallel"
     0 enter "!$omp taskgroup"; 5 task_create 1; 6 task_create 2
     7 task_switch 1; 7..15 "!$omp task"; 15 task_complete 1; 15 task_switch 0
     40 leave; 70 leave; 70 team_end; 70 join; 80 leave
0.1: 0 team_begin; 0 enter "!$omp parallel"; 1 enter "!$omp implicit barrier"
     8 task_switch 2; 8..39 "!$omp task"; 39 task_complete 2; 39 task_switch 0
     70 leave; 70 leave; 70 team_end
expect omp_taskwait_idle "main/!$omp parallel/!$omp taskgroup" @0 = 26
)");
}

// A task that is executed immediately, in the body, does not begin the wait.
TEST(TaskwaitIdle, BeginsAfterTheLastEventOfTheBody) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 0 fork; 0 team_begin; 0 enter "!$omp parallel"
     0 enter "!$omp taskgroup"; 5 task_create 1; 5 task_switch 1; 5..10 "!$omp task"
     10 task_complete 1; 10 task_switch 0; 15 enter work; 20 leave; 24 task_create 2
     40 leave; 70 leave; 70 team_end; 70 join; 80 leave
0.1: 0 team_begin; 0 enter "!$omp parallel"; 1..70 "!$omp implicit barrier"; 70 leave; 70 team_end
expect omp_taskwait_idle "main/!$omp parallel/!$omp taskgroup" @0 = 16
)");
}

TEST(TaskwaitIdle, BeginsWhereTheRecorderSaysSo) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 0 fork; 0 team_begin; 0 enter "!$omp parallel"
     0 enter "!$omp taskgroup"; 5 task_create 1; 6 task_create 2
     20 task_switch 1; 20..25 "!$omp task"; 25 task_complete 1; 25 task_switch 0
     40 leave waited=22; 70 leave; 70 team_end; 70 join; 80 leave
0.1: 0 team_begin; 0 enter "!$omp parallel"; 1..70 "!$omp implicit barrier"; 70 leave; 70 team_end
expect omp_taskwait_idle "main/!$omp parallel/!$omp taskgroup" @0 = 17
)");
}

// An untied task is suspended in its taskwait: no thread waits meanwhile.
TEST(TaskwaitIdle, IsZeroWhileATaskIsSuspended) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 0 fork; 0 team_begin; 0 enter "!$omp parallel"; 1 enter "!$omp implicit barrier"
     10 task_switch 1; 10 enter "!$omp task"; 12 enter "!$omp taskwait"; 15 task_switch 0
     25 task_switch 1; 30 leave; 31 leave; 31 task_complete 1; 31 task_switch 0
     70 leave; 70 leave; 70 team_end; 70 join; 80 leave
0.1: 0 team_begin; 0 enter "!$omp parallel"; 60..70 "!$omp implicit barrier"; 70 leave; 70 team_end
expect omp_taskwait_idle "main/!$omp parallel/!$omp implicit barrier/!$omp task/!$omp taskwait" @0 = 8
)");
}

TEST(TaskwaitIdle, RecognisesTasksWithoutSwitchesByTheirRegions) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 0 fork; 0 team_begin; 0 enter "!$omp parallel"
     10 enter "!$omp taskwait"; 12..20 "!$omp task"; 50 leave; 70 leave; 70 team_end; 70 join; 80 leave
0.1: 0 team_begin; 0 enter "!$omp parallel"; 70 leave; 70 team_end
expect omp_taskwait_idle "main/!$omp parallel/!$omp taskwait" @0 = 32
)");
}

TEST(TaskwaitIdle, IsZeroWithoutWaitingAndOutsideTeams) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 0..5 "!$omp taskwait"; 10 fork; 10 team_begin; 10 enter "!$omp parallel"
     20..20 "!$omp taskwait"; 70 leave; 70 team_end; 70 join; 80 leave
0.1: 10 team_begin; 10 enter "!$omp parallel"; 70 leave; 70 team_end
expect total omp_taskwait_idle = 0
)");
}

}  // namespace
}  // namespace lull::patterns
