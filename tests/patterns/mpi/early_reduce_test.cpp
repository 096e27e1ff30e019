// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

class EarlyReduceOf : public testing::TestWithParam<const char*> {};

TEST_P(EarlyReduceOf, ChargesTheRootUntilTheLastSenderBegins) {
  expect_severities(fmt::format(R"(
processes 3
0: 0 enter main; 20..21 {0} collective root=1; 90 leave
1: 0 enter main; 10..45 {0} collective root=1; 90 leave
2: 0 enter main; 38..39 {0} collective root=1; 90 leave
expect mpi_earlyreduce main/{0} @1 = 28
expect total mpi_earlyreduce = 28
)",
                                GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Operations, EarlyReduceOf,
                         testing::Values("MPI_Reduce", "MPI_Gather", "MPI_Gatherv"),
                         [](const auto& test) { return std::string(test.param + 4); });

TEST(EarlyReduce, IsZeroWhenTheRootBeginsLastOrAtTheSameTime) {
  expect_severities(R"(
processes 2
0: 10..20 MPI_Reduce collective root=0; 30..50 MPI_Reduce collective root=0
1: 10..11 MPI_Reduce collective root=0; 29..40 MPI_Reduce collective root=0
expect total mpi_earlyreduce = 0
)");
}

TEST(EarlyReduce, DoesNotWaitForMembersThatSendNothing) {
  expect_severities(R"(
processes 3
0: 10..50 MPI_Gatherv collective root=0 sent=8 recv=16
1: 20..21 MPI_Gatherv collective root=0 sent=8 recv=0
2: 40..41 MPI_Gatherv collective root=0 sent=0 recv=0
expect mpi_earlyreduce MPI_Gatherv @0 = 10
)");
}

TEST(EarlyReduce, IsZeroWhenTheRootReceivesNothing) {
  expect_severities(R"(
processes 2
0: 10..50 MPI_Reduce collective root=0 sent=0 recv=0
1: 20..21 MPI_Reduce collective root=0 sent=0 recv=0
expect total mpi_earlyreduce = 0
)");
}

TEST(EarlyReduce, NeverExceedsTheOperationEvenIfClocksDisagree) {
  expect_severities(R"(
processes 2
0: 10..15 MPI_Reduce collective root=0
1: 20..21 MPI_Reduce collective root=0
expect mpi_earlyreduce MPI_Reduce @0 = 5
)");
}

TEST(EarlyReduce, FindsTheRootOfAnInterCommunicator) {
  expect_severities(R"(
processes 4
intercomm bridge 0 1 | 2 3
0: 60..61 MPI_Gather collective comm=bridge root=this-group sent=0 recv=0
1: 10..50 MPI_Gather collective comm=bridge root=self sent=0 recv=16
2: 20..36 MPI_Gather collective comm=bridge root=1 sent=8 recv=0
3: 30..36 MPI_Gather collective comm=bridge root=1 sent=8 recv=0
expect mpi_earlyreduce MPI_Gather @1 = 20
expect total mpi_earlyreduce = 20
)");
}

TEST(EarlyReduce, OneMemberWaitsForNobody) {
  expect_severities(R"(
processes 2
0: 10..36 MPI_Reduce collective root=0 comm=self
1: 20..36 MPI_Reduce collective root=0 comm=self
expect total mpi_earlyreduce = 0
)");
}

}  // namespace
}  // namespace lull::patterns
