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

TEST(NxNCompletion, DoesNotBeginBeforeTheLastHasBegun) {
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

// Process 2 sends nothing and begins when the others have finished: neither needed the other.
TEST(NxNCompletion, WithoutOverlapMembersStayOnlyForSenders) {
  expect_severities(R"(
processes 3
0: 0..22 MPI_Alltoallv collective sent=8 recv=8
1: 20..29 MPI_Alltoallv collective sent=8 recv=8
2: 30..37 MPI_Alltoallv collective sent=0 recv=8
expect mpi_nxn_completion MPI_Alltoallv @0 = 0
expect mpi_nxn_completion MPI_Alltoallv @1 = 7
expect mpi_nxn_completion MPI_Alltoallv @2 = 0
)");
}

TEST(NxNCompletion, WithoutOverlapOnlyReceiversStay) {
  expect_severities(R"(
processes 4
0: 0..10 MPI_Alltoallv collective sent=8 recv=0
1: 5..50 MPI_Alltoallv collective sent=8 recv=8
2: 40..45 MPI_Alltoallv collective sent=8 recv=8
3: 2..60 MPI_Alltoallv collective sent=8 recv=0
expect mpi_nxn_completion MPI_Alltoallv @1 = 5
expect total mpi_nxn_completion = 5
)");
}

TEST(NxNCompletion, TheLastSenderStaysEvenIfItReceivesNothing) {
  expect_severities(R"(
processes 3
0: 0..10 MPI_Alltoallv collective sent=0 recv=0
1: 5..42 MPI_Alltoallv collective sent=0 recv=8
2: 40..45 MPI_Alltoallv collective sent=8 recv=0
expect mpi_nxn_completion MPI_Alltoallv @2 = 3
expect total mpi_nxn_completion = 3
)");
}

TEST(NxNCompletion, IsZeroWhereMembersDoNotOverlapAndNobodySends) {
  expect_severities(R"(
processes 3
0: 0..10 MPI_Alltoallv collective sent=0 recv=0
1: 20..30 MPI_Alltoallv collective sent=0 recv=0
2: 25..39 MPI_Alltoallv collective sent=0 recv=0
expect total mpi_nxn_completion = 0
)");
}

// Both last senders stay; a receiver that begins with them did not need a later member.
TEST(NxNCompletion, IncludesAllSendersThatBeginLastAtOnce) {
  expect_severities(R"(
processes 4
0: 0..10 MPI_Alltoallv collective sent=8 recv=8
1: 20..24 MPI_Alltoallv collective sent=8 recv=8
2: 20..27 MPI_Alltoallv collective sent=8 recv=8
3: 20..90 MPI_Alltoallv collective sent=0 recv=8
expect mpi_nxn_completion MPI_Alltoallv @1 = 4
expect mpi_nxn_completion MPI_Alltoallv @2 = 7
expect total mpi_nxn_completion = 11
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
