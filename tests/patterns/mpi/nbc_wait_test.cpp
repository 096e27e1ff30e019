// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

TEST(NonBlockingWait, LastsUntilTheLastHasBegunAndIsHiddenBefore) {
  expect_severities(R"(
processes 3
0: 0..1 MPI_Iallreduce coll_request req=1; 10..45 MPI_Wait coll_complete req=1 op=allreduce
1: 5..6 MPI_Iallreduce coll_request req=1; 50..51 MPI_Wait coll_complete req=1 op=allreduce
2: 40..41 MPI_Iallreduce coll_request req=1; 41..46 MPI_Wait coll_complete req=1 op=allreduce
expect nbc_wait_nxn MPI_Wait @0 = 30
expect total nbc_wait_nxn = 30
expect nbc_hidden MPI_Wait @0 = 9
expect nbc_hidden MPI_Wait @1 = 34
expect total nbc_hidden = 43
expect mpi_collective MPI_Wait @0 = 30
expect mpi_point2point MPI_Wait @0 = 5
expect total mpi_wait_nxn = 0
)");
}

TEST(NonBlockingWait, IsTheLongestOfSeveralOperations) {
  expect_severities(R"(
processes 2
0: 0..1 MPI_Ibarrier coll_request req=1; 2..3 MPI_Irecv irecv_request req=2; 10..60 MPI_Waitall irecv 1 req=2, coll_complete req=1 op=barrier
1: 30..31 MPI_Send send 0; 40..41 MPI_Ibarrier coll_request req=1; 41..42 MPI_Wait coll_complete req=1 op=barrier
expect nbc_wait_barrier MPI_Waitall @0 = 30
expect total mpi_latesender = 0
)");
  expect_severities(R"(
processes 2
0: 0..1 MPI_Ibarrier coll_request req=1; 2..3 MPI_Irecv irecv_request req=2; 10..60 MPI_Waitall irecv 1 req=2, coll_complete req=1 op=barrier
1: 30..31 MPI_Ibarrier coll_request req=1; 31..32 MPI_Wait coll_complete req=1 op=barrier; 40..41 MPI_Send send 0
expect total nbc_wait_barrier = 0
expect mpi_latesender MPI_Waitall @0 = 30
)");
}

// The completions of one call do not affect the next one.
TEST(NonBlockingWait, OfACallThatAlsoReceivesDoesNotAffectLaterReceives) {
  expect_severities(R"(
processes 2
0: 0..1 MPI_Ibarrier coll_request req=1; 10..60 MPI_Waitall recv 1, coll_complete req=1 op=barrier; 70..95 MPI_Recv recv 1
1: 30..31 MPI_Send send 0; 40..41 MPI_Ibarrier coll_request req=1; 41..42 MPI_Wait coll_complete req=1 op=barrier; 90..91 MPI_Send send 0
expect nbc_wait_barrier MPI_Waitall @0 = 30
expect mpi_latesender MPI_Recv @0 = 20
)");
}

TEST(NonBlockingWait, IsZeroInTests) {
  expect_severities(R"(
processes 3
0: 25..26 MPI_Ibcast coll_request req=1; 26..27 MPI_Wait coll_complete req=1 op=bcast root=0
1: 0..1 MPI_Ibcast coll_request req=1; 20..24 MPI_Wait coll_complete req=1 op=bcast root=0
2: 0..1 MPI_Ibcast coll_request req=1; 20..30 MPI_Test coll_complete req=1 op=bcast root=0
expect nbc_latebroadcast MPI_Wait @1 = 4
expect total nbc_latebroadcast = 4
)");
}

TEST(NonBlockingWait, IncludesRootedOperationsAndScans) {
  expect_severities(R"(
processes 3
0: 0..1 MPI_Ireduce coll_request req=1; 5..40 MPI_Wait coll_complete req=1 op=reduce root=0; 50..51 MPI_Iscan coll_request req=2; 52..53 MPI_Wait coll_complete req=2 op=scan
1: 10..11 MPI_Ireduce coll_request req=1; 12..14 MPI_Wait coll_complete req=1 op=reduce root=0; 60..61 MPI_Iscan coll_request req=2; 62..63 MPI_Wait coll_complete req=2 op=scan
2: 30..31 MPI_Ireduce coll_request req=1; 32..34 MPI_Wait coll_complete req=1 op=reduce root=0; 44..45 MPI_Iscan coll_request req=2; 46..63 MPI_Wait coll_complete req=2 op=scan
expect nbc_earlyreduce MPI_Wait @0 = 25
expect total nbc_earlyreduce = 25
expect nbc_earlyscan MPI_Wait @2 = 14
expect total nbc_earlyscan = 14
)");
}

TEST(NonBlockingWait, OperationsAreNumberedInTheOrderOfTheirBeginning) {
  expect_severities(R"(
processes 2
0: 0..1 MPI_Ibarrier coll_request req=1; 2..3 MPI_Ibarrier coll_request req=2; 10..60 MPI_Wait coll_complete req=2 op=barrier; 61..62 MPI_Wait coll_complete req=1 op=barrier
1: 20..21 MPI_Ibarrier coll_request req=1; 50..51 MPI_Ibarrier coll_request req=2; 52..53 MPI_Waitall coll_complete req=1 op=barrier, coll_complete req=2 op=barrier
expect nbc_wait_barrier MPI_Wait @0 = 40
expect total nbc_wait_barrier = 40
)");
}

// The number of the lost operation is unknown.
TEST(NonBlockingWait, NothingIsKnownAfterARequestThatNeverCompletes) {
  expect_severities(R"(
processes 2
0: 0..1 MPI_Ibarrier coll_request req=1; 2..3 MPI_Ibarrier coll_request req=2; 10..60 MPI_Wait coll_complete req=2 op=barrier
1: 20..21 MPI_Ibarrier coll_request req=1; 22..23 MPI_Wait coll_complete req=1 op=barrier; 50..51 MPI_Ibarrier coll_request req=2; 52..53 MPI_Wait coll_complete req=2 op=barrier
expect total nbc_wait_barrier = 0
expect total nbc_hidden = 0
)");
}

// Only the second operation has another member.
TEST(NonBlockingWait, OperationsThatNameTheirCommunicatorAreKnownAfterOneThatNeverCompletes) {
  expect_severities(R"(
processes 2
0: 0..1 MPI_Ibarrier coll_request req=1 communicator=0; 2..3 MPI_Ibarrier coll_request req=2 communicator=0; 10..60 MPI_Wait coll_complete req=2 op=barrier
1: 20..21 MPI_Ibarrier coll_request req=1 communicator=0; 22..23 MPI_Wait coll_complete req=1 op=barrier; 50..51 MPI_Ibarrier coll_request req=2 communicator=0; 52..53 MPI_Wait coll_complete req=2 op=barrier
expect nbc_wait_barrier MPI_Wait @0 = 40
expect total nbc_wait_barrier = 40
)");
}

TEST(NonBlockingWait, SimultaneousIsNotLateAndOneMemberWaitsForNobody) {
  expect_severities(R"(
processes 2
0: 10..11 MPI_Ibarrier coll_request req=1; 20..30 MPI_Wait coll_complete req=1 op=barrier; 31..32 MPI_Ibarrier coll_request req=2; 33..40 MPI_Wait coll_complete req=2 op=barrier comm=self
1: 20..21 MPI_Ibarrier coll_request req=1; 21..30 MPI_Wait coll_complete req=1 op=barrier
expect total nbc_wait_barrier = 0
)");
}

}  // namespace
}  // namespace lull::patterns
