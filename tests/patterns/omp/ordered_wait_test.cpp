// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

TEST(OrderedWait, EndsWithThePreviousBlock) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 0 fork; 0 team_begin; 0 enter "!$omp parallel"; 1 enter "!$omp for"
     10 enter "!$omp ordered"; 10 enter "!$omp ordered sblock"; 20 leave; 20 leave
     22 enter "!$omp ordered"; 25 enter "!$omp ordered sblock"; 30 leave; 30 leave
     31 leave; 70 leave; 70 team_end; 70 join; 80 leave
0.1: 0 team_begin; 0 enter "!$omp parallel"; 1 enter "!$omp for"
     12 enter "!$omp ordered"; 20 enter "!$omp ordered sblock"; 25 leave; 25 leave
     31 leave; 70 leave; 70 team_end
expect omp_ordered_wait "main/!$omp parallel/!$omp for/!$omp ordered" @0.1 = 8
expect omp_ordered_wait "main/!$omp parallel/!$omp for/!$omp ordered" @0 = 3
expect omp_ordered "main/!$omp parallel/!$omp for/!$omp ordered" @0.1 = 8
)");
}

TEST(OrderedWait, WaitsForAThreadThatIsLate) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 0 fork; 0 team_begin; 0 enter "!$omp parallel"; 1 enter "!$omp for"
     35 enter "!$omp ordered"; 35 enter "!$omp ordered sblock"; 40 leave; 40 leave
     46 leave; 70 leave; 70 team_end; 70 join; 80 leave
0.1: 0 team_begin; 0 enter "!$omp parallel"; 1 enter "!$omp for"
     12 enter "!$omp ordered"; 40 enter "!$omp ordered sblock"; 45 leave; 45 leave
     46 leave; 70 leave; 70 team_end
expect omp_ordered_wait "main/!$omp parallel/!$omp for/!$omp ordered" @0.1 = 28
expect total omp_ordered_wait = 28
)");
}

TEST(OrderedWait, IsZeroForTheFirstAndForOwnIterations) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 0 fork; 0 team_begin; 0 enter "!$omp parallel"; 1 enter "!$omp for"
     5 enter "!$omp ordered"; 9 enter "!$omp ordered sblock"; 20 leave; 20 leave
     21 enter "!$omp ordered"; 24 enter "!$omp ordered sblock"; 30 leave; 30 leave
     46 leave; 70 leave; 70 team_end; 70 join; 80 leave
0.1: 0 team_begin; 0 enter "!$omp parallel"; 70 leave; 70 team_end
expect total omp_ordered_wait = 0
)");
}

// The previous block had ended before the thread arrived.
TEST(OrderedWait, IsZeroWhenItsTurnHasCome) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 0 fork; 0 team_begin; 0 enter "!$omp parallel"; 1 enter "!$omp for"
     5 enter "!$omp ordered"; 5 enter "!$omp ordered sblock"; 20 leave; 20 leave
     46 leave; 70 leave; 70 team_end; 70 join; 80 leave
0.1: 0 team_begin; 0 enter "!$omp parallel"; 1 enter "!$omp for"
     20 enter "!$omp ordered"; 23 enter "!$omp ordered sblock"; 45 leave; 45 leave
     46 leave; 70 leave; 70 team_end
expect total omp_ordered_wait = 0
)");
}

// Two executions of one loop, the second with nowait beside the first.
TEST(OrderedWait, SeparatesInstancesOfALoop) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 0 fork; 0 team_begin; 0 enter "!$omp parallel"; 1 enter "!$omp for"
     5 enter "!$omp ordered"; 5 enter "!$omp ordered sblock"; 20 leave; 20 leave; 21 leave
     22 enter "!$omp for"; 23 enter "!$omp ordered"; 24 enter "!$omp ordered sblock"; 60 leave
     60 leave; 61 leave; 90 leave; 90 team_end; 90 join; 90 leave
0.1: 0 team_begin; 0 enter "!$omp parallel"; 1 enter "!$omp for"
     30 enter "!$omp ordered"; 33 enter "!$omp ordered sblock"; 45 leave; 45 leave; 46 leave
     47 enter "!$omp for"; 50 enter "!$omp ordered"; 60 enter "!$omp ordered sblock"; 70 leave
     70 leave; 71 leave; 90 leave; 90 team_end
expect total omp_ordered_wait = 10
)");
}

TEST(OrderedWait, IsUnknownWithoutBlocks) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 0 fork; 0 team_begin; 0 enter "!$omp parallel"; 1 enter "!$omp for"
     5..20 "!$omp ordered"; 46 leave; 70 leave; 70 team_end; 70 join; 80 leave
0.1: 0 team_begin; 0 enter "!$omp parallel"; 1 enter "!$omp for"; 8..25 "!$omp ordered"
     46 leave; 70 leave; 70 team_end
expect total omp_ordered_wait = 0
)");
}

}  // namespace
}  // namespace lull::patterns
