// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

TEST(LateReceiver, ChargesTheSenderUntilTheReceiveIsPosted) {
  expect_severities(R"(
processes 2
0: 0 enter main; 5..40 MPI_Send send 1; 90 leave
1: 0 enter main; 30..41 MPI_Recv recv 0; 90 leave
expect mpi_latereceiver main/MPI_Send @0 = 25
expect total mpi_latereceiver = 25
expect mpi_clr_count main/MPI_Send @0 = 1
expect total mpi_slr_count = 0
expect total mpi_latesender = 0
)");
}

// A metric never exceeds its parent, which counts sends where they begin.
TEST(LateReceiver, IsCountedInTheThreadThatBeganTheSend) {
  expect_severities(R"(
processes 2
threads 0 2
0:   10..60 MPI_Wait isend_complete req=1
0.1: 5..6 MPI_Isend isend 1 req=1
1:   30..41 MPI_Recv recv 0
expect mpi_latereceiver MPI_Wait @0 = 20
expect mpi_clr_count MPI_Isend @0.1 = 1
expect total mpi_clr_count = 1
)");
}

TEST(LateReceiver, IncludesSynchronousSends) {
  expect_severities(R"(
processes 2
0: 5..40 MPI_Ssend send 1
1: 30..41 MPI_Recv recv 0
expect mpi_latereceiver MPI_Ssend @0 = 25
)");
}

TEST(LateReceiver, ExcludesSendsThatNeedNoReceiver) {
  for (const char* call : {"MPI_Bsend", "MPI_Rsend"})
    expect_severities(fmt::format(R"(
processes 2
0: 5..40 {} send 1
1: 30..41 MPI_Recv recv 0
expect total mpi_latereceiver = 0
expect total mpi_clr_count = 0
)",
                                  call));
}

TEST(LateReceiver, ExcludesSendrecv) {
  expect_severities(R"(
processes 2
0: 5..40 MPI_Sendrecv send 1, recv 1
1: 30..41 MPI_Sendrecv send 0, recv 0
expect total mpi_latereceiver = 0
expect total mpi_latesender = 25
)");
}

TEST(LateReceiver, ChargesTheCallThatCompletesANonBlockingSend) {
  expect_severities(R"(
processes 2
0: 5..6 MPI_Isend isend 1 req=1; 10..40 MPI_Wait isend_complete req=1
1: 30..41 MPI_Recv recv 0
expect mpi_latereceiver MPI_Wait @0 = 20
expect total mpi_latereceiver = 20
)");
}

TEST(LateReceiver, DoesNotChargeTests) {
  expect_severities(R"(
processes 2
0: 5..6 MPI_Isend isend 1 req=1; 10..40 MPI_Test isend_complete req=1
1: 30..41 MPI_Recv recv 0
expect total mpi_latereceiver = 0
)");
}

TEST(LateReceiver, EndsWhereANonBlockingReceiveIsPosted) {
  expect_severities(R"(
processes 2
0: 5..40 MPI_Send send 1
1: 30..31 MPI_Irecv irecv_request req=1; 60..61 MPI_Wait irecv 0 req=1
expect mpi_latereceiver MPI_Send @0 = 25
)");
}

TEST(LateReceiver, IsZeroWhenTheReceiveWasPostedFirst) {
  expect_severities(R"(
processes 2
0: 5..40 MPI_Send send 1
1: 3..4 MPI_Irecv irecv_request req=1; 60..61 MPI_Wait irecv 0 req=1
expect total mpi_latereceiver = 0
)");
}

TEST(LateReceiver, IsZeroWhenBothEnterAtTheSameTime) {
  expect_severities(R"(
processes 2
0: 5..40 MPI_Send send 1
1: 5..41 MPI_Recv recv 0
expect total mpi_latereceiver = 0
expect total mpi_clr_count = 0
)");
}

TEST(LateReceiver, IsZeroWhenTheSenderHadLeftBefore) {
  expect_severities(R"(
processes 2
0: 5..20 MPI_Send send 1
1: 30..41 MPI_Recv recv 0
expect total mpi_latereceiver = 0
)");
}

TEST(LateReceiver, IsZeroWhenTheSenderLeavesAsTheReceiveIsPosted) {
  expect_severities(R"(
processes 2
0: 5..30 MPI_Send send 1
1: 30..41 MPI_Recv recv 0
expect total mpi_latereceiver = 0
expect total mpi_clr_count = 0
)");
}

TEST(LateReceiver, ChargesOnlyTheLongestWaitOfAWaitall) {
  expect_severities(R"(
processes 3
0: 5..6 MPI_Isend isend 1 req=1; 6..7 MPI_Isend isend 2 req=2
   10..60 MPI_Waitall isend_complete req=1, isend_complete req=2
1: 30..61 MPI_Recv recv 0
2: 40..61 MPI_Recv recv 0
expect mpi_latereceiver MPI_Waitall @0 = 30
expect total mpi_latereceiver = 30
expect total mpi_clr_count = 1
)");
}

TEST(LateReceiver, YieldsToALateSenderOfTheSameWaitall) {
  expect_severities(R"(
processes 3
0: 5..6 MPI_Isend isend 1 req=1; 6..7 MPI_Irecv irecv_request req=2
   10..60 MPI_Waitall isend_complete req=1, irecv 2 req=2
1: 40..61 MPI_Recv recv 0
2: 20..21 MPI_Send send 0
expect mpi_latesender MPI_Waitall @0 = 10
expect total mpi_latereceiver = 0
expect total mpi_clr_count = 0
)");
}

TEST(LateReceiver, IsChargedBesideAReceiveThatDidNotWait) {
  expect_severities(R"(
processes 3
0: 5..6 MPI_Isend isend 1 req=1; 6..7 MPI_Irecv irecv_request req=2
   10..60 MPI_Waitall isend_complete req=1, irecv 2 req=2
1: 40..61 MPI_Recv recv 0
2: 8..9 MPI_Bsend send 0
expect total mpi_latesender = 0
expect mpi_latereceiver MPI_Waitall @0 = 30
)");
}

TEST(LateReceiver, CountsEmptyMessagesAsSynchronisations) {
  expect_severities(R"(
processes 2
0: 5..40 MPI_Ssend send 1 bytes=0
1: 30..41 MPI_Recv recv 0 bytes=0
expect mpi_slr_count MPI_Ssend @0 = 1
expect total mpi_clr_count = 0
)");
}

TEST(LateReceiver, CountsTheLowestReceiverOfEqualWaitsInACall) {
  for (const bool empty_first : {true, false})
    expect_severities(fmt::format(R"(
processes 3
0: 5..6 MPI_Isend isend 1 req=1 bytes={0}; 6..7 MPI_Isend isend 2 req=2 bytes={1}
   10..60 MPI_Waitall isend_complete req=1, isend_complete req=2
1: 30..90 MPI_Recv recv 0 bytes={0}
2: 30..61 MPI_Recv recv 0 bytes={1}
expect mpi_latereceiver MPI_Waitall @0 = 20
expect total mpi_slr_count = {2}
expect total mpi_clr_count = {3}
)",
                                  empty_first ? 0 : 8, empty_first ? 8 : 0, empty_first ? 1 : 0,
                                  empty_first ? 0 : 1));
}

}  // namespace
}  // namespace lull::patterns
