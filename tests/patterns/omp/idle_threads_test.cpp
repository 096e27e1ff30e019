// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
// There is no pattern for these: idle threads and limited parallelism belong to the profile.
#include <gtest/gtest.h>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

TEST(IdleThreads, ChargesWorkersWhereTheirMasterWorksAlone) {
  expect_severities(R"(
processes 1 none
threads 3
0:   0 enter main; 5..15 serial
     20 fork; 20 team_begin; 20 enter "!$omp parallel"; 50 leave; 50 team_end; 50 join; 90 leave
0.1: 20 team_begin; 20 enter "!$omp parallel"; 50 leave; 50 team_end
0.2: 20 team_begin; 20 enter "!$omp parallel"; 50 leave; 50 team_end
expect omp_idle_threads main @0.1 = 50
expect omp_idle_threads main/serial @0.1 = 10
expect omp_idle_threads main @0 = 0
expect total omp_idle_threads = 120
expect total omp_limited_parallelism = 0
expect total time = 270
)");
}

TEST(IdleThreads, ASmallerTeamIsLimitedParallelism) {
  expect_severities(R"(
processes 1 none
threads 3
team pair 0 0.1
0:   0 enter main; 20 fork 2; 20 team_begin pair; 20 enter "!$omp parallel"
     50 leave; 50 team_end pair; 50 join; 90 leave
0.1: 20 team_begin pair; 20 enter "!$omp parallel"; 50 leave; 50 team_end pair
expect omp_limited_parallelism "main/!$omp parallel" @0.2 = 30
expect total omp_limited_parallelism = 30
expect omp_idle_threads "main/!$omp parallel" @0.2 = 30
expect omp_idle_threads main @0.2 = 60
expect omp_idle_threads main @0.1 = 60
expect total time = 270
)");
}

TEST(IdleThreads, IdleBetweenTeamsAndBesideSmallerOnes) {
  expect_severities(R"(
processes 1 none
threads 4
team pair 0 0.1
0:   0 enter main; 10 fork; 10 team_begin; 10 enter "!$omp parallel @a"; 40 leave; 40 team_end; 40 join
     50 fork 2; 50 team_begin pair; 50 enter "!$omp parallel @b"; 70 leave; 70 team_end pair; 70 join
     100 leave
0.1: 10 team_begin; 10 enter "!$omp parallel @a"; 40 leave; 40 team_end
     50 team_begin pair; 50 enter "!$omp parallel @b"; 70 leave; 70 team_end pair
0.2: 10 team_begin; 10 enter "!$omp parallel @a"; 40 leave; 40 team_end
0.3: 10 team_begin; 10 enter "!$omp parallel @a"; 40 leave; 40 team_end
expect omp_limited_parallelism "main/!$omp parallel @b" @0.2 = 20
expect omp_limited_parallelism "main/!$omp parallel @b" @0.3 = 20
expect total omp_limited_parallelism = 40
expect omp_idle_threads main @0.1 = 50
expect omp_idle_threads main @0.2 = 50
expect omp_idle_threads "main/!$omp parallel @b" @0.2 = 20
expect total omp_idle_threads = 190
)");
}

TEST(IdleThreads, AreZeroWithoutTeams) {
  expect_severities(R"(
processes 2
0: 0 enter main; 90 leave
1: 0 enter main; 90 leave
expect total omp_idle_threads = 0
expect total time = 180
)");
}

TEST(IdleThreads, IdleAllTheTimeWhereTheirProcessNeverForks) {
  expect_severities(R"(
processes 1 none
threads 2
0: 0 enter main; 10..30 work; 90 leave
expect omp_idle_threads main @0.1 = 70
expect omp_idle_threads main/work @0.1 = 20
expect total time = 180
)");
}

TEST(IdleThreads, AWorkerOfANestedTeamDoesNotIdleWhileItWorks) {
  expect_severities(R"(
processes 1 none
threads 3
team outer 0 0.1
team inner 0.1 0.2 parent=outer
0:   0 enter main; 10 fork 2; 10 team_begin outer; 10 enter "!$omp parallel @a"
     80 leave; 80 team_end outer; 80 join; 90 leave
0.1: 10 team_begin outer; 10 enter "!$omp parallel @a"
     20 fork 2; 20 team_begin inner; 20 enter "!$omp parallel @b"
     60 leave; 60 team_end inner; 60 join
     80 leave; 80 team_end outer
0.2: 20 team_begin inner; 20 enter "!$omp parallel @b"; 60 leave; 60 team_end inner
expect omp_limited_parallelism "main/!$omp parallel @a" @0.2 = 30
expect comp "main/!$omp parallel @a/!$omp parallel @b" @0.2 = 40
expect total time = 270
)");
}

TEST(IdleThreads, LosesNoTimeWhenTheTraceEndsInAParallelRegion) {
  expect_severities(R"(
processes 1 none
threads 3
team pair 0 0.1
0:   0 enter main; 20 fork 2; 20 team_begin pair; 20 enter "!$omp parallel"; 50 enter work
0.1: 20 team_begin pair; 20 enter "!$omp parallel"; 45 enter work
expect total time = 150
expect omp_limited_parallelism "main/!$omp parallel" @0.2 = 30
)");
}

