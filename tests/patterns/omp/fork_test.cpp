// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

TEST(Fork, ChargesEachThreadUntilItIsInTheParallelRegion) {
  expect_severities(R"(
processes 1 none
threads 3
0:   0 enter main; 20 fork; 21 team_begin; 23 enter "!$omp parallel"
     50 leave; 50 team_end; 60 join; 90 leave
0.1: 25 team_begin; 26 enter "!$omp parallel"; 52 leave; 52 team_end
0.2: 31 team_begin; 31 enter "!$omp parallel"; 55 leave; 55 team_end
expect omp_fork "main/!$omp parallel" @0 = 3
expect omp_fork "main/!$omp parallel" @0.1 = 6
expect omp_fork "main/!$omp parallel" @0.2 = 11
expect omp_management "main/!$omp parallel" @0 = 13
expect omp_management "main/!$omp parallel" @0.1 = 14
expect omp_management "main/!$omp parallel" @0.2 = 16
expect total time = 270
)");
}

TEST(Fork, IsZeroWhenTheRegionBeginsWithTheFork) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 20 fork; 20 team_begin; 20 enter "!$omp parallel"
     50 leave; 50 team_end; 50 join; 90 leave
0.1: 20 team_begin; 20 enter "!$omp parallel"; 50 leave; 50 team_end
expect total omp_fork = 0
expect total omp_management = 0
)");
}

TEST(Fork, AddsUpOverForks) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main
     10 fork; 12 team_begin; 12 enter "!$omp parallel"; 20 leave; 20 team_end; 20 join
     30 fork; 31 team_begin; 31 enter "!$omp parallel"; 40 leave; 40 team_end; 40 join
     90 leave
0.1: 15 team_begin; 15 enter "!$omp parallel"; 20 leave; 20 team_end
     33 team_begin; 33 enter "!$omp parallel"; 40 leave; 40 team_end
expect omp_fork "main/!$omp parallel" @0 = 3
expect omp_fork "main/!$omp parallel" @0.1 = 8
)");
}

TEST(Fork, IncludesNestedTeams) {
  expect_severities(R"(
processes 1 none
threads 3
team outer 0 0.1
team inner 0.1 0.2 parent=outer
0:   0 enter main; 10 fork 2; 10 team_begin outer; 10 enter "!$omp parallel @a"
     80 leave; 80 team_end outer; 80 join; 90 leave
0.1: 12 team_begin outer; 12 enter "!$omp parallel @a"
     20 fork 2; 21 team_begin inner; 21 enter "!$omp parallel @b"
     60 leave; 60 team_end inner; 60 join
     79 leave; 79 team_end outer
0.2: 25 team_begin inner; 25 enter "!$omp parallel @b"; 60 leave; 60 team_end inner
expect omp_fork "main/!$omp parallel @a" @0.1 = 2
expect omp_fork "main/!$omp parallel @a/!$omp parallel @b" @0.1 = 1
expect omp_fork "main/!$omp parallel @a/!$omp parallel @b" @0.2 = 5
expect total omp_fork = 8
)");
}

TEST(Fork, ExcludesAThreadThatNeverStarts) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 20 fork; 22 team_begin; 22 enter "!$omp parallel"
     50 leave; 50 team_end; 60 join; 90 leave
expect omp_fork "main/!$omp parallel" @0 = 2
expect total omp_fork = 2
)");
}

// The master has forked an inner team before a worker begins in the outer one.
TEST(Fork, FindsTheTeamOfAWorkerThatBeginsLate) {
  expect_severities(R"(
processes 1 none
threads 3
team outer 0 0.1
team inner 0 0.2 parent=outer
0:   0 enter main; 10 fork 2; 11 team_begin outer; 12 enter "!$omp parallel @a"
     20 fork 2; 23 team_begin inner; 24 enter "!$omp parallel @b"; 40 leave; 40 team_end inner; 41 join
     60 leave; 60 team_end outer; 61 join; 90 leave
0.1: 22 team_begin outer; 22 enter "!$omp parallel @a"; 58 leave; 59 team_end outer
0.2: 26 team_begin inner; 27 enter "!$omp parallel @b"; 39 leave; 40 team_end inner
expect omp_fork "main/!$omp parallel @a" @0.1 = 12
expect visits "main/!$omp parallel @a" @0.1 = 1
expect omp_fork "main/!$omp parallel @a/!$omp parallel @b" @0.2 = 7
expect total time = 270
)");
}

}  // namespace
}  // namespace lull::patterns
