// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

TEST(JoinWait, EndsWithTheThread) {
  expect_severities(R"(
processes 1 none
threads 3
0:   0 enter main; 10..41 pthread_join 41 thread_wait 1; 42..43 pthread_join 43 thread_wait 2; 70 leave
0.1: 1 thread_begin 1; 1 enter work; 40 leave; 40 thread_end 1
0.2: 1 thread_begin 2; 1 enter work; 5 leave; 5 thread_end 2
expect pthread_join_wait main/pthread_join @0 = 30
expect total pthread_join_wait = 30
expect pthread_management main/pthread_join @0 = 32
)");
}

TEST(JoinWait, IsZeroForTestsAndThreadsThatWereKilled) {
  expect_severities(R"(
processes 1 none
threads 3
0:   0 enter main; 10..41 pthread_join 41 thread_wait 1; 42..52 pthread_tryjoin_np 52 thread_wait 2; 70 leave
0.1: 1 thread_begin 1; 1 enter work; 40 leave
0.2: 1 thread_begin 2; 1 enter work; 50 leave; 50 thread_end 2
expect total pthread_join_wait = 0
)");
}

}  // namespace
}  // namespace lull::patterns
