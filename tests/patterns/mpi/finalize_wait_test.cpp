// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

TEST(FinalizeWait, ChargesEachProcessUntilTheLastEnters) {
  expect_severities(R"(
processes 3
0: 0 enter main; 10..50 MPI_Finalize; 90 leave
1: 0 enter main; 40..50 MPI_Finalize; 90 leave
2: 0 enter main; 25..50 MPI_Finalize; 90 leave
expect mpi_finalize_wait main/MPI_Finalize @0 = 30
expect mpi_finalize_wait main/MPI_Finalize @1 = 0
expect mpi_finalize_wait main/MPI_Finalize @2 = 15
expect mpi_init_exit main/MPI_Finalize @0 = 40
)");
}

TEST(FinalizeWait, IsZeroWhenAllEnterAtOnce) {
  expect_severities(R"(
processes 2
0: 10..50 MPI_Finalize
1: 10..60 MPI_Finalize
expect total mpi_finalize_wait = 0
)");
}

TEST(FinalizeWait, IsSeparateForEachRun) {
  expect_severities(R"(
processes 5
comm MPI_COMM_WORLD 0 1
comm MPI_COMM_WORLD_(run_2) 2 3 4
0: 10..50 MPI_Finalize
1: 40..50 MPI_Finalize
2: 1010..1050 MPI_Finalize
3: 1045..1050 MPI_Finalize
4: 1030..1050 MPI_Finalize
expect mpi_finalize_wait MPI_Finalize @0 = 30
expect mpi_finalize_wait MPI_Finalize @1 = 0
expect mpi_finalize_wait MPI_Finalize @2 = 35
expect mpi_finalize_wait MPI_Finalize @3 = 0
expect mpi_finalize_wait MPI_Finalize @4 = 15
)");
}

TEST(FinalizeWait, NeverExceedsTheCallEvenIfClocksDisagree) {
  expect_severities(R"(
processes 2
0: 10..20 MPI_Finalize
1: 40..60 MPI_Finalize
expect mpi_finalize_wait MPI_Finalize @0 = 10
)");
}

}  // namespace
}  // namespace lull::patterns
