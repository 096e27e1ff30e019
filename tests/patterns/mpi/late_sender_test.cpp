// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

TEST(LateSender, ChargesOnlyTimeBeforeTheSend) {
  expect_severities(R"(
processes 2
0: 0 enter main; 10 enter MPI_Send; 12 send 1; 20 leave; 90 leave
1: 0 enter main; 2..26 MPI_Recv recv 0; 90 leave
expect mpi_latesender main/MPI_Recv @1 = 8
expect total mpi_latesender = 8
expect mpi_cls_count main/MPI_Recv @1 = 1
expect total mpi_sls_count = 0
expect total mpi_latereceiver = 0
)");
}

TEST(LateSender, IsZeroWhenTheSendCameFirst) {
  expect_severities(R"(
processes 2
0: 10..20 MPI_Send send 1
1: 15..26 MPI_Recv recv 0
expect total mpi_latesender = 0
expect total mpi_cls_count = 0
)");
}

TEST(LateSender, IsZeroWhenBothEnterAtTheSameTime) {
  expect_severities(R"(
processes 2
0: 10..20 MPI_Send send 1
1: 10..26 MPI_Recv recv 0
expect total mpi_latesender = 0
expect total mpi_cls_count = 0
)");
}

TEST(LateSender, NeverExceedsTheReceiveEvenIfClocksDisagree) {
  expect_severities(R"(
processes 2
0: 40..50 MPI_Send send 1
1: 2..26 MPI_Recv recv 0
expect mpi_latesender MPI_Recv @1 = 24
)");
}

TEST(LateSender, CountsFromTheCallThatPostedTheSend) {
  expect_severities(R"(
processes 2
0: 10..12 MPI_Isend isend 1 req=1; 30..40 MPI_Wait isend_complete req=1
1: 2..26 MPI_Recv recv 0
expect mpi_latesender MPI_Recv @1 = 8
)");
}

TEST(LateSender, CountsTheWaitNotThePostingOfANonBlockingReceive) {
  expect_severities(R"(
processes 2
0: 10..20 MPI_Send send 1
1: 0..2 MPI_Irecv irecv_request req=1; 6..26 MPI_Wait irecv 0 req=1
expect mpi_latesender MPI_Wait @1 = 4
expect total mpi_latesender = 4
expect mpi_cls_count MPI_Wait @1 = 1
)");
}

TEST(LateSender, ChargesOnlyTheLongestWaitOfAWaitall) {
  expect_severities(R"(
processes 3
0: 10..12 MPI_Send send 1
2: 25..30 MPI_Send send 1
1: 0..2 MPI_Irecv irecv_request req=1
   2..3 MPI_Irecv irecv_request req=2
   5..40 MPI_Waitall irecv 0 req=1, irecv 2 req=2
expect mpi_latesender MPI_Waitall @1 = 20
expect total mpi_latesender = 20
expect total mpi_cls_count = 1
)");
}

TEST(LateSender, ChargesOnlyTheLongestWaitOfAWaitsome) {
  expect_severities(R"(
processes 3
0: 25..30 MPI_Send send 1
2: 10..12 MPI_Send send 1
1: 0..2 MPI_Irecv irecv_request req=1
   2..3 MPI_Irecv irecv_request req=2
   5..40 MPI_Waitsome irecv 0 req=1, irecv 2 req=2
expect mpi_latesender MPI_Waitsome @1 = 20
expect total mpi_cls_count = 1
)");
}

TEST(LateSender, ChargesEachWaitany) {
  expect_severities(R"(
processes 3
0: 10..12 MPI_Send send 1
2: 25..30 MPI_Send send 1
1: 0..2 MPI_Irecv irecv_request req=1
   2..3 MPI_Irecv irecv_request req=2
   5..13 MPI_Waitany irecv 0 req=1
   20..31 MPI_Waitany irecv 2 req=2
expect mpi_latesender MPI_Waitany @1 = 10
expect total mpi_cls_count = 2
)");
}

TEST(LateSender, IsChargedToBothSidesOfASendrecv) {
  expect_severities(R"(
processes 3
0: 5..30 MPI_Sendrecv send 1, recv 2
1: 8..30 MPI_Sendrecv send 2, recv 0
2: 20..30 MPI_Sendrecv send 0, recv 1
expect mpi_latesender MPI_Sendrecv @0 = 15
expect total mpi_latesender = 15
expect total mpi_cls_count = 1
expect total mpi_latereceiver = 0
)");
}

TEST(LateSender, DoesNotChargeTests) {
  expect_severities(R"(
processes 2
0: 10..20 MPI_Send send 1; 27..28 MPI_Send send 1; 30..31 MPI_Send send 1
1: 0..2 MPI_Irecv irecv_request req=1; 2..3 MPI_Irecv irecv_request req=2
   3..4 MPI_Irecv irecv_request req=3
   5..26 MPI_Test irecv 0 req=1
   26..30 MPI_Testall irecv 0 req=2
   30..31 MPI_Testsome irecv 0 req=3
expect total mpi_latesender = 0
expect total mpi_cls_count = 0
expect comms_recv MPI_Test @1 = 1
)");
}

