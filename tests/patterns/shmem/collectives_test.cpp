// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

TEST(ShmemWaitNxn, EndsWhenTheLastPeBegins) {
  expect_severities(R"(
processes 3 shmem
window all
0: 0 enter main; 10 enter shmem_long_sum_to_all; 10 rma_coll_begin; 41 rma_coll_end op=allreduce sent=8 recv=8; 42 leave; 50 leave
1: 0 enter main; 40 enter shmem_long_sum_to_all; 40 rma_coll_begin; 41 rma_coll_end op=allreduce sent=8 recv=8; 42 leave; 50 leave
2: 0 enter main; 25 enter shmem_long_sum_to_all; 25 rma_coll_begin; 41 rma_coll_end op=allreduce sent=8 recv=8; 42 leave; 50 leave
expect shmem_wait_nxn main/shmem_long_sum_to_all @0 = 30
expect shmem_wait_nxn main/shmem_long_sum_to_all @2 = 15
expect total shmem_wait_nxn = 45
)");
}

TEST(ShmemWaitNxn, DoesNotWaitForPesThatSendNothing) {
  expect_severities(R"(
processes 2 shmem
window all
0: 0 enter main; 10 enter shmem_collect64; 10 rma_coll_begin; 20 rma_coll_end op=allgatherv sent=8 recv=8; 21 leave; 50 leave
1: 0 enter main; 40 enter shmem_collect64; 40 rma_coll_begin; 41 rma_coll_end op=allgatherv sent=0 recv=8; 42 leave; 50 leave
expect total shmem_wait_nxn = 0
)");
}

TEST(ShmemLateBroadcast, EndsWhenTheRootBegins) {
  expect_severities(R"(
processes 3 shmem
window all
0: 0 enter main; 10 enter shmem_broadcast64; 10 rma_coll_begin; 41 rma_coll_end op=bcast root=1 sent=0 recv=8; 42 leave; 70 leave
1: 0 enter main; 40 enter shmem_broadcast64; 40 rma_coll_begin; 41 rma_coll_end op=bcast root=1 sent=24 recv=0; 42 leave; 70 leave
2: 0 enter main; 60 enter shmem_broadcast64; 60 rma_coll_begin; 61 rma_coll_end op=bcast root=1 sent=0 recv=8; 62 leave; 70 leave
expect shmem_latebroadcast main/shmem_broadcast64 @0 = 30
expect total shmem_latebroadcast = 30
)");
}

}  // namespace
}  // namespace lull::patterns
