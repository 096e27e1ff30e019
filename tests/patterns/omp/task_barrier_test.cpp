// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Barriers in which tasks are executed: the tail after the last arrival, and starvation while tasks
// are created.
#include <gtest/gtest.h>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

TEST(TaskTail, IsThePartOfTheWaitAfterTheLastArrival) {
  expect_severities(R"(
processes 1 none
threads 3
0:   0 enter main; 0 fork; 0 team_begin; 0 enter "!$omp parallel"
     60..64 "!$omp barrier"; 70 leave; 70 team_end; 70 join; 80 leave
0.1: 0 team_begin; 0 enter "!$omp parallel"; 0 enter "!$omp barrier"
     2 task_switch 1; 2 enter "!$omp task"; 62 leave
     62 task_complete 1; 62 task_switch 0; 64 leave; 70 leave; 70 team_end
0.2: 0 team_begin; 0 enter "!$omp parallel"; 0 enter "!$omp barrier"
     1 task_switch 2; 1 enter "!$omp task"; 41 leave
     41 task_complete 2; 41 task_switch 0; 64 leave; 70 leave; 70 team_end
expect omp_ebarrier_wait "main/!$omp parallel/!$omp barrier" @0 = 2
expect omp_ebarrier_wait "main/!$omp parallel/!$omp barrier" @0.1 = 2
expect omp_ebarrier_wait "main/!$omp parallel/!$omp barrier" @0.2 = 22
expect omp_ebarrier_task_tail "main/!$omp parallel/!$omp barrier" @0 = 2
expect omp_ebarrier_task_tail "main/!$omp parallel/!$omp barrier" @0.1 = 0
expect omp_ebarrier_task_tail "main/!$omp parallel/!$omp barrier" @0.2 = 2
expect total omp_ibarrier_task_tail = 0
)");
}

TEST(TaskTail, IsZeroWithoutTasks) {
  expect_severities(R"(
processes 1 none
threads 3
0:   0 enter main; 0 fork; 0 team_begin; 0 enter "!$omp parallel"
     5..21 "!$omp implicit barrier"; 21 leave; 21 team_end; 21 join; 30 leave
0.1: 0 team_begin; 0 enter "!$omp parallel"; 9..21 "!$omp implicit barrier"; 21 leave; 21 team_end
0.2: 0 team_begin; 0 enter "!$omp parallel"; 20..21 "!$omp implicit barrier"; 21 leave; 21 team_end
expect omp_ibarrier_wait "main/!$omp parallel/!$omp implicit barrier" @0 = 15
expect omp_ibarrier_wait "main/!$omp parallel/!$omp implicit barrier" @0.1 = 11
expect omp_ibarrier_wait "main/!$omp parallel/!$omp implicit barrier" @0.2 = 0
expect total omp_ibarrier_task_tail = 0
)");
}

TEST(TaskTail, IncludesTasksThatContinueElsewhere) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 0 fork; 0 team_begin; 0 enter "!$omp parallel"; 10 enter "!$omp barrier"
     12 task_switch 1; 12 enter "!$omp task"; 20 leave; 20 task_complete 1; 20 task_switch 0
     21 leave; 30 leave; 30 team_end; 30 join; 40 leave
0.1: 0 team_begin; 0 enter "!$omp parallel"; 2 enter "!$omp barrier"
     3 task_switch 1; 3 enter "!$omp task"; 8 leave; 8 task_switch 0
     21 leave; 30 leave; 30 team_end
expect omp_ebarrier_wait "main/!$omp parallel/!$omp barrier" @0 = 2
expect omp_ebarrier_wait "main/!$omp parallel/!$omp barrier" @0.1 = 13
expect omp_ebarrier_task_tail "main/!$omp parallel/!$omp barrier" @0 = 2
expect omp_ebarrier_task_tail "main/!$omp parallel/!$omp barrier" @0.1 = 10
)");
}

// The last task ends when the last thread arrives: no tail.
TEST(TaskTail, BeginsAfterTheLastArrival) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 0 fork; 0 team_begin; 0 enter "!$omp parallel"; 20..30 "!$omp implicit barrier"
     30 leave; 30 team_end; 30 join; 40 leave
0.1: 0 team_begin; 0 enter "!$omp parallel"; 2 enter "!$omp implicit barrier"
     3 task_switch 1; 3..20 "!$omp task"; 20 task_complete 1; 20 task_switch 0
     30 leave; 30 leave; 30 team_end
expect omp_ibarrier_wait "main/!$omp parallel/!$omp implicit barrier" @0.1 = 1
expect total omp_ibarrier_task_tail = 0
)");
}

// Both levels have their own barriers and tasks.
TEST(TaskTail, SeparatesNestedLevels) {
  expect_severities(R"(
processes 1 none
threads 3
team outer 0 0.1
team inner 0.1 0.2
0:   0 enter main; 0 fork; 0 team_begin outer; 0 enter "!$omp parallel @a"
     10..66 "!$omp barrier"; 70 leave; 70 team_end outer; 70 join; 80 leave
0.1: 0 team_begin outer; 0 enter "!$omp parallel @a"
     10 fork; 10 team_begin inner; 10 enter "!$omp parallel @b"
     15 enter "!$omp barrier @b"; 35 task_switch 1 team=inner; 35..45 "!$omp task"; 45 task_complete 1 team=inner
     45 task_switch 0 team=inner; 46 leave; 48 leave; 48 team_end inner; 48 join
     60..66 "!$omp barrier"; 70 leave; 70 team_end outer
0.2: 10 team_begin inner; 10 enter "!$omp parallel @b"; 30..46 "!$omp barrier @b"
     48 leave; 48 team_end inner
expect omp_ebarrier_wait "main/!$omp parallel @a/!$omp barrier" @0 = 50
expect omp_ebarrier_wait "main/!$omp parallel @a/!$omp parallel @b/!$omp barrier @b" @0.1 = 20
expect omp_ebarrier_wait "main/!$omp parallel @a/!$omp parallel @b/!$omp barrier @b" @0.2 = 15
expect omp_ebarrier_task_tail "main/!$omp parallel @a/!$omp parallel @b/!$omp barrier @b" @0.1 = 5
expect omp_ebarrier_task_tail "main/!$omp parallel @a/!$omp parallel @b/!$omp barrier @b" @0.2 = 15
expect omp_ebarrier_task_tail "main/!$omp parallel @a/!$omp barrier" @0 = 0
)");
}