TEST(LateSender, IncludesPersistentReceives) {
  expect_severities(R"(
processes 2
0: 10..12 MPI_Send send 1; 50..52 MPI_Send send 1
1: 0..1 MPI_Recv_init
   1..2 MPI_Start irecv_request req=7
   4..20 MPI_Wait irecv 0 req=7
   30..32 MPI_Startall irecv_request req=7
   45..60 MPI_Wait irecv 0 req=7
expect mpi_latesender MPI_Wait @1 = 11
expect mpi_cls_count MPI_Wait @1 = 2
)");
}

TEST(LateSender, CountsPersistentSendsFromTheirStart) {
  expect_severities(R"(
processes 2
0: 0..1 MPI_Send_init; 10..12 MPI_Start isend 1 req=1; 30..31 MPI_Wait isend_complete req=1
1: 2..26 MPI_Recv recv 0
expect mpi_latesender MPI_Recv @1 = 8
)");
}

TEST(LateSender, IncludesMatchedReceives) {
  expect_severities(R"(
processes 2
0: 10..20 MPI_Send send 1
1: 0..4 MPI_Mprobe; 4..26 MPI_Mrecv recv 0
expect mpi_latesender MPI_Mrecv @1 = 6
expect total mpi_latesender = 6
)");
}

TEST(LateSender, CountsEmptyMessagesAsSynchronisations) {
  expect_severities(R"(
processes 2
0: 10..20 MPI_Send send 1 bytes=0
1: 2..26 MPI_Recv recv 0 bytes=0
expect mpi_latesender MPI_Recv @1 = 8
expect mpi_sls_count MPI_Recv @1 = 1
expect total mpi_cls_count = 0
)");
}

TEST(LateSender, SeparatesCallPaths) {
  expect_severities(R"(
processes 2
0: 10..20 MPI_Send send 1; 33..36 MPI_Send send 1
1: 0 enter a; 2..26 MPI_Recv recv 0; 27 leave; 28 enter b; 30..40 MPI_Recv recv 0; 50 leave
expect mpi_latesender a/MPI_Recv @1 = 8
expect mpi_latesender b/MPI_Recv @1 = 3
expect total mpi_cls_count = 2
)");
}

TEST(LateSender, IsPartOfPointToPointTime) {
  expect_severities(R"(
processes 2
0: 10..20 MPI_Send send 1
1: 2..26 MPI_Recv recv 0
expect mpi_point2point MPI_Recv @1 = 24
expect mpi_point2point MPI_Send @0 = 10
)");
}

TEST(LateSender, HoldsAcrossCorrectedClocks) {
  expect_severities(R"(
processes 2
offset 0 0 1000
0: 10..20 MPI_Send send 1
1: 1002..1026 MPI_Recv recv 0
expect mpi_latesender MPI_Recv @1 = 8
)");
}

// Messages of a neighbourhood collective: the call waits once, for the latest of its senders.
TEST(LateSender, ChargesACallOnceForAllReceivesItCompletes) {
  expect_severities(R"(
processes 3
0: 10..20 MPI_Send send 1
1: 2..40 MPI_Neighbor_alltoall recv 0, recv 2
2: 30..35 MPI_Send send 1
expect mpi_latesender MPI_Neighbor_alltoall @1 = 28
expect total mpi_latesender = 28
expect total mpi_cls_count = 1
)");
}

// A call waits in its own time only; callees are assumed to run after that.
TEST(LateSender, ExcludesTheTimeOfCalleesAndFlushes) {
  expect_severities(R"(
processes 2
0: 40..45 MPI_Send send 1; 70..75 MPI_Send send 1
1: 0 enter MPI_Recv; 5..20 callback; 46 recv 0; 48 leave
   50 enter MPI_Recv; 55 flush 68; 76 recv 0; 77 leave
expect mpi_point2point MPI_Recv @1 = 47
expect mpi_latesender MPI_Recv @1 = 47
expect overhead MPI_Recv @1 = 13
)");
}

// For a message sent outside all MPI calls only the time is known.
TEST(LateSender, BeginsWithTheSendEventIfNoCallIsRecorded) {
  expect_severities(R"(
processes 2
0: 0 enter main; 30 send 1; 90 leave
1: 0 enter main; 10..40 MPI_Recv recv 0; 90 leave
expect mpi_latesender main/MPI_Recv @1 = 20
)");
}

TEST(LateSender, CountsMessagesAsTheReceiverDoes) {
  expect_severities(R"(
processes 2
0: 20..25 MPI_Send send 1 bytes=0
1: 10..30 MPI_Recv recv 0 bytes=8
expect comms_recv MPI_Recv @1 = 1
expect mpi_cls_count MPI_Recv @1 = 1
expect total mpi_sls_count = 0
)");
}

// Messages recorded in these calls belong to calls that were lost.
TEST(LateSender, IsZeroInInitAndInCallsWithCollectives) {
  expect_severities(R"(
processes 2
0: 0 enter MPI_Init; 30 send 1; 40 leave; 80..90 MPI_Barrier collective; 92..94 MPI_Send send 1 tag=1
   96..97 MPI_Send send 1 tag=2
1: 0 enter MPI_Init; 35 recv 0; 40 leave
   70 enter MPI_Barrier; 70 coll_begin; 90 coll_end; 95 recv 0 tag=1; 95 leave
   95 enter MPI_Finalize; 98 recv 0 tag=2; 99 leave
expect mpi_barrier_wait MPI_Barrier @1 = 10
expect total mpi_latesender = 0
)");
}

}  // namespace
}  // namespace lull::patterns