// A worker that has not returned before its team is joined idles from then on.
TEST(IdleThreads, AreChargedToTheMastersCurrentCallPath) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 10 fork; 10 team_begin; 10 enter "!$omp parallel"; 30 leave; 30 team_end; 30 join
     32..40 first; 50..60 second; 90 leave
0.1: 10 team_begin; 10 enter "!$omp parallel"; 35 leave; 55 team_end
expect omp_idle_threads main @0.1 = 50
expect omp_idle_threads main/first @0.1 = 5
expect omp_idle_threads main/second @0.1 = 10
expect comp "main/!$omp parallel" @0.1 = 25
expect total time = 180
)");
}

// A teams construct is a fork in which no thread is seen to begin. A thread that forks within it
// belongs to it from its own fork on.
TEST(IdleThreads, ExcludeThreadsOfALeagueOfTeams) {
  expect_severities(R"(
processes 1 none
threads 4
team first 0 0.1
team second 0.2 0.3
0:   0 enter main; 10 fork 2
     20 fork 2; 20 team_begin first; 20 enter "!$omp parallel"; 40 leave; 40 team_end first; 41 join
     60 join; 100 leave
0.1: 20 team_begin first; 20 enter "!$omp parallel"; 40 leave; 40 team_end first
0.2: 25 fork 2; 25 team_begin second; 25 enter "!$omp parallel"; 45 leave; 45 team_end second; 46 join
0.3: 25 team_begin second; 25 enter "!$omp parallel"; 45 leave; 45 team_end second
expect total time = 400
expect visits "main/!$omp parallel" @0.2 = 1
expect visits "main/!$omp parallel" @0.3 = 1
expect omp_idle_threads main @0.2 = 50
expect comp main @0.2 = 29
expect total omp_limited_parallelism = 5
expect omp_idle_threads main @0.3 = 74
)");
}

TEST(IdleThreads, CountConsecutiveLeagues) {
  expect_severities(R"(
processes 1 none
threads 2
team one 0
team other 0.1
0:   0 enter main
     10 fork 2; 12 fork 1; 12 team_begin one; 12 enter "!$omp parallel"; 20 leave; 20 team_end one; 20 join; 30 join
     40 fork 2; 42 fork 1; 42 team_begin one; 42 enter "!$omp parallel"; 50 leave; 50 team_end one; 50 join; 60 join
     70 leave
0.1: 15 fork 1; 15 team_begin other; 15 enter "!$omp parallel"; 25 leave; 25 team_end other; 25 join
     41 fork 1; 41 team_begin other; 41 enter "!$omp parallel"; 45 leave; 45 team_end other; 45 join
expect total time = 140
expect visits "main/!$omp parallel" @0.1 = 2
expect total omp_idle_threads = 30
)");
}

// For a thread created by the program that forks a team: its members work from the fork on, even if
// that becomes known only later, when the master does something else.
TEST(IdleThreads, DoNotIdleFromTheForkOn) {
  expect_severities(R"(
processes 1 none
threads 3
team pair 0.1 0.2
0:   0 enter main; 5..20 first; 22..40 second; 90 leave
0.1: 2 enter own; 10 fork 2; 10 team_begin pair; 10 enter "!$omp parallel"
     60 leave; 60 team_end pair; 60 join; 80 leave
0.2: 30 team_begin pair; 32 enter "!$omp parallel"; 50 leave; 60 team_end pair
expect omp_idle_threads main/first @0.2 = 5
expect omp_idle_threads main/second @0.2 = 0
expect omp_idle_threads main @0.2 = 35
expect omp_fork "own/!$omp parallel" @0.2 = 22
expect time "own/!$omp parallel" @0.2 = 50
expect total omp_limited_parallelism = 0
)");
}

// The beginning of the first region is lost: it is a region like any other.
TEST(IdleThreads, IdleWhereTheMasterIsInARegionWithoutATeam) {
  expect_severities(R"(
processes 1 none
threads 2
0:   10 enter "!$omp parallel"; 30 leave; 40 fork; 40 team_begin; 40 enter "!$omp parallel"; 60 leave
     60 team_end; 60 join
0.1: 40 team_begin; 40 enter "!$omp parallel"; 50 leave; 60 team_end
expect omp_idle_threads "!$omp parallel" @0.1 = 20
expect total omp_limited_parallelism = 0
)");
}

// The thread has forked a team when the league is joined.
TEST(IdleThreads, ExcludeForkingThreadsUntilTheirLeagueIsJoined) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 10 fork; 50 join; 90 leave
0.1: 20 fork
expect comp main @0.1 = 40
expect omp_idle_threads main @0.1 = 50
expect total time = 180
)");
}

// The flush began as management of a region, and continued after its end.
TEST(IdleThreads, MayFlushWhileTheirTeamIsJoined) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 10 fork; 10 team_begin; 10 enter "!$omp parallel"; 30 leave; 30 team_end
     50 join; 90 leave
0.1: 10 team_begin; 10 enter "!$omp parallel"; 30 leave; 30 team_end; 40 flush 70; 80 flush 80
expect overhead "main/!$omp parallel" @0.1 = 10
expect omp_management "main/!$omp parallel" @0.1 = 10
expect omp_idle_threads main @0.1 = 50
expect total time = 180
)");
}

}  // namespace
}  // namespace lull::patterns
