// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

TEST(LateSenderWrongOrder, BlamesAnEarlierMessageOfTheSameSource) {
  expect_severities(R"(
processes 2
0: 10..11 MPI_Bsend send 1 tag=1; 20..21 MPI_Bsend send 1 tag=2
1: 5..25 MPI_Recv recv 0 tag=2; 30..31 MPI_Recv recv 0 tag=1
expect mpi_latesender MPI_Recv @1 = 15
expect mpi_latesender_wo MPI_Recv @1 = 15
expect mpi_lswo_same MPI_Recv @1 = 15
expect total mpi_lswo_different = 0
expect mpi_clswo_count MPI_Recv @1 = 1
expect total mpi_slswo_count = 0
)");
}

TEST(LateSenderWrongOrder, BlamesAnEarlierMessageOfAnotherSource) {
  expect_severities(R"(
processes 3
0: 20..21 MPI_Bsend send 1
2: 10..11 MPI_Bsend send 1
1: 5..25 MPI_Recv recv 0; 30..31 MPI_Recv recv 2
expect mpi_latesender_wo MPI_Recv @1 = 15
expect mpi_lswo_different MPI_Recv @1 = 15
expect total mpi_lswo_same = 0
)");
}

TEST(LateSenderWrongOrder, IsZeroWhenMessagesAreReceivedInOrder) {
  expect_severities(R"(
processes 3
0: 20..21 MPI_Bsend send 1
2: 10..11 MPI_Bsend send 1
1: 5..15 MPI_Recv recv 2; 16..25 MPI_Recv recv 0
expect total mpi_latesender = 9
expect total mpi_latesender_wo = 0
expect total mpi_clswo_count = 0
)");
}

TEST(LateSenderWrongOrder, AMessageSentAtTheSameTimeIsNotEarlier) {
  expect_severities(R"(
processes 3
0: 20..21 MPI_Bsend send 1
2: 20..21 MPI_Bsend send 1
1: 5..25 MPI_Recv recv 0; 30..31 MPI_Recv recv 2
expect total mpi_latesender = 15
expect total mpi_latesender_wo = 0
)");
}

TEST(LateSenderWrongOrder, UsesTheTimeOfTheSendNotOfItsCall) {
  expect_severities(R"(
processes 3
0: 15 enter MPI_Bsend; 16 send 1; 18 leave
2: 12 enter MPI_Bsend; 17 send 1; 18 leave
1: 5..25 MPI_Recv recv 0; 30..31 MPI_Recv recv 2
expect total mpi_latesender = 10
expect total mpi_latesender_wo = 0
)");
}

TEST(LateSenderWrongOrder, IsZeroForAnEarlierMessageThatIsNeverReceived) {
  expect_severities(R"(
processes 3
0: 20..21 MPI_Bsend send 1
2: 10..11 MPI_Bsend send 1
1: 5..25 MPI_Recv recv 0; 90..91 compute
expect total mpi_latesender = 15
expect total mpi_latesender_wo = 0
)");
}

TEST(LateSenderWrongOrder, MessagesOfOneCallAreReceivedTogether) {
  expect_severities(R"(
processes 3
0: 20..21 MPI_Bsend send 1
2: 10..11 MPI_Bsend send 1
1: 0..1 MPI_Irecv irecv_request req=1; 1..2 MPI_Irecv irecv_request req=2
   5..25 MPI_Waitall irecv 0 req=1, irecv 2 req=2
expect total mpi_latesender = 15
expect total mpi_latesender_wo = 0
)");
}

TEST(LateSenderWrongOrder, TheFirstEarlierMessageDecides) {
  expect_severities(R"(
processes 3
0: 20..21 MPI_Bsend send 1 tag=1; 30..31 MPI_Bsend send 1 tag=2
2: 10..11 MPI_Bsend send 1
1: 5..35 MPI_Recv recv 0 tag=2; 40..41 MPI_Recv recv 2; 50..51 MPI_Recv recv 0 tag=1
expect mpi_latesender_wo MPI_Recv @1 = 25
expect mpi_lswo_different MPI_Recv @1 = 25
expect total mpi_lswo_same = 0
)");
  expect_severities(R"(
processes 3
0: 20..21 MPI_Bsend send 1 tag=1; 30..31 MPI_Bsend send 1 tag=2
2: 10..11 MPI_Bsend send 1
1: 5..35 MPI_Recv recv 0 tag=2; 40..41 MPI_Recv recv 0 tag=1; 50..51 MPI_Recv recv 2
expect mpi_latesender_wo MPI_Recv @1 = 25
expect mpi_lswo_same MPI_Recv @1 = 25
expect total mpi_lswo_different = 0
)");
}

