// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

TEST(RmaLatePost, ChargesTheCallThatThePostFallsInto) {
  expect_severities(R"(
processes 3
window w
group origins 0 2
group target 1
0: 15..35 MPI_Win_start group_sync target win=w; 36..46 MPI_Put put 1 win=w; 47..56 MPI_Win_complete group_sync target win=w
1: 30..38 MPI_Win_post group_sync origins win=w; 40..62 MPI_Win_wait group_sync origins win=w
2: 2..9 MPI_Win_start group_sync target win=w; 10..18 MPI_Put put 1 win=w; 20..42 MPI_Win_complete group_sync target win=w
expect mpi_rma_sync_late_post MPI_Win_start @0 = 15
expect mpi_rma_sync_late_post MPI_Win_complete @0 = 0
expect mpi_rma_sync_late_post MPI_Win_start @2 = 0
expect mpi_rma_sync_late_post MPI_Win_complete @2 = 10
expect total mpi_rma_comm_late_post = 0
expect mpi_rma_early_wait MPI_Win_wait @1 = 7
expect mpi_rma_late_complete MPI_Win_wait @1 = 1
expect mpi_rma_pairsync_count MPI_Win_wait @1 = 2
expect total mpi_rma_pairsync_unneeded_count = 0
)");
}

TEST(RmaLatePost, ComparesTransfersWithTheirTargetsOnly) {
  expect_severities(R"(
processes 3
window w
group origin 0
group targets 1 2
0: 0..1 MPI_Win_start group_sync targets win=w; 2..12 MPI_Put put 1 win=w; 13..14 MPI_Put put 2 win=w; 15..25 MPI_Win_complete group_sync targets win=w
1: 10..11 MPI_Win_post group_sync origin win=w; 30..31 MPI_Win_wait group_sync origin win=w
2: 20..21 MPI_Win_post group_sync origin win=w; 30..31 MPI_Win_wait group_sync origin win=w
expect mpi_rma_comm_late_post MPI_Put @0 = 8
expect mpi_rma_sync_late_post MPI_Win_complete @0 = 5
expect total mpi_rma_sync_late_post = 5
expect total mpi_rma_early_wait = 0
)");
}

TEST(RmaLatePost, IsZeroIfAPostIsMissingExceptForTransfersToOthers) {
  expect_severities(R"(
processes 3
window w
group origin 0
group targets 1 2
0: 0..1 MPI_Win_start group_sync targets win=w; 2..12 MPI_Put put 1 win=w; 15..25 MPI_Win_complete group_sync targets win=w
1: 10..11 MPI_Win_post group_sync origin win=w; 30..31 MPI_Win_wait group_sync origin win=w
2: 40..41 MPI_Barrier
expect mpi_rma_comm_late_post MPI_Put @0 = 8
expect total mpi_rma_sync_late_post = 0
)");
}

TEST(RmaLatePost, PairsTheNthStartWithTheNthPost) {
  expect_severities(R"(
processes 2
window w
group origin 0
group target 1
0: 0..10 MPI_Win_start group_sync target win=w; 11..12 MPI_Win_complete group_sync target win=w; 20..30 MPI_Win_start group_sync target win=w; 31..32 MPI_Win_complete group_sync target win=w
1: 4..5 MPI_Win_post group_sync origin win=w; 6..13 MPI_Win_wait group_sync origin win=w; 27..28 MPI_Win_post group_sync origin win=w; 29..33 MPI_Win_wait group_sync origin win=w
expect mpi_rma_sync_late_post MPI_Win_start @0 = 11
expect mpi_rma_early_wait MPI_Win_wait @1 = 7
expect mpi_rma_late_complete MPI_Win_wait @1 = 2
expect mpi_rma_pairsync_unneeded_count MPI_Win_complete @0 = 2
)");
}

}  // namespace
}  // namespace lull::patterns
