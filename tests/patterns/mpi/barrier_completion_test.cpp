// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

TEST(BarrierCompletion, ChargesTimeAfterTheFirstHasLeft) {
  expect_severities(R"(
processes 3
0: 0 enter main; 10..35 MPI_Barrier collective; 90 leave
1: 0 enter main; 30..36 MPI_Barrier collective; 90 leave
2: 0 enter main; 18..41 MPI_Barrier collective; 90 leave
expect mpi_barrier_completion main/MPI_Barrier @0 = 0
expect mpi_barrier_completion main/MPI_Barrier @1 = 1
expect mpi_barrier_completion main/MPI_Barrier @2 = 6
)");
}

TEST(BarrierCompletion, IsZeroWhenAllLeaveAtOnce) {
  expect_severities(R"(
processes 2
0: 10..35 MPI_Barrier collective
1: 30..35 MPI_Barrier collective
expect total mpi_barrier_completion = 0
)");
}

TEST(BarrierCompletion, DoesNotBeginBeforeTheLastHasBegun) {
  expect_severities(R"(
processes 3
0: 0..10 MPI_Barrier collective
1: 20..30 MPI_Barrier collective
2: 5..23 MPI_Barrier collective
expect mpi_barrier_completion MPI_Barrier @0 = 0
expect mpi_barrier_completion MPI_Barrier @1 = 10
expect mpi_barrier_completion MPI_Barrier @2 = 3
)");
}

TEST(BarrierCompletion, EndsWithTheOperationInsideTheCall) {
  expect_severities(R"(
processes 2
0: 10..40 MPI_Barrier 10 coll_begin, 35 coll_end
1: 30..60 MPI_Barrier 30 coll_begin, 38 coll_end
expect mpi_barrier_completion MPI_Barrier @1 = 3
expect total mpi_barrier_completion = 3
)");
}

}  // namespace
}  // namespace lull::patterns
