// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

TEST(PthreadBarrier, ChargesThreadsThatArriveBeforeTheLast) {
  expect_severities(R"(
processes 1 none
threads 3
0:   0 enter main; 10 enter pthread_barrier_wait barrier=1 barrier_count=3; 41 leave; 70 leave
0.1: 25 enter pthread_barrier_wait barrier=1 barrier_count=3; 42 leave
0.2: 40 enter pthread_barrier_wait barrier=1 barrier_count=3; 40 leave
expect pthread_wait_at_barrier main/pthread_barrier_wait @0 = 30
expect pthread_wait_at_barrier pthread_barrier_wait @0.1 = 15
expect total pthread_wait_at_barrier = 45
)");
}

TEST(PthreadBarrier, SeparatesRoundsAndBarriers) {
  expect_severities(R"(
processes 1 none
threads 4
0:   0 enter main; 10 enter pthread_barrier_wait barrier=1 barrier_count=2; 21 leave
     22 enter pthread_barrier_wait barrier=1 barrier_count=2; 33 leave; 70 leave
0.1: 20 enter pthread_barrier_wait barrier=1 barrier_count=2; 25 leave
     32 enter pthread_barrier_wait barrier=1 barrier_count=2; 33 leave
0.2: 10 enter pthread_barrier_wait barrier=2 barrier_count=2; 19 leave
0.3: 18 enter pthread_barrier_wait barrier=2 barrier_count=2; 19 leave
expect pthread_wait_at_barrier main/pthread_barrier_wait @0 = 20
expect pthread_wait_at_barrier pthread_barrier_wait @0.2 = 8
expect total pthread_wait_at_barrier = 28
)");
}

TEST(PthreadBarrier, IsZeroForAnIncompleteRoundOrMissingData) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 10 enter pthread_barrier_wait barrier=1 barrier_count=3; 60 leave; 61..64 pthread_barrier_wait; 70 leave
0.1: 25 enter pthread_barrier_wait barrier=1 barrier_count=3; 60 leave; 62..64 pthread_barrier_wait
expect total pthread_wait_at_barrier = 0
)");
}

}  // namespace
}  // namespace lull::patterns
