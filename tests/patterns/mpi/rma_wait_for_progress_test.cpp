// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

// Returns a trace of processes that create a window, then continue as given.
std::string with_window(std::string_view first, std::string_view second) {
  constexpr std::string_view kCreate = "0..1 MPI_Win_create rma_collective op=create_handle win=w";
  std::string trace = "processes 2\nwindow w\n";
  trace.append("0: ").append(kCreate).append("; ").append(first).append("\n");
  return trace.append("1: ").append(kCreate).append("; ").append(second).append("\n");
}

TEST(RmaWaitForProgress, ChargesUntilTheTargetEntersMpi) {
  expect_severities(with_window("5..6 MPI_Win_lock lock_request 1 win=w; "
                                "8..33 MPI_Win_unlock lock_release 1 win=w; 33..40 MPI_Barrier",
                                "30..40 MPI_Barrier") +
                    R"(
expect mpi_rma_sync_wait_for_progress MPI_Win_unlock @0 = 22
expect total mpi_rma_sync_wait_for_progress = 22
expect total mpi_rma_comm_wait_for_progress = 0
)");
}

TEST(RmaWaitForProgress, ChargesTransfers) {
  expect_severities(
      with_window("5..6 MPI_Win_lock lock_request 1 win=w; 8..30 MPI_Get get 1 win=w; "
                  "32..33 MPI_Win_unlock lock_release 1 win=w; 33..40 MPI_Barrier",
                  "30..40 MPI_Barrier") +
      R"(
expect mpi_rma_comm_wait_for_progress MPI_Get @0 = 22
expect total mpi_rma_sync_wait_for_progress = 0
)");
}

TEST(RmaWaitForProgress, IsZeroWhileTheTargetIsInsideMpi) {
  expect_severities(with_window("5..6 MPI_Win_lock lock_request 1 win=w; "
                                "8..33 MPI_Win_unlock lock_release 1 win=w",
                                "4..50 MPI_Recv") +
                    "expect total mpi_rma_sync_wait_for_progress = 0\n");
}

TEST(RmaWaitForProgress, IsZeroForACallThatDidNotWaitForTheTarget) {
  expect_severities(with_window("5..6 MPI_Win_lock lock_request 1 win=w; "
                                "8..29 MPI_Win_unlock lock_release 1 win=w",
                                "30..40 MPI_Recv") +
                    "expect total mpi_rma_sync_wait_for_progress = 0\n");
}

TEST(RmaWaitForProgress, DoesNotTreatAQueryAsProgress) {
  expect_severities(with_window("5..6 MPI_Win_lock lock_request 1 win=w; "
                                "8..33 MPI_Win_unlock lock_release 1 win=w",
                                "10..11 MPI_Comm_rank; 12..13 MPI_Wtime; 31..40 MPI_Iprobe") +
                    "expect mpi_rma_sync_wait_for_progress MPI_Win_unlock @0 = 23\n");
}

TEST(RmaWaitForProgress, BeginsWhereTheTargetLeavesMpi) {
  expect_severities(with_window("5..6 MPI_Win_lock lock_request 1 win=w; "
                                "8..33 MPI_Win_unlock lock_release 1 win=w",
                                "2..8 MPI_Recv; 20..21 MPI_Recv") +
                    "expect total mpi_rma_sync_wait_for_progress = 12\n");
}

TEST(RmaWaitForProgress, IsZeroOnOneself) {
  expect_severities(with_window("5..6 MPI_Win_lock lock_request 0 win=w; "
                                "8..33 MPI_Win_unlock lock_release 0 win=w",
                                "30..40 MPI_Barrier") +
                    "expect total mpi_rma_sync_wait_for_progress = 0\n");
}

TEST(RmaWaitForProgress, FlushesCompleteAtTheTargetUnlessLocal) {
  const auto flushed = [](std::string_view flush) {
    return with_window(
        "2..3 MPI_Win_lock_all lock_request 4294967295 shared win=w; "
        "4..5 MPI_Put put 1 win=w; 8..33 " +
            std::string(flush) +
            " rma_sync 4294967295 type=0 win=w; "
            "40..70 MPI_Win_unlock_all lock_release 4294967295 win=w",
        "30..31 MPI_Recv; 60..61 MPI_Recv");
  };
  // What was flushed is complete, so the last call has nothing to wait for.
  expect_severities(flushed("MPI_Win_flush_all") + R"(
expect mpi_rma_sync_wait_for_progress MPI_Win_flush_all @0 = 22
expect total mpi_rma_sync_wait_for_progress = 22
)");
  for (const std::string_view local : {"MPI_Win_flush_local_all", "MPI_Win_sync"})
    expect_severities(flushed(local) + R"(
expect mpi_rma_sync_wait_for_progress MPI_Win_unlock_all @0 = 20
expect total mpi_rma_sync_wait_for_progress = 20
)");
}

TEST(RmaWaitForProgress, FollowsLockCompetition) {
  expect_severities(R"(
processes 3
window w
0: 0..1 MPI_Win_create rma_collective op=create_handle win=w; 1..2 MPI_Win_lock lock_request 2 win=w; 20..22 MPI_Win_unlock lock_release 2 win=w
1: 0..1 MPI_Win_create rma_collective op=create_handle win=w; 5..6 MPI_Win_lock lock_request 2 win=w; 8..33 MPI_Win_unlock lock_release 2 win=w
2: 0..1 MPI_Win_create rma_collective op=create_handle win=w; 30..40 MPI_Recv
expect mpi_rma_sync_lock_competition MPI_Win_unlock @1 = 12
expect mpi_rma_sync_wait_for_progress MPI_Win_unlock @1 = 10
expect total mpi_rma_sync_wait_for_progress = 10
)");
}

}  // namespace
}  // namespace lull::patterns
