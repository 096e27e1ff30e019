// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

TEST(ShmemLockContention, EndsWhenTheHolderReleasesTheLock) {
  expect_severities(R"(
processes 2 shmem
window all
0: 0 enter main; 5 enter shmem_set_lock; 6 lock_acquire 0 lock=7; 7 leave; 30 enter shmem_clear_lock; 33 lock_release 0 lock=7; 34 leave; 50 leave
1: 0 enter main; 10 enter shmem_set_lock; 10 lock_request 0 lock=7; 35 lock_acquire 0 lock=7; 36 leave; 40 enter shmem_clear_lock; 41 lock_release 0 lock=7; 41 leave; 50 leave
expect shmem_lock_contention main/shmem_set_lock @1 = 20
expect total shmem_lock_contention = 20
)");
}

TEST(ShmemLockContention, ConsidersOnlyTheLastHolder) {
  expect_severities(R"(
processes 3 shmem
window all
0: 0 enter main; 5 enter shmem_set_lock; 6 lock_acquire 0; 7 leave; 20 enter shmem_clear_lock; 21 lock_release 0; 22 leave; 90 leave
1: 0 enter main; 10 enter shmem_set_lock; 23 lock_acquire 0; 24 leave; 60 enter shmem_clear_lock; 61 lock_release 0; 62 leave; 90 leave
2: 0 enter main; 12 enter shmem_set_lock; 63 lock_acquire 0; 64 leave; 70 enter shmem_clear_lock; 71 lock_release 0; 72 leave; 90 leave
expect shmem_lock_contention main/shmem_set_lock @1 = 10
expect shmem_lock_contention main/shmem_set_lock @2 = 48
)");
}

TEST(ShmemLockContention, ExcludesTestsThoughTheyHoldTheLock) {
  expect_severities(R"(
processes 2 shmem
window all
0: 0 enter main; 5 enter shmem_test_lock; 6 lock_request 0; 7 leave; 30 enter shmem_clear_lock; 31 lock_release 0; 32 leave; 60 leave
1: 0 enter main; 8 enter shmem_test_lock; 8 lock_try 0; 9 leave; 10 enter shmem_set_lock; 33 lock_acquire 0; 34 leave; 40 enter shmem_clear_lock; 41 lock_release 0; 41 leave; 60 leave
expect shmem_lock_contention main/shmem_set_lock @1 = 20
expect total shmem_lock_contention = 20
)");
}

TEST(ShmemLockContention, ExcludesOtherLocksAndTheSamePe) {
  expect_severities(R"(
processes 2 shmem
window all
0: 0 enter main; 5 enter shmem_set_lock; 6 lock_acquire 0 lock=1; 7 leave; 30 enter shmem_clear_lock; 31 lock_release 0 lock=1; 32 leave; 33 enter shmem_set_lock; 34 lock_acquire 0 lock=1; 35 leave; 50 leave
1: 0 enter main; 10 enter shmem_set_lock; 35 lock_acquire 0 lock=2; 36 leave; 50 leave
expect total shmem_lock_contention = 0
)");
}

TEST(ShmemLockContention, IsZeroIfTheReleaseIsMissing) {
  expect_severities(R"(
processes 2 shmem
window all
0: 0 enter main; 5 enter shmem_set_lock; 6 lock_acquire 0; 7 leave; 50 leave
1: 0 enter main; 10 enter shmem_set_lock; 35 lock_acquire 0; 36 leave; 37 enter shmem_clear_lock; 38 lock_release 0; 38 leave; 50 leave
expect total shmem_lock_contention = 0
)");
}

}  // namespace
}  // namespace lull::patterns
