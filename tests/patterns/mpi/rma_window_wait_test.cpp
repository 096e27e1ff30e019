// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

TEST(RmaWindowWait, ChargesEachMemberUntilTheLastBegins) {
  expect_severities(R"(
processes 3
window w
0: 0 enter main; 10..35 MPI_Win_create rma_collective op=create_handle win=w; 50..70 MPI_Win_free rma_collective op=destroy_handle win=w; 90 leave
1: 0 enter main; 30..36 MPI_Win_create rma_collective op=create_handle win=w; 62..71 MPI_Win_free rma_collective op=destroy_handle win=w; 90 leave
2: 0 enter main; 18..37 MPI_Win_create rma_collective op=create_handle win=w; 55..72 MPI_Win_free rma_collective op=destroy_handle win=w; 90 leave
expect mpi_rma_wait_at_create main/MPI_Win_create @0 = 20
expect mpi_rma_wait_at_create main/MPI_Win_create @1 = 0
expect mpi_rma_wait_at_create main/MPI_Win_create @2 = 12
expect mpi_rma_wait_at_free main/MPI_Win_free @0 = 12
expect mpi_rma_wait_at_free main/MPI_Win_free @1 = 0
expect mpi_rma_wait_at_free main/MPI_Win_free @2 = 7
expect mpi_mgmt_win main/MPI_Win_create @0 = 25
)");
}

TEST(RmaWindowWait, IsZeroWhereAMemberHasLeftBeforeTheLastBegins) {
  expect_severities(R"(
processes 2
window w
0: 10..20 MPI_Win_free rma_collective op=destroy_handle win=w
1: 25..30 MPI_Win_free rma_collective op=destroy_handle win=w
expect total mpi_rma_wait_at_free = 0
)");
}

TEST(RmaWindowWait, IsZeroForAWindowOfOne) {
  expect_severities(R"(
processes 2
comm alone 0
window w alone
0: 10..20 MPI_Win_create rma_collective op=create_handle win=w
1: 25..30 MPI_Barrier
expect total mpi_rma_wait_at_create = 0
)");
}

}  // namespace
}  // namespace lull::patterns
