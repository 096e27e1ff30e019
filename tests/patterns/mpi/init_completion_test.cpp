// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "analysis/text_analysis.hpp"
#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

TEST(InitCompletion, ChargesTimeAfterTheFirstHasLeft) {
  expect_severities(R"(
processes 3
0: 0 enter main; 1..30 MPI_Init; 90 leave
1: 0 enter main; 5..34 MPI_Init; 90 leave
2: 0 enter main; 3..41 MPI_Init; 90 leave
expect mpi_init_completion main/MPI_Init @0 = 0
expect mpi_init_completion main/MPI_Init @1 = 4
expect mpi_init_completion main/MPI_Init @2 = 11
expect mpi_init_exit main/MPI_Init @2 = 38
)");
}

TEST(InitCompletion, DoesNotBeginBeforeTheLastHasEntered) {
  expect_severities(R"(
processes 2
0: 1..30 MPI_Init_thread
1: 36..50 MPI_Init_thread
expect mpi_init_completion MPI_Init_thread @0 = 0
expect mpi_init_completion MPI_Init_thread @1 = 14
)");
}

TEST(InitCompletion, ExcludesSpawnedProcesses) {
  expect_severities(R"(
processes 3
comm MPI_COMM_WORLD 0 1
comm MPI_COMM_WORLD_(spawned_1) 2
0: 1..30 MPI_Init; 40..90 MPI_Comm_spawn
1: 1..34 MPI_Init; 40..90 MPI_Comm_spawn
2: 60..85 MPI_Init
expect mpi_init_completion MPI_Init @1 = 4
expect mpi_init_completion MPI_Init @2 = 0
expect mpi_init_exit MPI_Init @2 = 25
)");
}

TEST(InitCompletion, IsZeroWhenAllLeaveAtOnce) {
  expect_severities(R"(
processes 2
0: 1..30 MPI_Init
1: 6..30 MPI_Init
expect total mpi_init_completion = 0
)");
}

TEST(InitCompletion, OneProcessWaitsForNobody) {
  expect_severities(R"(
processes 1
0: 1..30 MPI_Init
expect total mpi_init_completion = 0
)");
}

TEST(InitCompletion, IsNoLongerThanTheOwnTimeOfTheCall) {
  expect_severities(R"(
processes 3
0: 0 enter MPI_Init; 5 enter setup; 20 leave; 30 leave
1: 1 enter MPI_Init; 4 enter setup; 35 leave; 37 leave
2: 2 enter MPI_Init; 4 enter setup; 38 leave; 40 leave
expect mpi_init_completion MPI_Init @0 = 0
expect mpi_init_completion MPI_Init @1 = 5
expect mpi_init_completion MPI_Init @2 = 4
)");
}

// A process was killed in the call.
TEST(InitCompletion, IsZeroForACallThatDoesNotEnd) {
  const analysis::TextAnalysis result(R"(
processes 2
0: 1 enter MPI_Init; 11 leave; 20 enter work; 9000 leave
1: 1 enter MPI_Init
)");
  EXPECT_EQ(result.total("mpi_init_completion"), 0);
  EXPECT_EQ(result.notes().incomplete_collectives.size(), 1u);
}

}  // namespace
}  // namespace lull::patterns
