// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "analysis/text_analysis.hpp"
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

TEST(LockContention, IncludesTheLockApi) {
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

TEST(LockContention, SeparatesLocks) {
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

TEST(LockContention, UsesTheOrderOfAcquisitions) {
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

TEST(LockContention, SeparatesLocksOfProcesses) {
  expect_severities(R"(
processes 2
0: 12 enter omp_set_lock; 13 acquire 1 order=1; 30 release 1 order=1; 31 leave
1: 20 enter omp_set_lock; 33 acquire 1 order=2; 40 release 1 order=2; 41 leave
expect total omp_lock_contention_api = 0
)");
}

TEST(LockContention, EndsWithThePreviousHolderOfSeveral) {
  expect_severities(R"(
processes 1 none
threads 3
0:   0 enter main; 0 fork; 0 team_begin; 0 enter "!$omp parallel"
     0 enter omp_set_lock; 1 acquire 1; 1 leave; 20 enter omp_unset_lock; 20 release 1; 20 leave
     60 leave; 60 team_end; 60 join; 70 leave
0.1: 0 team_begin; 0 enter "!$omp parallel"; 5 enter omp_set_lock; 21 acquire 1; 21 leave
     30 enter omp_unset_lock; 30 release 1; 30 leave; 60 leave; 60 team_end
0.2: 0 team_begin; 0 enter "!$omp parallel"; 8 enter omp_set_lock; 31 acquire 1; 31 leave
     40 enter omp_unset_lock; 40 release 1; 40 leave; 60 leave; 60 team_end
expect omp_lock_contention_api "main/!$omp parallel/omp_set_lock" @0.1 = 15
expect omp_lock_contention_api "main/!$omp parallel/omp_set_lock" @0.2 = 22
)");
}

TEST(LockContention, EndsWithTheAcquisitionIfTheReleaseIsRecordedLate) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 0..1 omp_set_lock 1 acquire 1 order=1; 22..22 omp_unset_lock release 1 order=1; 70 leave
0.1: 5..21 omp_set_lock 21 acquire 1 order=2
expect omp_lock_contention_api omp_set_lock @0.1 = 16
)");
}

TEST(LockContention, EndsWithTheLastReleaseOfANestedLock) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 0..1 omp_set_nest_lock 1 acquire 1 order=1; 3..3 omp_set_nest_lock acquire 1 order=1
     10..10 omp_unset_nest_lock release 1 order=1; 20..20 omp_unset_nest_lock release 1 order=1; 70 leave
0.1: 4..21 omp_set_nest_lock 21 acquire 1 order=2
expect omp_lock_contention_api omp_set_nest_lock @0.1 = 16
expect total omp_lock_contention_api = 16
)");
}

// OTF2 guarantees that numbers ascend, but not by how much.
TEST(LockContention, FollowsNumbersThatAscendInSteps) {
  const analysis::TextAnalysis result(R"(
processes 1 none
threads 2
0:   0 enter main
     0..1 omp_set_lock 1 acquire 1 order=10; 20..20 omp_unset_lock release 1 order=10
     22..41 omp_set_lock 41 acquire 1 order=30; 50..50 omp_unset_lock release 1 order=30
     62..63 omp_set_lock 63 acquire 1 order=52; 64..64 omp_unset_lock release 1 order=52
     65..66 omp_set_lock 66 acquire 1 order=60; 67..67 omp_unset_lock release 1 order=60
     68..69 omp_set_lock 69 acquire 1 order=70; 70..70 omp_unset_lock release 1 order=70
     71..72 omp_set_lock 72 acquire 1 order=80; 73..73 omp_unset_lock release 1 order=80; 74 leave
0.1: 5..21 omp_set_lock 21 acquire 1 order=20; 40..40 omp_unset_lock release 1 order=20
     42..51 omp_set_lock 51 acquire 1 order=41; 60..60 omp_unset_lock release 1 order=41
)");
  EXPECT_EQ(result.at("omp_lock_contention_api", "omp_set_lock", 1), 15 + 8);
  EXPECT_EQ(result.at("omp_lock_contention_api", "main/omp_set_lock", 0), 18);
  EXPECT_TRUE(result.notes().remarks.empty());
}

TEST(LockContention, ExcludesTestsThoughTheyHoldTheLock) {
  expect_severities(R"(
processes 1 none
threads 3
0:   0 enter main; 0..1 omp_set_lock 1 acquire 1 order=1; 10..10 omp_unset_lock release 1 order=1; 70 leave
0.1: 8..11 omp_test_lock 11 acquire 1 order=2; 30..30 omp_unset_lock release 1 order=2
0.2: 12..31 omp_set_lock 31 acquire 1 order=3
expect omp_lock_contention_api omp_test_lock @0.1 = 0
expect omp_lock_contention_api omp_set_lock @0.2 = 18
)");
}

TEST(LockContention, IsZeroIfThePreviousReleaseIsMissing) {
  expect_severities(R"(
processes 1 none
threads 3
0:   0 enter main; 0..1 omp_set_lock 1 acquire 1 order=1; 10..10 omp_unset_lock release 1 order=1; 70 leave
0.1: 5..21 omp_set_lock 21 acquire 1 order=3
0.2: 6..31 omp_set_lock 31 acquire 1 order=4
expect total omp_lock_contention_api = 0
)");
}

}  // namespace
}  // namespace lull::patterns
