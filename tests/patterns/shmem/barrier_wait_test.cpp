// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

TEST(ShmemBarrierWait, EndsWhenTheLastPeArrives) {
  expect_severities(R"(
processes 3 shmem
window all
0: 0 enter main; 10 enter shmem_barrier_all; 11 rma_coll_begin; 41 rma_coll_end; 42 leave; 50 leave
1: 0 enter main; 40 enter shmem_barrier_all; 40 rma_coll_begin; 41 rma_coll_end; 42 leave; 50 leave
2: 0 enter main; 20 enter shmem_barrier_all; 20 rma_coll_begin; 41 rma_coll_end; 42 leave; 50 leave
expect shmem_barrier_wait main/shmem_barrier_all @0 = 29
expect shmem_barrier_wait main/shmem_barrier_all @2 = 20
expect total shmem_barrier_wait = 49
)");
}

TEST(ShmemBarrierWait, IncludesOnlyPesOfAnActiveSet) {
  expect_severities(R"(
processes 3 shmem
window all
comm pair 0 2
window set pair
0: 0 enter main; 10 enter shmem_barrier; 10 rma_coll_begin; 31 rma_coll_end win=set; 32 leave; 50 leave
1: 0 enter main; 45 enter shmem_sync_all; 45 leave; 50 leave
2: 0 enter main; 30 enter shmem_barrier; 30 rma_coll_begin; 31 rma_coll_end win=set; 32 leave; 50 leave
expect total shmem_barrier_wait = 20
)");
}

TEST(ShmemBarrierWait, IncludesFunctionsThatSynchronisedAllPes) {
  expect_severities(R"(
processes 2 shmem
window all
0: 0 enter main; 5..30 shmem_malloc; 40 leave
1: 0 enter main; 25..31 shmem_malloc; 40 leave
expect shmem_barrier_wait main/shmem_malloc @0 = 20
expect shmem_memory main/shmem_malloc @0 = 5
expect total shmem_barrier_wait = 20
)");
}

TEST(ShmemBarrierWait, ExcludesFunctionsThatDidNotSynchronise) {
  expect_severities(R"(
processes 2 shmem
window all
0: 0 enter main; 5..20 shmem_free; 40 leave
1: 0 enter main; 25..31 shmem_free; 40 leave
expect total shmem_barrier_wait = 0
)");
}

TEST(ShmemBarrierWait, IsZeroIfAPeIsMissing) {
  expect_severities(R"(
processes 3 shmem
window all
0: 0 enter main; 10 enter shmem_barrier_all; 11 rma_coll_begin; 41 rma_coll_end; 42 leave; 50 leave
1: 0 enter main; 40 enter shmem_barrier_all; 40 rma_coll_begin; 41 rma_coll_end; 42 leave; 50 leave
2: 0 enter main; 50 leave
expect total shmem_barrier_wait = 0
)");
}

}  // namespace
}  // namespace lull::patterns
