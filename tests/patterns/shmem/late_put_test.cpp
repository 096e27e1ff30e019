// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

TEST(ShmemLatePut, EndsWithTheLastPut) {
  expect_severities(R"(
processes 2 shmem
window all
0: 0 enter main; 10 enter shmem_wait_until; 10 wait_change; 42 leave; 50 leave
1: 0 enter main; 5..6 shmem_long_p put 0; 30..31 shmem_long_p put 0; 41..42 shmem_long_p put 0; 50 leave
expect shmem_late_put main/shmem_wait_until @0 = 31
)");
}

TEST(ShmemLatePut, EndsWithTheLastPutOnTheSameObject) {
  expect_severities(R"(
processes 2 shmem
window all
0: 0 enter main; 10 enter shmem_wait_until; 10 wait_change address=1; 42 leave; 50 leave
1: 0 enter main; 5..6 shmem_long_p put 0 address=1; 30..31 shmem_long_p put 0 address=1; 41..42 shmem_long_p put 0 address=2; 50 leave
expect shmem_late_put main/shmem_wait_until @0 = 20
)");
}

// A put of several elements, and a strided one.
TEST(ShmemLatePut, EndsWithAPutThatCoversTheObject) {
  expect_severities(R"(
processes 2 shmem
window all
0: 0 enter main; 10 enter shmem_wait_until; 10 wait_change address=64; 42 leave; 50 leave
1: 0 enter main; 20..21 shmem_long_put put 0 bytes=16 address=56; 30..31 shmem_long_put put 0 bytes=8 address=56; 32..33 shmem_long_put put 0 bytes=0 address=64; 50 leave
expect shmem_late_put main/shmem_wait_until @0 = 10
)");
  expect_severities(R"(
processes 2 shmem
window all
0: 0 enter main; 10 enter shmem_wait_until; 10 wait_change address=64; 42 leave; 50 leave
1: 0 enter main; 20..21 shmem_long_iput put 0 bytes=16 address=16 extent=56; 30..31 shmem_long_iput put 0 bytes=16 address=16 extent=48; 50 leave
expect shmem_late_put main/shmem_wait_until @0 = 10
)");
}

// The enclosing waits were never left.
TEST(ShmemLatePut, IncludesNestedWaits) {
  expect_severities(R"(
processes 2 shmem
window all
0: 0 enter shmem_wait_until; 1 enter shmem_wait_until; 2 enter shmem_wait_until; 3 enter shmem_wait_until; 4 enter shmem_wait_until; 5 enter shmem_wait_until; 6 enter shmem_wait_until; 7 enter shmem_wait_until; 8 enter shmem_wait_until; 9 enter shmem_wait_until; 10 enter shmem_long_wait_until; 42 leave
1: 0 enter main; 30..31 shmem_long_p put 0; 50 leave
expect total shmem_late_put = 20
)");
}

TEST(ShmemLatePut, IsZeroForAWaitThatNoPutHasEnded) {
  expect_severities(R"(
processes 2 shmem
window all
0: 0 enter main; 10 enter shmem_wait_until; 10 wait_change
1: 0 enter main; 20..21 shmem_long_p put 0; 50 leave
expect total shmem_late_put = 0
)");
}

TEST(ShmemLatePut, IsZeroForAPutBeforeTheWait) {
  expect_severities(R"(
processes 2 shmem
window all
0: 0 enter main; 10 enter shmem_wait_until; 10 wait_change; 42 leave; 50 leave
1: 0 enter main; 8..12 shmem_long_p put 0; 50 leave
expect total shmem_late_put = 0
)");
}

TEST(ShmemLatePut, IncludesAtomicOperationsThatChangeMemory) {
  expect_severities(R"(
processes 2 shmem
window all
0: 0 enter main; 10 enter shmem_wait_until; 10 wait_change; 36 leave; 50 leave
1: 0 enter main; 20..21 shmem_long_atomic_inc atomic 0 type=1 sent=0; 35..36 shmem_long_atomic_add atomic 0 type=0 sent=8; 36..36 shmem_long_atomic_fetch atomic 0 type=7 sent=0 recv=8; 50 leave
expect shmem_late_put main/shmem_wait_until @0 = 25
)");
}

TEST(ShmemLatePut, IsZeroInTests) {
  expect_severities(R"(
processes 2 shmem
window all
0: 0 enter main; 10 enter shmem_long_test; 10 wait_change; 36 leave; 50 leave
1: 0 enter main; 20..21 shmem_long_p put 0; 50 leave
expect total shmem_late_put = 0
)");
}

TEST(ShmemLatePut, ExcludesOwnPutsAndPutsToOthers) {
  expect_severities(R"(
processes 3 shmem
threads 0 2
window all
0: 0 enter main; 10 enter shmem_wait_until; 10 wait_change; 36 leave; 50 leave
0.1: 20..21 shmem_long_p put 0
1: 0 enter main; 25..26 shmem_long_p put 2; 50 leave
2: 0 enter main; 50 leave
expect total shmem_late_put = 0
)");
}

}  // namespace
}  // namespace lull::patterns
