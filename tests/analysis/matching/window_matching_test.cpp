// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Windows across checkpoints: open operations are kept, finished ones are forgotten.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "analysis/text_analysis.hpp"

namespace lull::analysis {
namespace {

// `count` visits of one tick each.
std::string visits(int begin, int count) {
  std::string text;
  for (int time = begin; time < begin + count; ++time)
    text += fmt::format("   {0}..{0} foo\n", time);
  return text;
}

AnalysisOptions with_checkpoints() {
  AnalysisOptions options;
  options.checkpoint_events = 1000;
  return options;
}

TEST(WindowMatching, KeepsALockAcrossCheckpoints) {
  constexpr int kRounds = 4;
  constexpr int kRound = 8000;
  std::string origin =
      "0: 1..2 MPI_Win_create rma_collective op=create_handle; 3..4 MPI_Win_lock lock_request 1\n";
  std::string target = "1: 1..2 MPI_Win_create rma_collective op=create_handle\n";
  for (int round = 1; round <= kRounds; ++round) {
    const int time = round * kRound;
    origin += fmt::format("   {}..{} MPI_Rput put 1 id={}\n", time, time + 1, round);
    origin += visits(time + 10, 5000);
    origin += fmt::format("   {}..{} MPI_Wait complete_nonblocking id={}\n", time + 6000,
                          time + 7000, round);
    target += fmt::format("   {}..{} MPI_Barrier\n", time + 6600, time + 6601);
  }
  const int end = (kRounds + 1) * kRound;
  origin += fmt::format("   {}..{} MPI_Win_unlock lock_release 1\n", end, end + 1);
  const std::string text = "processes 2\nwindow w\n" + origin + target;
  for (const unsigned threads : {1u, 2u}) {
    AnalysisOptions options = with_checkpoints();
    options.threads = threads;
    const TextAnalysis result(text, options);
    EXPECT_EQ(result.total("mpi_rma_comm_wait_for_progress"), kRounds * 600);
  }
}

}  // namespace
}  // namespace lull::analysis
