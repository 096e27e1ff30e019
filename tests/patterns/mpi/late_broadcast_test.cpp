// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

class LateBroadcastOf : public testing::TestWithParam<const char*> {};

TEST_P(LateBroadcastOf, ChargesMembersUntilTheRootBegins) {
  expect_severities(fmt::format(R"(
processes 3
0: 0 enter main; 10..35 {0} collective root=1; 90 leave
1: 0 enter main; 30..34 {0} collective root=1; 90 leave
2: 0 enter main; 18..36 {0} collective root=1; 90 leave
expect mpi_latebroadcast main/{0} @0 = 20
expect mpi_latebroadcast main/{0} @1 = 0
expect mpi_latebroadcast main/{0} @2 = 12
)",
                                GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Operations, LateBroadcastOf,
                         testing::Values("MPI_Bcast", "MPI_Scatter", "MPI_Scatterv"),
                         [](const auto& test) { return std::string(test.param + 4); });

TEST(LateBroadcast, IsZeroWhenTheRootBeginsFirstOrAtTheSameTime) {
  expect_severities(R"(
processes 3
0: 10..20 MPI_Bcast collective root=0
1: 10..35 MPI_Bcast collective root=0
2: 30..36 MPI_Bcast collective root=0
expect total mpi_latebroadcast = 0
)");
}

TEST(LateBroadcast, IsZeroWhenTheRootSendsNothing) {
  expect_severities(R"(
processes 2
0: 30..40 MPI_Bcast collective root=0 sent=0 recv=0
1: 10..41 MPI_Bcast collective root=0 sent=0 recv=0
expect total mpi_latebroadcast = 0
)");
}

TEST(LateBroadcast, MembersThatReceiveNothingDoNotWait) {
  expect_severities(R"(
processes 3
0: 30..40 MPI_Scatterv collective root=0 sent=8 recv=0
1: 10..41 MPI_Scatterv collective root=0 sent=0 recv=8
2: 12..42 MPI_Scatterv collective root=0 sent=0 recv=0
expect mpi_latebroadcast MPI_Scatterv @1 = 20
expect total mpi_latebroadcast = 20
)");
}

TEST(LateBroadcast, NeverExceedsTheOperationEvenIfClocksDisagree) {
  expect_severities(R"(
processes 2
0: 30..40 MPI_Bcast collective root=0
1: 10..20 MPI_Bcast collective root=0
expect mpi_latebroadcast MPI_Bcast @1 = 10
)");
}

TEST(LateBroadcast, UsesTheRootsRankInItsCommunicator) {
  expect_severities(R"(
processes 3
comm pair 2 0
0: 10..30 MPI_Bcast collective root=0 comm=pair
2: 25..30 MPI_Bcast collective root=0 comm=pair
expect mpi_latebroadcast MPI_Bcast @0 = 15
expect total mpi_latebroadcast = 15
)");
}

TEST(LateBroadcast, FindsTheRootOfAnInterCommunicator) {
  expect_severities(R"(
processes 4
intercomm bridge 0 1 | 2 3
0: 5..6 MPI_Bcast collective comm=bridge root=this-group sent=0 recv=0
1: 30..35 MPI_Bcast collective comm=bridge root=self sent=16 recv=0
2: 10..36 MPI_Bcast collective comm=bridge root=1 sent=0 recv=8
3: 20..36 MPI_Bcast collective comm=bridge root=1 sent=0 recv=8
expect mpi_latebroadcast MPI_Bcast @2 = 20
expect mpi_latebroadcast MPI_Bcast @3 = 10
expect total mpi_latebroadcast = 30
)");
}

TEST(LateBroadcast, FindsTheRootInTheOtherGroupOfAnInterCommunicator) {
  expect_severities(R"(
processes 3
intercomm bridge 0 1 | 2
0: 10..36 MPI_Bcast collective comm=bridge root=0 sent=0 recv=8
1: 20..36 MPI_Bcast collective comm=bridge root=0 sent=0 recv=8
2: 30..35 MPI_Bcast collective comm=bridge root=self sent=16 recv=0
expect mpi_latebroadcast MPI_Bcast @0 = 20
expect total mpi_latebroadcast = 30
)");
}

TEST(LateBroadcast, OneMemberWaitsForNobody) {
  expect_severities(R"(
processes 1
0: 10..36 MPI_Bcast collective root=0; 40..50 MPI_Bcast collective root=0 comm=self
expect total mpi_latebroadcast = 0
)");
}

}  // namespace
}  // namespace lull::patterns
