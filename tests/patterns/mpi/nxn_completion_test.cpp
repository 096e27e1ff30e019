// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

TEST(NxNCompletion, ChargesTimeAfterTheFirstHasLeft) {
  expect_severities(R"(
processes 3
0: 10..35 MPI_Allreduce collective
1: 30..36 MPI_Allreduce collective
2: 18..41 MPI_Allreduce collective
expect mpi_nxn_completion MPI_Allreduce @0 = 0
expect mpi_nxn_completion MPI_Allreduce @1 = 1
expect mpi_nxn_completion MPI_Allreduce @2 = 6
)");
}

TEST(NxNCompletion, IsZeroWhenAllLeaveAtOnce) {
  expect_severities(R"(
processes 2
0: 10..35 MPI_Allgather collective
1: 30..35 MPI_Allgather collective
expect total mpi_nxn_completion = 0
)");
}

TEST(NxNCompletion, BeginsNotBeforeTheLastHasBegun) {
  expect_severities(R"(
processes 3
0: 0..10 MPI_Alltoall collective
1: 20..30 MPI_Alltoall collective
2: 5..23 MPI_Alltoall collective
expect mpi_nxn_completion MPI_Alltoall @0 = 0
expect mpi_nxn_completion MPI_Alltoall @1 = 10
expect mpi_nxn_completion MPI_Alltoall @2 = 3
)");
}

TEST(NxNCompletion, NeverOverlapsTheWait) {
  expect_severities(R"(
processes 2
0: 0..40 MPI_Allreduce collective
1: 30..35 MPI_Allreduce collective
expect mpi_wait_nxn MPI_Allreduce @0 = 30
expect mpi_nxn_completion MPI_Allreduce @0 = 5
)");
}

}  // namespace
}  // namespace lull::patterns
