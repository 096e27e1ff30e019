// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Traces too long to be written down; the others are in rma_lock_competition.trace.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <source_location>
#include <string>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

// Enough visits for several slices.
std::string visits(int begin, int count) {
  std::string text;
  for (int time = begin; time < begin + count; ++time)
    text += fmt::format("   {0}..{0} foo; {0}..{0} foo\n", time);
  return text;
}

// Processes compete for the lock that process 1 releases at 50000. `first`: process 0's events.
void expect_competition(const std::string& first, int expected,
                        std::source_location where = std::source_location::current()) {
  expect_severities("processes 4\nwindow w\n0: " + first + R"(
1: 5..6 MPI_Win_lock lock_request 3; 7..50000 MPI_Win_unlock lock_release 3
2:
)" + visits(50002, 1500) +
                        fmt::format(R"(3: 0..60000 MPI_Recv
expect total mpi_rma_sync_lock_competition = {}
)",
                                    expected),
                    where);
}

TEST(RmaLockCompetition, UsesOnlyWhatIsKnownInTimeForNestedCalls) {
  expect_competition(R"(0..1 MPI_Win_lock lock_request 3
   49000 enter MPI_Win_unlock; 49000 lock_release 3; 50000..50001 MPI_Win_flush rma_sync 3; 52000 leave MPI_Win_unlock)",
                     0);
}

// When the lock of process 1 is released, nothing of the other epoch has ended.
TEST(RmaLockCompetition, UsesOnlyWhatIsKnownInTimeForALockAroundItsUnlock) {
  expect_competition(
      R"(1 enter MPI_Win_lock; 1 lock_request 3; 49000 enter MPI_Barrier; 50010 enter MPI_Win_unlock; 50010 lock_release 3
   52000 leave MPI_Win_unlock; 52000 leave MPI_Barrier; 52001 leave MPI_Win_lock; 53000..53001 MPI_Win_unlock lock_release 3)",
      6);
}

// The call that releases the lock of process 0 has only a moment of exclusive time.
TEST(RmaLockCompetition, UsesTheEndsOfCallsThatContainOthers) {
  expect_competition(
      R"(1..2 MPI_Win_lock lock_request 3; 30 enter MPI_Win_unlock; 30 lock_release 3; 40..60000 MPI_Recv; 60001 leave MPI_Win_unlock)",
      0);
}

}  // namespace
}  // namespace lull::patterns
