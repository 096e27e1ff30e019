// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

TEST(CausedWaiting, IsAtTheCallThatWasWaitedFor) {
  expect_severities(R"(
processes 2
0: 0 enter main; 10 enter MPI_Send; 12 send 1; 20 leave; 90 leave
1: 0 enter main; 2..26 MPI_Recv recv 0; 90 leave
expect mpi_latesender main/MPI_Recv @1 = 8
expect mpi_latesender_caused main/MPI_Send @0 = 8
expect total mpi_latesender_caused = 8
expect caused_waiting main/MPI_Send @0 = 8
expect total caused_waiting = 8
)");
}

TEST(CausedWaiting, IsAtTheLastMemberOfAnOperation) {
  expect_severities(R"(
processes 3
0: 0 enter main; 10..60 MPI_Barrier collective; 90 leave
1: 0 enter main; 20..60 MPI_Barrier collective; 90 leave
2: 0 enter main; 5 enter slow; 50..60 MPI_Barrier collective; 65 leave; 90 leave
expect total mpi_barrier_wait = 70
expect mpi_barrier_wait_caused main/slow/MPI_Barrier @2 = 70
expect total mpi_barrier_wait_caused = 70
)");
}

TEST(CausedWaiting, IsZeroWhereNobodyWaits) {
  expect_severities(R"(
processes 2
0: 10..20 MPI_Send send 1
1: 10..26 MPI_Recv recv 0
expect total caused_waiting = 0
)");
}

}  // namespace
}  // namespace lull::patterns
