// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

TEST(EarlyScan, ChargesEachMemberUntilTheLastOfLowerRankBegins) {
  expect_severities(R"(
processes 4
0: 20..31 MPI_Scan collective sent=8 recv=8
1: 10..32 MPI_Scan collective sent=8 recv=8
2: 15..33 MPI_Scan collective sent=8 recv=8
3: 5..34 MPI_Scan collective sent=8 recv=8
expect mpi_earlyscan MPI_Scan @0 = 0
expect mpi_earlyscan MPI_Scan @1 = 10
expect mpi_earlyscan MPI_Scan @2 = 5
expect mpi_earlyscan MPI_Scan @3 = 15
)");
}

TEST(EarlyScan, IsZeroWhenRanksBeginInOrderOrAtOnce) {
  expect_severities(R"(
processes 3
0: 10..31 MPI_Scan collective sent=8 recv=8
1: 10..32 MPI_Scan collective sent=8 recv=8
2: 25..33 MPI_Scan collective sent=8 recv=8
expect total mpi_earlyscan = 0
)");
}

TEST(EarlyScan, UsesRanksOfItsCommunicator) {
  expect_severities(R"(
processes 3
comm turned 2 0 1
0: 10..31 MPI_Scan collective comm=turned sent=8 recv=8
1: 20..32 MPI_Scan collective comm=turned sent=8 recv=8
2: 25..33 MPI_Scan collective comm=turned sent=8 recv=8
expect mpi_earlyscan MPI_Scan @0 = 15
expect mpi_earlyscan MPI_Scan @1 = 5
expect mpi_earlyscan MPI_Scan @2 = 0
)");
}

TEST(EarlyScan, IncludesExclusiveScans) {
  expect_severities(R"(
processes 3
0: 20..31 MPI_Exscan collective sent=8 recv=0
1: 10..32 MPI_Exscan collective sent=8 recv=8
2: 5..33 MPI_Exscan collective sent=0 recv=8
expect mpi_earlyscan MPI_Exscan @1 = 10
expect mpi_earlyscan MPI_Exscan @2 = 15
expect total mpi_earlyscan = 25
)");
}

TEST(EarlyScan, DoesNotWaitForMembersThatSendNothing) {
  expect_severities(R"(
processes 3
0: 10..31 MPI_Scan collective sent=8 recv=8
1: 25..32 MPI_Scan collective sent=0 recv=8
2: 5..33 MPI_Scan collective sent=8 recv=8
expect mpi_earlyscan MPI_Scan @2 = 5
)");
}

TEST(EarlyScan, MembersThatReceiveNothingDoNotWait) {
  expect_severities(R"(
processes 2
0: 10..31 MPI_Scan collective sent=8 recv=8
1: 5..32 MPI_Scan collective sent=8 recv=0
expect total mpi_earlyscan = 0
)");
}

TEST(EarlyScan, NeverExceedsTheOperationEvenIfClocksDisagree) {
  expect_severities(R"(
processes 2
0: 50..60 MPI_Scan collective sent=8 recv=8
1: 5..32 MPI_Scan collective sent=8 recv=8
expect mpi_earlyscan MPI_Scan @1 = 27
)");
}

}  // namespace
}  // namespace lull::patterns