TEST(LateSenderWrongOrder, TheFirstEarlierCompletionOfACallDecides) {
  expect_severities(R"(
processes 3
0: 12..13 MPI_Bsend send 1 tag=1; 30..31 MPI_Bsend send 1 tag=2
2: 10..11 MPI_Bsend send 1
1: 0..1 MPI_Irecv irecv_request req=1; 1..2 MPI_Irecv irecv_request req=2
   5..35 MPI_Recv recv 0 tag=2
   40..50 MPI_Waitall irecv 2 req=2, irecv 0 req=1 tag=1
expect mpi_lswo_different MPI_Recv @1 = 25
expect total mpi_lswo_same = 0
)");
  expect_severities(R"(
processes 3
0: 12..13 MPI_Bsend send 1 tag=1; 30..31 MPI_Bsend send 1 tag=2
2: 10..11 MPI_Bsend send 1
1: 0..1 MPI_Irecv irecv_request req=1; 1..2 MPI_Irecv irecv_request req=2
   5..35 MPI_Recv recv 0 tag=2
   40..50 MPI_Waitall irecv 0 req=1 tag=1, irecv 2 req=2
expect mpi_lswo_same MPI_Recv @1 = 25
expect total mpi_lswo_different = 0
)");
}

TEST(LateSenderWrongOrder, OneEarlierMessageMayAffectSeveralReceives) {
  expect_severities(R"(
processes 2
0: 10..11 MPI_Bsend send 1 tag=1; 20..21 MPI_Bsend send 1 tag=2; 40..41 MPI_Bsend send 1 tag=2
1: 5..25 MPI_Recv recv 0 tag=2; 30..45 MPI_Recv recv 0 tag=2; 50..51 MPI_Recv recv 0 tag=1
expect mpi_latesender MPI_Recv @1 = 25
expect mpi_latesender_wo MPI_Recv @1 = 25
expect mpi_clswo_count MPI_Recv @1 = 2
)");
}

TEST(LateSenderWrongOrder, KeepsInstancesAsLongAsNeeded) {
  expect_severities(R"(
processes 3
0: 20..21 MPI_Bsend send 1; 30..31 x; 40..41 x; 50..51 x; 60..61 x; 70..71 x; 100000..100001 x
2: 10..11 MPI_Bsend send 1; 30..31 x; 40..41 x; 50..51 x; 60..61 x; 70..71 x; 100000..100001 x
1: 5..25 MPI_Recv recv 0; 30..31 x; 40..41 x; 50..51 x; 60..61 x; 70..71 x
   100000..100001 MPI_Recv recv 2
expect mpi_latesender_wo MPI_Recv @1 = 15
)");
}

TEST(LateSenderWrongOrder, KeepsMessagesThatAreNotComplete) {
  // The earlier message is posted early and completed late: it becomes known last.
  expect_severities(R"(
processes 3
0: 20..21 MPI_Bsend send 1
2: 10..11 MPI_Isend isend 1 req=1; 30..31 x; 40..41 x; 50..51 x; 9000..9001 MPI_Wait isend_complete req=1
1: 5..25 MPI_Recv recv 0; 30..31 x; 40..41 x; 50..51 x; 9000..9100 MPI_Recv recv 2
expect mpi_latesender_wo MPI_Recv @1 = 15
expect mpi_lswo_different MPI_Recv @1 = 15
)");
}

TEST(LateSenderWrongOrder, CountsEmptyMessagesAsSynchronisations) {
  expect_severities(R"(
processes 2
0: 10..11 MPI_Bsend send 1 tag=1; 20..21 MPI_Bsend send 1 tag=2 bytes=0
1: 5..25 MPI_Recv recv 0 tag=2 bytes=0; 30..31 MPI_Recv recv 0 tag=1
expect mpi_slswo_count MPI_Recv @1 = 1
expect total mpi_clswo_count = 0
)");
}

TEST(LateSenderWrongOrder, ConsidersOnlyTheSameReceiver) {
  expect_severities(R"(
processes 3
0: 10..11 MPI_Bsend send 2; 20..21 MPI_Bsend send 1
1: 5..25 MPI_Recv recv 0
2: 30..31 MPI_Recv recv 0
expect total mpi_latesender = 15
expect total mpi_latesender_wo = 0
)");
}

}  // namespace
}  // namespace lull::patterns
