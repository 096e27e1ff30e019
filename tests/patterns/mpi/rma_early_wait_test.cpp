// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

TEST(RmaEarlyWait, ChargesTheTimeThatCompletingAtOnceWouldSave) {
  expect_severities(R"(
processes 3
window w
group origins 1 2
group target 0
0: 0..1 MPI_Win_post group_sync origins win=w; 2..33 MPI_Win_wait group_sync origins win=w
1: 1..2 MPI_Win_start group_sync target win=w; 3..4 MPI_Put put 0 win=w; 5..6 MPI_Win_complete group_sync target win=w
2: 8..9 MPI_Win_start group_sync target win=w; 30..31 MPI_Win_complete group_sync target win=w
expect mpi_rma_early_wait MPI_Win_wait @0 = 28
expect mpi_rma_late_complete MPI_Win_wait @0 = 21
expect mpi_rma_pairsync_unneeded_count MPI_Win_wait @0 = 1
)");
}

TEST(RmaEarlyWait, IsZeroWhereTheProcessTests) {
  expect_severities(R"(
processes 2
window w
group origin 1
group target 0
0: 0..1 MPI_Win_post group_sync origin win=w; 2..33 MPI_Win_test group_sync origin win=w
1: 1..2 MPI_Win_start group_sync target win=w; 30..31 MPI_Win_complete group_sync target win=w
expect total mpi_rma_early_wait = 0
expect mpi_rma_pairsync_count MPI_Win_test @0 = 1
)");
}

TEST(RmaEarlyWait, IsZeroWhereAnOriginNeverCompletes) {
  expect_severities(R"(
processes 2
window w
group origin 1
group target 0
0: 0..1 MPI_Win_post group_sync origin win=w; 2..33 MPI_Win_wait group_sync origin win=w
1: 1..2 MPI_Win_start group_sync target win=w
expect total mpi_rma_early_wait = 0
)");
}

}  // namespace
}  // namespace lull::patterns
