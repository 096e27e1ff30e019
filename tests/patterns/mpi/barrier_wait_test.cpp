// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

TEST(BarrierWait, ChargesEachMemberUntilTheLastBegins) {
  expect_severities(R"(
processes 3
0: 0 enter main; 10..35 MPI_Barrier collective; 90 leave
1: 0 enter main; 30..36 MPI_Barrier collective; 90 leave
2: 0 enter main; 18..37 MPI_Barrier collective; 90 leave
expect mpi_barrier_wait main/MPI_Barrier @0 = 20
expect mpi_barrier_wait main/MPI_Barrier @1 = 0
expect mpi_barrier_wait main/MPI_Barrier @2 = 12
expect mpi_sync_collective main/MPI_Barrier @0 = 25
expect syncs_coll main/MPI_Barrier @0 = 1
)");
}

TEST(BarrierWait, IsZeroWhenAllBeginAtOnce) {
  expect_severities(R"(
processes 2
0: 10..35 MPI_Barrier collective
1: 10..36 MPI_Barrier collective
expect total mpi_barrier_wait = 0
)");
}

TEST(BarrierWait, CountsFromTheOperationInsideTheCall) {
  expect_severities(R"(
processes 2
0: 10..40 MPI_Barrier 12 coll_begin, 38 coll_end
1: 30..40 MPI_Barrier 33 coll_begin, 38 coll_end
expect mpi_barrier_wait MPI_Barrier @0 = 21
)");
}

TEST(BarrierWait, CountsFromEnterWhereTheTraceHasNoBegin) {
  expect_severities(R"(
processes 2
0: 10..40 MPI_Barrier coll_end
1: 30..40 MPI_Barrier coll_end
expect mpi_barrier_wait MPI_Barrier @0 = 20
)");
}

TEST(BarrierWait, NeverExceedsTheBarrierEvenIfClocksDisagree) {
  expect_severities(R"(
processes 2
0: 0..10 MPI_Barrier collective
1: 20..30 MPI_Barrier collective
expect mpi_barrier_wait MPI_Barrier @0 = 10
expect total mpi_barrier_wait = 10
)");
}

TEST(BarrierWait, OneMemberWaitsForNobody) {
  expect_severities(R"(
processes 2
comm alone 0
0: 0..10 MPI_Barrier collective comm=alone; 20..30 MPI_Barrier collective comm=self
1: 40..50 MPI_Barrier collective comm=self
expect total mpi_barrier_wait = 0
expect total mpi_barrier_completion = 0
expect syncs_coll MPI_Barrier @0 = 2
)");
}

TEST(BarrierWait, MatchesBarriersByCommunicatorAndOrder) {
  expect_severities(R"(
processes 3
comm pair 2 0
0: 0..50 MPI_Barrier collective; 60..90 MPI_Barrier collective comm=pair; 100..130 MPI_Barrier collective
1: 10..51 MPI_Barrier collective; 120..130 MPI_Barrier collective
2: 40..52 MPI_Barrier collective; 80..90 MPI_Barrier collective comm=pair; 91..130 MPI_Barrier collective
expect mpi_barrier_wait MPI_Barrier @0 = 80
expect mpi_barrier_wait MPI_Barrier @1 = 30
expect mpi_barrier_wait MPI_Barrier @2 = 29
)");
}

TEST(BarrierWait, IsZeroWhereAMemberIsMissing) {
  expect_severities(R"(
processes 3
0: 0..50 MPI_Barrier collective
1: 10..51 MPI_Barrier collective
expect total mpi_barrier_wait = 0
)");
}

}  // namespace
}  // namespace lull::patterns
