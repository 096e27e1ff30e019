// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

TEST(MutexContention, ChargesTheWaiterUntilTheHolderReleases) {
  expect_severities(R"(
processes 1 none
threads 3
0:   0 enter main; 0..1 pthread_mutex_lock 1 acquire 1 order=1 model=pthread
     20..21 pthread_mutex_unlock release 1 order=1 model=pthread; 70 leave
0.1: 5..21 pthread_mutex_lock 21 acquire 1 order=2 model=pthread
     30..31 pthread_mutex_unlock release 1 order=2 model=pthread
0.2: 8..31 pthread_mutex_timedlock 31 acquire 1 order=3 model=pthread
expect pthread_lock_contention_mutex_lock pthread_mutex_lock @0.1 = 15
expect pthread_lock_contention_mutex_lock pthread_mutex_timedlock @0.2 = 22
expect total omp_lock_contention_api = 0
)");
}

TEST(MutexContention, IsZeroForTestsFailuresAndFreeMutexes) {
  expect_severities(R"(
processes 1 none
threads 3
0:   0 enter main; 0..1 pthread_mutex_lock 1 acquire 1 order=1 model=pthread
     20..21 pthread_mutex_unlock release 1 order=1 model=pthread; 70 leave
0.1: 5..9 pthread_mutex_timedlock; 18..22 pthread_mutex_trylock 22 acquire 1 order=2 model=pthread
     25..26 pthread_mutex_unlock release 1 order=2 model=pthread
0.2: 25..31 pthread_mutex_lock 31 acquire 1 order=3 model=pthread
expect total pthread_lock_contention_mutex_lock = 0
)");
}

TEST(MutexContention, SeparatesParadigms) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 0..1 omp_set_lock 1 acquire 1 order=1; 20..21 omp_unset_lock release 1 order=1; 70 leave
0.1: 5..21 pthread_mutex_lock 21 acquire 1 order=2 model=pthread
expect total pthread_lock_contention_mutex_lock = 0
)");
}

}  // namespace
}  // namespace lull::patterns
