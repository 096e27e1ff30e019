// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

TEST(LateReceiverWrongOrder, BlamesAnEarlierMessageThatIsReceivedLater) {
  expect_severities(R"(
processes 3
0: 2..3 MPI_Bsend send 1; 5..40 MPI_Send send 2
1: 60..61 MPI_Recv recv 0
2: 30..41 MPI_Recv recv 0
expect mpi_latereceiver MPI_Send @0 = 25
expect mpi_latereceiver_wo MPI_Send @0 = 25
)");
}

TEST(LateReceiverWrongOrder, IsZeroWhenTheEarlierMessageWasReceivedBefore) {
  expect_severities(R"(
processes 3
0: 2..3 MPI_Bsend send 1; 5..40 MPI_Send send 2
1: 20..21 MPI_Recv recv 0
2: 30..41 MPI_Recv recv 0
expect mpi_latereceiver MPI_Send @0 = 25
expect total mpi_latereceiver_wo = 0
)");
}

TEST(LateReceiverWrongOrder, IsZeroWhenBothAreReceivedAtOnce) {
  expect_severities(R"(
processes 3
0: 2..3 MPI_Bsend send 1; 5..40 MPI_Send send 2
1: 20..41 MPI_Recv recv 0
2: 30..41 MPI_Recv recv 0
expect total mpi_latereceiver = 25
expect total mpi_latereceiver_wo = 0
)");
}

TEST(LateReceiverWrongOrder, ConsidersOnlyEarlierMessages) {
  expect_severities(R"(
processes 3
0: 5..40 MPI_Send send 2; 41..42 MPI_Bsend send 1
1: 60..61 MPI_Recv recv 0
2: 30..41 MPI_Recv recv 0
expect total mpi_latereceiver_wo = 0
)");
}

TEST(LateReceiverWrongOrder, ConsidersOnlyTheSameSender) {
  expect_severities(R"(
processes 3
0: 5..40 MPI_Send send 2
1: 2..3 MPI_Bsend send 2 tag=1
2: 30..41 MPI_Recv recv 0; 60..61 MPI_Recv recv 1 tag=1
expect total mpi_latereceiver = 25
expect total mpi_latereceiver_wo = 0
)");
}

TEST(LateReceiverWrongOrder, IncludesMessagesToTheSameReceiver) {
  expect_severities(R"(
processes 2
0: 2..3 MPI_Bsend send 1 tag=1; 5..40 MPI_Send send 1 tag=2
1: 30..41 MPI_Recv recv 0 tag=2; 50..51 MPI_Recv recv 0 tag=1
expect mpi_latereceiver_wo MPI_Send @0 = 25
)");
}

TEST(LateReceiverWrongOrder, IncludesNonBlockingSends) {
  expect_severities(R"(
processes 3
0: 2..3 MPI_Isend isend 1 req=1; 4..5 MPI_Isend isend 2 req=2
   10..40 MPI_Wait isend_complete req=2; 50..70 MPI_Wait isend_complete req=1
1: 45..66 MPI_Recv recv 0
2: 30..41 MPI_Recv recv 0
expect mpi_latereceiver MPI_Wait @0 = 20
expect mpi_latereceiver_wo MPI_Wait @0 = 20
)");
}

}  // namespace
}  // namespace lull::patterns
