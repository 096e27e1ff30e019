// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

class WaitNxNOf : public testing::TestWithParam<const char*> {};

TEST_P(WaitNxNOf, ChargesEachMemberUntilTheLastBegins) {
  expect_severities(fmt::format(R"(
processes 3
0: 0 enter main; 10..35 {0} collective; 90 leave
1: 0 enter main; 30..36 {0} collective; 90 leave
2: 0 enter main; 18..37 {0} collective; 90 leave
expect mpi_wait_nxn main/{0} @0 = 20
expect mpi_wait_nxn main/{0} @1 = 0
expect mpi_wait_nxn main/{0} @2 = 12
expect mpi_collective main/{0} @0 = 25
)",
                                GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Operations, WaitNxNOf,
                         testing::Values("MPI_Allreduce", "MPI_Allgather", "MPI_Allgatherv",
                                         "MPI_Alltoall", "MPI_Alltoallv", "MPI_Alltoallw",
                                         "MPI_Reduce_scatter", "MPI_Reduce_scatter_block"),
                         [](const auto& test) { return std::string(test.param + 4); });

TEST(WaitNxN, IsZeroWhenAllBeginAtOnce) {
  expect_severities(R"(
processes 2
0: 10..35 MPI_Allreduce collective
1: 10..36 MPI_Allreduce collective
expect total mpi_wait_nxn = 0
)");
}

// All left after the last had begun: the operation synchronised, whoever moved data.
TEST(WaitNxN, ASynchronisingOperationWaitsForAllMembers) {
  expect_severities(R"(
processes 3
0: 0..30 MPI_Alltoallv collective sent=8 recv=8
1: 10..31 MPI_Alltoallv collective sent=8 recv=0
2: 30..32 MPI_Alltoallv collective sent=0 recv=8
expect mpi_wait_nxn MPI_Alltoallv @0 = 30
expect mpi_wait_nxn MPI_Alltoallv @1 = 20
expect mpi_wait_nxn MPI_Alltoallv @2 = 0
)");
}

TEST(WaitNxN, OtherwiseOnlySendersAreWaitedFor) {
  expect_severities(R"(
processes 3
0: 0..29 MPI_Alltoallv collective sent=8 recv=8
1: 10..31 MPI_Alltoallv collective sent=8 recv=8
2: 30..32 MPI_Alltoallv collective sent=0 recv=8
expect mpi_wait_nxn MPI_Alltoallv @0 = 10
expect total mpi_wait_nxn = 10
)");
}

TEST(WaitNxN, OtherwiseMembersThatReceiveNothingDoNotWait) {
  expect_severities(R"(
processes 3
0: 0..20 MPI_Alltoallv collective sent=8 recv=0
1: 10..31 MPI_Alltoallv collective sent=8 recv=8
2: 30..32 MPI_Alltoallv collective sent=8 recv=8
expect mpi_wait_nxn MPI_Alltoallv @0 = 0
expect mpi_wait_nxn MPI_Alltoallv @1 = 20
expect total mpi_wait_nxn = 20
)");
}

TEST(WaitNxN, IsZeroWhenNobodySendsAndNothingIsSynchronised) {
  expect_severities(R"(
processes 2
0: 0..20 MPI_Alltoallv collective sent=0 recv=0
1: 30..32 MPI_Alltoallv collective sent=0 recv=0
expect total mpi_wait_nxn = 0
)");
}

TEST(WaitNxN, NeverExceedsTheOperationEvenIfClocksDisagree) {
  expect_severities(R"(
processes 2
0: 0..10 MPI_Allreduce collective
1: 20..30 MPI_Allreduce collective
expect mpi_wait_nxn MPI_Allreduce @0 = 10
expect total mpi_wait_nxn = 10
)");
}

TEST(WaitNxN, OneMemberWaitsForNobody) {
  expect_severities(R"(
processes 2
0: 0..10 MPI_Allreduce collective comm=self
1: 20..30 MPI_Allreduce collective comm=self
expect total mpi_wait_nxn = 0
expect total mpi_nxn_completion = 0
expect total comms_cxch = 2
)");
}

TEST(WaitNxN, SpansBothGroupsOfAnInterCommunicator) {
  expect_severities(R"(
processes 3
intercomm bridge 0 | 1 2
0: 0..30 MPI_Allreduce collective comm=bridge
1: 10..30 MPI_Allreduce collective comm=bridge
2: 25..30 MPI_Allreduce collective comm=bridge
expect mpi_wait_nxn MPI_Allreduce @0 = 25
expect mpi_wait_nxn MPI_Allreduce @1 = 15
)");
}

TEST(WaitNxN, IsNotABarrier) {
  expect_severities(R"(
processes 2
0: 0..30 MPI_Allreduce collective
1: 20..30 MPI_Allreduce collective
expect total mpi_barrier_wait = 0
expect total mpi_earlyreduce = 0
expect total mpi_latebroadcast = 0
)");
}

// An operation recorded in a call of another class: its waiting time moves to its class.
TEST(WaitNxN, MovesItsTimeToItsClass) {
  expect_severities(R"(
processes 2
0: 0..30 MPI_Recv 0 coll_begin, 30 coll_end op=allreduce
1: 20..30 MPI_Allreduce collective
expect mpi_wait_nxn MPI_Recv @0 = 20
expect mpi_collective MPI_Recv @0 = 20
expect mpi_point2point MPI_Recv @0 = 10
expect total mpi_communication = 40
)");
}

TEST(WaitNxN, IsNotChargedToAThreadThatRunsNothing) {
  expect_severities(R"(
processes 2
threads 0 4
threads 1 2
0.1: 2 team_begin team0; 92 coll_begin; 124 coll_end op=allgather comm=world
1.1: 137 coll_end op=alltoall comm=world
expect total mpi_wait_nxn = 0
)");
}

}  // namespace
}  // namespace lull::patterns
