// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

TEST(ConditionWait, EndsWithTheSignalThenWaitsForTheMutex) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 2..3 pthread_mutex_lock 3 acquire 1 order=2 model=pthread
     10 enter pthread_cond_signal condition=7; 11 leave; 25..26 pthread_mutex_unlock release 1 order=2 model=pthread; 70 leave
0.1: 0..0 pthread_mutex_lock acquire 1 order=1 model=pthread; 0 enter pthread_cond_wait condition=7
     1 release 1 order=1 model=pthread; 26 acquire 1 order=3 model=pthread; 30 leave
expect pthread_condition_wait pthread_cond_wait @0.1 = 10
expect pthread_lock_contention_conditional pthread_cond_wait @0.1 = 15
expect total pthread_lock_contention_mutex_lock = 0
)");
}

TEST(ConditionWait, UsesTheMutexIfTheConditionIsUnknown) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 2..3 pthread_mutex_lock 3 acquire 1 order=2 model=pthread
     10 enter pthread_cond_signal; 11 leave; 25..26 pthread_mutex_unlock release 1 order=2 model=pthread; 70 leave
0.1: 0..0 pthread_mutex_lock acquire 1 order=1 model=pthread; 0 enter pthread_cond_wait
     1 release 1 order=1 model=pthread; 26 acquire 1 order=3 model=pthread; 30 leave
expect pthread_condition_wait pthread_cond_wait @0.1 = 10
expect pthread_lock_contention_conditional pthread_cond_wait @0.1 = 15
expect total pthread_lock_contention_mutex_lock = 0
)");
}

TEST(ConditionWait, EndsWithSignalsWithoutTheMutex) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 10..11 pthread_cond_signal; 70 leave
0.1: 0..0 pthread_mutex_lock acquire 1 order=1 model=pthread; 0 enter pthread_cond_wait
     1 release 1 order=1 model=pthread; 11 acquire 1 order=2 model=pthread; 12 leave
expect pthread_condition_wait pthread_cond_wait @0.1 = 10
expect total pthread_lock_contention_conditional = 0
)");
}

TEST(ConditionWait, ABroadcastWakesAll) {
  expect_severities(R"(
processes 1 none
threads 3
0:   0 enter main; 3..4 pthread_mutex_lock 4 acquire 1 order=3 model=pthread; 10..11 pthread_cond_broadcast
     12..12 pthread_mutex_unlock release 1 order=3 model=pthread; 70 leave
0.1: 0..0 pthread_mutex_lock acquire 1 order=1 model=pthread; 0 enter pthread_cond_wait
     0 release 1 order=1 model=pthread; 13 acquire 1 order=4 model=pthread; 14 leave
     20..20 pthread_mutex_unlock release 1 order=4 model=pthread
0.2: 0..0 pthread_mutex_lock acquire 1 order=2 model=pthread; 0 enter pthread_cond_wait
     0 release 1 order=2 model=pthread; 21 acquire 1 order=5 model=pthread; 22 leave
expect pthread_condition_wait pthread_cond_wait @0.1 = 10
expect pthread_lock_contention_conditional pthread_cond_wait @0.1 = 2
expect pthread_condition_wait pthread_cond_wait @0.2 = 10
expect pthread_lock_contention_conditional pthread_cond_wait @0.2 = 10
)");
}

TEST(ConditionWait, ASignalWakesTheFirstToReturn) {
  expect_severities(R"(
processes 1 none
threads 3
0:   0 enter main; 10..11 pthread_cond_signal; 18..19 pthread_cond_signal; 70 leave
0.1: 0..0 pthread_mutex_lock acquire 1 order=1 model=pthread; 0 enter pthread_cond_wait
     0 release 1 order=1 model=pthread; 21 acquire 1 order=4 model=pthread; 22 leave
0.2: 0..0 pthread_mutex_lock acquire 1 order=2 model=pthread; 0 enter pthread_cond_wait
     0 release 1 order=2 model=pthread; 13 acquire 1 order=3 model=pthread; 14 leave
     15..15 pthread_mutex_unlock release 1 order=3 model=pthread
expect pthread_condition_wait pthread_cond_wait @0.2 = 10
expect pthread_condition_wait pthread_cond_wait @0.1 = 18
)");
}

TEST(ConditionWait, IsZeroForSpuriousWakeupsLostSignalsAndTimeouts) {
  expect_severities(R"(
processes 1 none
threads 4
0:   0 enter main; 1 enter pthread_cond_signal condition=1; 1 leave; 9 enter pthread_cond_signal condition=1; 9 leave
     30 enter pthread_cond_broadcast condition=2; 31 leave; 70 leave
0.1: 2..2 pthread_mutex_lock acquire 1 order=1 model=pthread; 3 enter pthread_cond_wait condition=1
     3 release 1 order=1 model=pthread; 5 acquire 1 order=2 model=pthread; 30 leave
0.2: 2..2 pthread_mutex_lock acquire 2 order=1 model=pthread; 3 enter pthread_cond_timedwait condition=2
     3 release 2 order=1 model=pthread; 35 acquire 2 order=2 model=pthread; 36 leave result=110
expect total pthread_condition_wait = 0
expect total pthread_lock_contention_conditional = 0
)");
}

TEST(ConditionWait, SeparatesConditionsOfOneMutex) {
  expect_severities(R"(
processes 1 none
threads 3
0:   0 enter main; 10 enter pthread_cond_signal condition=2; 11 leave; 20 enter pthread_cond_signal condition=1
     21 leave; 70 leave
0.1: 0..0 pthread_mutex_lock acquire 1 order=1 model=pthread; 0 enter pthread_cond_wait condition=1
     0 release 1 order=1 model=pthread; 22 acquire 1 order=4 model=pthread; 23 leave
0.2: 0..0 pthread_mutex_lock acquire 1 order=2 model=pthread; 0 enter pthread_cond_wait condition=2
     0 release 1 order=2 model=pthread; 12 acquire 1 order=3 model=pthread; 13 leave
     14..14 pthread_mutex_unlock release 1 order=3 model=pthread
expect pthread_condition_wait pthread_cond_wait @0.1 = 20
expect pthread_condition_wait pthread_cond_wait @0.2 = 10
)");
}

}  // namespace
}  // namespace lull::patterns
