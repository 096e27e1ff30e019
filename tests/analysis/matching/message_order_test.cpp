// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Nested calls, whose operations complete in another order than they were posted in, and cancelled
// sends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "analysis/text_analysis.hpp"
#include "patterns/expect_severities.hpp"

namespace lull::analysis {
namespace {

using patterns::expect_severities;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

// The leave of the first MPI_Isend is missing: all later calls are nested in it, and were posted
// later.
TEST(MessageOrder, FollowsTheOrderOfPostingInNestedCalls) {
  expect_severities(R"(
processes 2
0: 0 enter main; 1 enter MPI_Isend; 2 isend 1 req=1
   40..45 MPI_Send send 1; 80..90 MPI_Wait isend_complete req=1; 100 leave main
1: 0 enter main; 20..30 MPI_Recv recv 0; 31..50 MPI_Recv recv 0; 100 leave main
expect mpi_latesender main/MPI_Recv @1 = 9
expect total mpi_cls_count = 1
)");
}

// The same for MPI_Recv, which was posted when it was entered.
TEST(MessageOrder, FollowsTheEntersOfNestedReceives) {
  expect_severities(R"(
processes 2
0: 0 enter main; 10..15 MPI_Send send 1 bytes=1; 40..45 MPI_Send send 1 bytes=2; 100 leave main
1: 0 enter main; 1 enter MPI_Recv; 18 recv 0 bytes=1
   20..50 MPI_Recv recv 0 bytes=2; 60 leave main
expect mpi_latesender main/MPI_Recv @1 = 9
expect mpi_latesender main/MPI_Recv/MPI_Recv @1 = 20
)");
}

// A receive before the recorded cancellation has taken the message, for any size of slices.
TEST(MessageOrder, MatchesACancelledSendUntilTheCancellationIsRecorded) {
  for (const std::uint64_t slice : {1u, 3u, 100u}) {
    AnalysisOptions options;
    options.slice_events = slice;
    const TextAnalysis run(R"(
processes 3
0: 0..1 MPI_Isend isend 1 req=1; 2..3 MPI_Isend isend 2 req=2; 30..40 MPI_Waitall cancelled req=1, cancelled req=2
1: 5..20 MPI_Recv recv 0
2: 5..60 MPI_Recv recv 0
)",
                           options);
    EXPECT_THAT(run.notes().unmatched_sends, IsEmpty()) << slice;
    EXPECT_THAT(run.notes().unmatched_receives,
                UnorderedElementsAre(Pair(Pair(ProcessId(0), ProcessId(2)), 1)))
        << slice;
  }
}

// It is then a message like any other: one that is received after a later message.
TEST(MessageOrder, MatchesACancelledSendThatWasReceived) {
  expect_severities(R"(
processes 2
0: 0..1 MPI_Isend isend 1 req=1 tag=1; 10..40 MPI_Send send 1 tag=2; 60..70 MPI_Wait cancelled req=1
1: 30..45 MPI_Recv recv 0 tag=2; 46..50 MPI_Recv recv 0 tag=1
expect mpi_latereceiver MPI_Send @0 = 20
expect mpi_latereceiver_wo MPI_Send @0 = 20
)");
}

// The cancelling call is nested in the sending one.
TEST(MessageOrder, ForgetsACancelledSendThatIsPostedLater) {
  expect_severities(R"(
processes 2
0: 0 enter main; 1 enter MPI_Isend; 2 isend 1 req=1 bytes=0; 10..20 MPI_Wait cancelled req=1
   40..45 MPI_Send send 1; 100 leave main
1: 0 enter main; 30..50 MPI_Recv recv 0; 100 leave main
expect mpi_latesender main/MPI_Recv @1 = 10
)");
}

// Each thread posts thousands of receives, and completes all of them at once.
TEST(MessageOrder, IsThatOfPostingForManyPendingReceives) {
  constexpr int kReceives = 6000;
  std::string text = "processes 2\nthreads 1 2\n0: 0 enter main";
  for (int i = 0; i < kReceives; ++i)
    text += fmt::format("; {}..{} MPI_Send send 1 bytes={}", 20000 + i, 20000 + i, i + 1);
  for (int thread = 0; thread < 2; ++thread) {
    text += thread == 0 ? "\n1: 0 enter main" : "\n1.1: 0 enter work";
    for (int i = thread; i < kReceives; i += 2)
      text += fmt::format("; {}..{} MPI_Irecv irecv_request req={}", i + 1, i + 1, i);
    text += fmt::format("; {} enter MPI_Waitall", 30000 + 5000 * thread);
    for (int i = thread; i < kReceives; i += 2)
      text += fmt::format("; {} irecv 0 req={} bytes={}", 31000 + 5000 * thread, i, i + 1);
    text += fmt::format("; {} leave", 31000 + 5000 * thread);
  }
  const TextAnalysis result(text);
  EXPECT_EQ(result.count(DataDefect::RequestPassedOver), 0u);
  EXPECT_EQ(result.analysis().notes().messages, static_cast<std::uint64_t>(kReceives));
}

}  // namespace
}  // namespace lull::analysis
