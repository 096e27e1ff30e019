// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

TEST(RwlockContention, ReadersWaitForTheWriter) {
  expect_severities(R"(
processes 1 none
threads 3
0:   0 enter main; 0..0 pthread_rwlock_wrlock acquire 1 order=1 model=pthread mode=0
     30..31 pthread_rwlock_unlock release 1 order=1 model=pthread; 70 leave
0.1: 5..31 pthread_rwlock_rdlock 31 acquire 1 order=2 model=pthread mode=1
0.2: 8..32 pthread_rwlock_rdlock 32 acquire 1 order=3 model=pthread mode=1
expect pthread_lock_contention_rwlock pthread_rwlock_rdlock @0.1 = 25
expect pthread_lock_contention_rwlock pthread_rwlock_rdlock @0.2 = 22
)");
}

TEST(RwlockContention, AWriterWaitsForTheLastReader) {
  expect_severities(R"(
processes 1 none
threads 3
0:   0 enter main; 0..0 pthread_rwlock_rdlock acquire 1 order=1 model=pthread
     10..11 pthread_rwlock_unlock release 1 order=1 model=pthread; 70 leave
0.1: 1..1 pthread_rwlock_rdlock acquire 1 order=2 model=pthread
     40..41 pthread_rwlock_unlock release 1 order=2 model=pthread
0.2: 20..42 pthread_rwlock_wrlock 42 acquire 1 order=3 model=pthread
expect pthread_lock_contention_rwlock pthread_rwlock_wrlock @0.2 = 20
expect total pthread_lock_contention_rwlock = 20
)");
}

TEST(RwlockContention, ReadersDoNotWaitForEachOtherNorDoTests) {
  expect_severities(R"(
processes 1 none
threads 3
0:   0 enter main; 0..0 pthread_rwlock_rdlock acquire 1 order=1 model=pthread
     10..11 pthread_rwlock_unlock release 1 order=1 model=pthread; 70 leave
0.1: 5..12 pthread_rwlock_rdlock 12 acquire 1 order=2 model=pthread
     14..15 pthread_rwlock_unlock release 1 order=2 model=pthread
0.2: 9..16 pthread_rwlock_trywrlock 16 acquire 1 order=3 model=pthread
expect total pthread_lock_contention_rwlock = 0
)");
}

TEST(RwlockContention, IncludesSpinLocks) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 0..0 pthread_spin_lock acquire 1 order=1 model=pthread
     10..11 pthread_spin_unlock release 1 order=1 model=pthread; 70 leave
0.1: 5..12 pthread_spin_lock 12 acquire 1 order=2 model=pthread
expect pthread_lock_contention_rwlock pthread_spin_lock @0.1 = 5
)");
}

}  // namespace
}  // namespace lull::patterns
