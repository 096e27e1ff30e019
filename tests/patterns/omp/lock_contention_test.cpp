// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

TEST(LockContention, ChargesTheWaiterUntilTheHolderReleases) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 10 fork; 10 team_begin; 10 enter "!$omp parallel"
     12 enter "!$omp critical"; 13 acquire 1; 30 release 1; 31 leave
     60 leave; 60 team_end; 60 join; 70 leave
0.1: 10 team_begin; 10 enter "!$omp parallel"
     20 enter "!$omp critical"; 32 acquire 1; 40 release 1; 41 leave
     60 leave; 60 team_end
expect omp_lock_contention_critical "main/!$omp parallel/!$omp critical" @0 = 0
expect omp_lock_contention_critical "main/!$omp parallel/!$omp critical" @0.1 = 10
expect total omp_lock_contention_api = 0
expect omp_critical "main/!$omp parallel/!$omp critical" @0.1 = 21
)");
}

TEST(LockContention, KnowsTheLockApi) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 10 fork; 10 team_begin; 10 enter "!$omp parallel"
     12 enter omp_set_lock; 13 acquire 1; 14 leave
     30 enter omp_unset_lock; 31 release 1; 32 leave
     60 leave; 60 team_end; 60 join; 70 leave
0.1: 10 team_begin; 10 enter "!$omp parallel"
     20 enter omp_set_lock; 33 acquire 1; 34 leave
     40 enter omp_unset_lock; 41 release 1; 42 leave
     60 leave; 60 team_end
expect omp_lock_contention_api "main/!$omp parallel/omp_set_lock" @0.1 = 11
expect total omp_lock_contention_api = 11
expect total omp_lock_contention_critical = 0
)");
}

TEST(LockContention, IsZeroWhenTheLockIsFree) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 10 fork; 10 team_begin; 10 enter "!$omp parallel"
     12 enter "!$omp critical"; 13 acquire 1; 30 release 1; 31 leave
     60 leave; 60 team_end; 60 join; 70 leave
0.1: 10 team_begin; 10 enter "!$omp parallel"
     30 enter "!$omp critical"; 32 acquire 1; 40 release 1; 41 leave
     60 leave; 60 team_end
expect total omp_lock_contention_critical = 0
)");
}

TEST(LockContention, KeepsLocksApart) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 10 fork; 10 team_begin; 10 enter "!$omp parallel"
     12 enter "!$omp critical"; 13 acquire 1; 30 release 1; 31 leave
     60 leave; 60 team_end; 60 join; 70 leave
0.1: 10 team_begin; 10 enter "!$omp parallel"
     20 enter "!$omp critical"; 21 acquire 2; 40 release 2; 41 leave
     60 leave; 60 team_end
expect total omp_lock_contention_critical = 0
)");
}

TEST(LockContention, GoesByTheOrderOfAcquisitions) {
  expect_severities(R"(
processes 1 none
threads 3
0:   0 enter main; 10 fork; 10 team_begin; 10 enter "!$omp parallel"
     12 enter "!$omp critical"; 13 acquire 1; 20 release 1; 20 leave
     60 leave; 60 team_end; 60 join; 70 leave
0.1: 10 team_begin; 10 enter "!$omp parallel"
     14 enter "!$omp critical"; 31 acquire 1; 40 release 1; 40 leave; 60 leave; 60 team_end
0.2: 10 team_begin; 10 enter "!$omp parallel"
     15 enter "!$omp critical"; 21 acquire 1; 30 release 1; 30 leave; 60 leave; 60 team_end
expect omp_lock_contention_critical "main/!$omp parallel/!$omp critical" @0.2 = 5
expect omp_lock_contention_critical "main/!$omp parallel/!$omp critical" @0.1 = 16
)");
}

TEST(LockContention, NeverExceedsTheTimeToTheAcquisition) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 10 fork; 10 team_begin; 10 enter "!$omp parallel"
     12 enter "!$omp critical"; 13 acquire 1 order=1; 50 release 1 order=1; 51 leave
     60 leave; 60 team_end; 60 join; 70 leave
0.1: 10 team_begin; 10 enter "!$omp parallel"
     20 enter "!$omp critical"; 25 acquire 1 order=2; 28 release 1 order=2; 28 leave
     60 leave; 60 team_end
expect omp_lock_contention_critical "main/!$omp parallel/!$omp critical" @0.1 = 5
)");
}

TEST(LockContention, IsChargedOnceInACallThatAcquiresTwo) {
  expect_severities(R"(
processes 1 none
threads 2
0:   1 enter omp_set_lock; 30 acquire 0 order=2; 50 acquire 1 order=2; 60 leave
0.1: 2 enter w; 3 acquire 0 order=1; 5 acquire 1 order=1
     28 release 0 order=1; 48 release 1 order=1; 61 leave
expect omp_lock_contention_api omp_set_lock @0 = 45
)");
}

TEST(LockContention, KeepsLocksOfProcessesApart) {
  expect_severities(R"(
processes 2
0: 12 enter omp_set_lock; 13 acquire 1 order=1; 30 release 1 order=1; 31 leave
1: 20 enter omp_set_lock; 33 acquire 1 order=2; 40 release 1 order=2; 41 leave
expect total omp_lock_contention_api = 0
)");
}

}  // namespace
}  // namespace lull::patterns
