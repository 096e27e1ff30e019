// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

TEST(RmaFence, ChargesTheWaitAndItsPartUntilTheLastTransfer) {
  expect_severities(R"(
processes 3
window w
0: 0 enter main; 2..8 MPI_Put put 1 win=w; 10..45 MPI_Win_fence rma_collective win=w; 90 leave
1: 0 enter main; 12..22 MPI_Put put 0 win=w; 25..46 MPI_Win_fence rma_collective win=w; 90 leave
2: 0 enter main; 30..35 MPI_Put put 0 win=w; 40..47 MPI_Win_fence rma_collective win=w; 90 leave
expect mpi_rma_wait_at_fence main/MPI_Win_fence @0 = 30
expect mpi_rma_wait_at_fence main/MPI_Win_fence @1 = 15
expect mpi_rma_wait_at_fence main/MPI_Win_fence @2 = 0
expect mpi_rma_early_fence main/MPI_Win_fence @0 = 25
expect mpi_rma_early_fence main/MPI_Win_fence @1 = 0
expect total mpi_rma_early_fence = 25
expect mpi_rma_pairsync_count main/MPI_Win_fence @0 = 2
expect mpi_rma_pairsync_unneeded_count main/MPI_Win_fence @0 = 0
expect mpi_rma_pairsync_unneeded_count main/MPI_Win_fence @1 = 1
expect mpi_rma_pairsync_unneeded_count main/MPI_Win_fence @2 = 1
)");
}

TEST(RmaFence, IsZeroWhereTheFenceSynchronisesNobody) {
  expect_severities(R"(
processes 2
window w
0: 10..12 MPI_Win_fence rma_collective win=w
1: 25..30 MPI_Win_fence rma_collective win=w
expect total mpi_rma_wait_at_fence = 0
)");
}

TEST(RmaFence, SynchronisesWhenTheFirstLeavesAsTheLastBegins) {
  expect_severities(R"(
processes 2
window w
0: 10..25 MPI_Win_fence rma_collective win=w
1: 25..26 MPI_Win_fence rma_collective win=w
expect mpi_rma_wait_at_fence MPI_Win_fence @0 = 15
expect total mpi_rma_wait_at_fence = 15
)");
}

TEST(RmaFence, IncludesOnlyTransfersOfItsEpochAndWindow) {
  expect_severities(R"(
processes 2
window w
window v
0: 0..10 MPI_Win_fence rma_collective win=w; 40..60 MPI_Win_fence rma_collective win=w
1: 0..10 MPI_Win_fence rma_collective win=w
   11..15 MPI_Win_lock lock_request 0 win=w; 16..45 MPI_Put put 0 win=w; 46..47 MPI_Win_unlock lock_release 0 win=w
   48..50 MPI_Put put 0 win=v; 55..61 MPI_Win_fence rma_collective win=w; 62..64 MPI_Put put 0 win=w
expect mpi_rma_wait_at_fence MPI_Win_fence @0 = 15
expect total mpi_rma_early_fence = 0
)");
}

TEST(RmaFence, DoesNotCountAProcessItself) {
  expect_severities(R"(
processes 2
window w
0: 0..5 MPI_Put put 0 win=w; 10..30 MPI_Win_fence rma_collective win=w
1: 20..31 MPI_Win_fence rma_collective win=w
expect mpi_rma_wait_at_fence MPI_Win_fence @0 = 10
expect total mpi_rma_early_fence = 0
expect mpi_rma_pairsync_count MPI_Win_fence @0 = 1
expect mpi_rma_pairsync_unneeded_count MPI_Win_fence @0 = 1
)");
}

}  // namespace
}  // namespace lull::patterns
