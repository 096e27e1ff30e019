// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Nested calls, whose operations complete in another order than they were posted in, and cancelled
// sends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "analysis/text_analysis.hpp"

namespace lull::analysis {
namespace {

using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

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