TEST(TaskTail, IncludesOnlyArrivedThreadsWhenTheRegionIsCancelled) {
  expect_severities(R"(
processes 1 none
threads 3
0:   0 enter main; 0 fork; 0 team_begin; 0 enter "!$omp parallel"; 10..41 "!$omp barrier"
     60 leave; 60 team_end; 60 join; 70 leave
0.1: 0 team_begin; 0 enter "!$omp parallel"; 30 enter "!$omp barrier"
     31 task_switch 1; 31..40 "!$omp task"; 40 task_complete 1; 40 task_switch 0
     41 leave; 60 leave; 60 team_end
0.2: 0 team_begin; 0 enter "!$omp parallel"; 15 leave; 16 team_end
expect omp_ebarrier_wait "main/!$omp parallel/!$omp barrier" @0 = 30
expect omp_ebarrier_task_tail "main/!$omp parallel/!$omp barrier" @0 = 10
)");
}

// Thread 0 creates tasks at 10, 20, 30 and computes until 50. Thread 1 waits from 5, executes a
// task from 21 to 28, and waits again.
TEST(TaskCreation, IsWaitingBetweenCreations) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 0 fork; 0 team_begin; 0 enter "!$omp parallel"
     10 task_create 1; 20 task_create 2; 30 task_create 3; 50..60 "!$omp implicit barrier"
     60 leave; 60 team_end; 60 join; 70 leave
0.1: 0 team_begin; 0 enter "!$omp parallel"; 5 enter "!$omp implicit barrier"
     21 task_switch 1; 21..28 "!$omp task"; 28 task_complete 1; 28 task_switch 0
     60 leave; 60 leave; 60 team_end
expect omp_ibarrier_wait "main/!$omp parallel/!$omp implicit barrier" @0.1 = 38
expect omp_ibarrier_task_creation "main/!$omp parallel/!$omp implicit barrier" @0.1 = 12
expect total omp_ebarrier_task_creation = 0
)");
}

TEST(TaskCreation, EndsWhereTheCreatorWaitsOrExecutesATask) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 0 fork; 0 team_begin; 0 enter "!$omp parallel"
     10 task_create 1; 12 task_switch 1; 12..20 "!$omp task"; 20 task_complete 1; 20 task_switch 0
     22 task_create 2; 24..40 "!$omp taskwait"; 41 task_create 3; 45 task_create 4
     50..60 "!$omp barrier"; 60 leave; 60 team_end; 60 join; 70 leave
0.1: 0 team_begin; 0 enter "!$omp parallel"; 5..60 "!$omp barrier"; 60 leave; 60 team_end
expect omp_ebarrier_wait "main/!$omp parallel/!$omp barrier" @0.1 = 45
expect omp_ebarrier_task_creation "main/!$omp parallel/!$omp barrier" @0.1 = 4
)");
}

TEST(TaskCreation, IsZeroForOneTaskAndForTasksCreatedInTheBarrier) {
  expect_severities(R"(
processes 1 none
threads 3
0:   0 enter main; 0 fork; 0 team_begin; 0 enter "!$omp parallel"
     10 task_create 1; 50..60 "!$omp barrier"; 60 leave; 60 team_end; 60 join; 70 leave
0.1: 0 team_begin; 0 enter "!$omp parallel"; 5 enter "!$omp barrier"
     11 task_switch 1; 11 enter "!$omp task"; 13 task_create 2; 23 task_create 3; 28 leave
     28 task_complete 1; 28 task_switch 0; 60 leave; 60 leave; 60 team_end
0.2: 0 team_begin; 0 enter "!$omp parallel"; 5..60 "!$omp barrier"; 60 leave; 60 team_end
expect total omp_ebarrier_task_creation = 0
)");
}

// A wait that begins between two creations counts from its beginning.
TEST(TaskCreation, CountsFromTheBeginOfTheWait) {
  expect_severities(R"(
processes 1 none
threads 3
0:   0 enter main; 0 fork; 0 team_begin; 0 enter "!$omp parallel"
     10 task_create 1; 30 task_create 2; 50..60 "!$omp barrier"; 60 leave; 60 team_end; 60 join; 70 leave
0.1: 0 team_begin; 0 enter "!$omp parallel"; 16..60 "!$omp barrier"; 60 leave; 60 team_end
0.2: 0 team_begin; 0 enter "!$omp parallel"; 30..60 "!$omp barrier"; 60 leave; 60 team_end
expect omp_ebarrier_task_creation "main/!$omp parallel/!$omp barrier" @0.1 = 14
expect total omp_ebarrier_task_creation = 14
)");
}

}  // namespace
}  // namespace lull::patterns
