// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

TEST(RmaLockCompetition, ChargesTheCallThatTheReleaseFallsInto) {
  expect_severities(R"(
processes 3
window w
0: 0..1 MPI_Win_lock lock_request 2 win=w; 20..22 MPI_Win_unlock lock_release 2 win=w
1: 5..6 MPI_Win_lock lock_request 2 win=w; 7..8 MPI_Put put 2 win=w; 10..25 MPI_Win_unlock lock_release 2 win=w
2: 0..40 MPI_Recv
expect mpi_rma_sync_lock_competition MPI_Win_unlock @1 = 10
expect total mpi_rma_sync_lock_competition = 10
)");
}

TEST(RmaLockCompetition, ExcludesLocksWithoutConflict) {
  expect_severities(R"(
processes 3
window w
0: 0..1 MPI_Win_lock lock_request 2 win=w MPI_assert=1; 20..22 MPI_Win_unlock lock_release 2 win=w
1: 5..6 MPI_Win_lock lock_request 2 win=w; 7..8 MPI_Put put 2 win=w; 10..25 MPI_Win_unlock lock_release 2 win=w
2: 0..40 MPI_Recv
expect total mpi_rma_sync_lock_competition = 0
)");
  expect_severities(R"(
processes 3
window w
0: 0..1 MPI_Win_lock lock_request 2 win=w; 20..22 MPI_Win_unlock lock_release 2 win=w
1: 5..6 MPI_Win_lock lock_request 2 win=w MPI_assert=1; 7..8 MPI_Put put 2 win=w; 10..25 MPI_Win_unlock lock_release 2 win=w
2: 0..40 MPI_Recv
expect total mpi_rma_sync_lock_competition = 0
)");
}

TEST(RmaLockCompetition, ChargesEagerLocks) {
  expect_severities(R"(
processes 3
window w
0: 0..1 MPI_Win_lock lock_request 2 win=w; 20..22 MPI_Win_unlock lock_release 2 win=w
1: 5..21 MPI_Win_lock lock_request 2 win=w; 22..23 MPI_Put put 2 win=w; 24..25 MPI_Win_unlock lock_release 2 win=w
2: 0..40 MPI_Recv
expect mpi_rma_sync_lock_competition MPI_Win_lock @1 = 15
expect total mpi_rma_sync_lock_competition = 15
)");
}

// The unlocking call returns only when the next holder has finished.
TEST(RmaLockCompetition, FindsTheFirstHolderThoughItReturnsLast) {
  expect_severities(R"(
processes 3
window w
0: 0..1 MPI_Win_lock lock_request 2 win=w; 20..30 MPI_Win_unlock lock_release 2 win=w
1: 5..22 MPI_Win_lock lock_request 2 win=w; 23..24 MPI_Put put 2 win=w; 25..28 MPI_Win_unlock lock_release 2 win=w
2: 0..40 MPI_Recv
expect mpi_rma_sync_lock_competition MPI_Win_lock @1 = 15
expect total mpi_rma_sync_lock_competition = 15
)");
  // Inside its unlocking call.
  expect_severities(R"(
processes 3
window w
0: 0..1 MPI_Win_lock lock_request 2 win=w; 20..30 MPI_Win_unlock lock_release 2 win=w
1: 5..6 MPI_Win_lock lock_request 2 win=w; 6..7 MPI_Put put 2 win=w; 8..28 MPI_Win_unlock lock_release 2 win=w
2: 0..40 MPI_Recv
expect mpi_rma_sync_lock_competition MPI_Win_unlock @1 = 12
expect total mpi_rma_sync_lock_competition = 12
)");
  // Three processes, each of which returns after its successor.
  expect_severities(R"(
processes 4
window w
0: 0..1 MPI_Win_lock lock_request 3 win=w; 20..50 MPI_Win_unlock lock_release 3 win=w
1: 5..22 MPI_Win_lock lock_request 3 win=w; 32..48 MPI_Win_unlock lock_release 3 win=w
2: 6..34 MPI_Win_lock lock_request 3 win=w; 40..46 MPI_Win_unlock lock_release 3 win=w
3: 0..60 MPI_Recv
expect mpi_rma_sync_lock_competition MPI_Win_lock @1 = 15
expect mpi_rma_sync_lock_competition MPI_Win_lock @2 = 26
expect total mpi_rma_sync_lock_competition = 41
)");
}

// The longer wait decides: the second one's flush began shortly before the first one unlocked.
TEST(RmaLockCompetition, KeepsTheOrderOfEndsWhereThatExplainsMore) {
  expect_severities(R"(
processes 3
window w
0: 4..5 MPI_Win_lock lock_request 2 win=w; 10..40 MPI_Win_unlock lock_release 2 win=w
1: 5..6 MPI_Win_lock lock_request 2 win=w; 9..11 MPI_Win_flush rma_sync 2 type=0 win=w; 30..35 MPI_Win_unlock lock_release 2 win=w
2: 0..50 MPI_Recv
expect mpi_rma_sync_lock_competition MPI_Win_unlock @0 = 20
expect total mpi_rma_sync_lock_competition = 20
)");
}

TEST(RmaLockCompetition, UsesTheFirstOfSeveralEventsOfACall) {
  expect_severities(R"(
processes 3
window w
0: 0..1 MPI_Win_lock lock_request 2 win=w; 20..22 MPI_Win_unlock lock_release 2 win=w
1: 5..21 MPI_Win_lock lock_request 2 win=w, lock_request 2 win=w; 24..25 MPI_Win_unlock lock_release 2 win=w, lock_release 2 win=w
2: 0..40 MPI_Recv
expect mpi_rma_sync_lock_competition MPI_Win_lock @1 = 15
expect total mpi_rma_sync_lock_competition = 15
)");
}

TEST(RmaLockCompetition, ChargesTransfers) {
  expect_severities(R"(
processes 3
window w
0: 0..1 MPI_Win_lock lock_request 2 win=w; 16..18 MPI_Win_unlock lock_release 2 win=w
1: 1..2 MPI_Win_lock lock_request 2 win=w; 3..23 MPI_Get get 2 win=w; 24..25 MPI_Win_unlock lock_release 2 win=w
2: 0..40 MPI_Recv
expect mpi_rma_comm_lock_competition MPI_Get @1 = 13
expect total mpi_rma_sync_lock_competition = 0
)");
}

TEST(RmaLockCompetition, AllowsConcurrentSharedLocks) {
  expect_severities(R"(
processes 5
window w
0: 0..1 MPI_Win_lock lock_request 4 win=w; 20..21 MPI_Win_unlock lock_release 4 win=w
1: 2..3 MPI_Win_lock lock_request 4 shared win=w; 8..24 MPI_Win_unlock lock_release 4 win=w
2: 2..3 MPI_Win_lock lock_request 4 shared win=w; 9..23 MPI_Win_unlock lock_release 4 win=w
3: 2..3 MPI_Win_lock lock_request 4 win=w; 12..30 MPI_Win_unlock lock_release 4 win=w
4: 0..40 MPI_Recv
expect mpi_rma_sync_lock_competition MPI_Win_unlock @1 = 12
expect mpi_rma_sync_lock_competition MPI_Win_unlock @2 = 11
expect mpi_rma_sync_lock_competition MPI_Win_unlock @3 = 8
)");
}

TEST(RmaLockCompetition, LetsExclusiveLocksWaitForSharedOnes) {
  expect_severities(R"(
processes 5
window w
0: 0..1 MPI_Win_lock lock_request 4 win=w; 20..21 MPI_Win_unlock lock_release 4 win=w
1: 2..3 MPI_Win_lock lock_request 4 shared win=w; 26..27 MPI_Win_unlock lock_release 4 win=w
2: 2..3 MPI_Win_lock lock_request 4 shared win=w; 9..23 MPI_Win_unlock lock_release 4 win=w
3: 2..3 MPI_Win_lock lock_request 4 win=w; 12..30 MPI_Win_unlock lock_release 4 win=w
4: 0..40 MPI_Recv
expect mpi_rma_sync_lock_competition MPI_Win_unlock @1 = 0
expect mpi_rma_sync_lock_competition MPI_Win_unlock @3 = 14
)");
}

TEST(RmaLockCompetition, ChargesTheCallThatCompletesATransfer) {
  const auto completed_in = [](std::string_view call) {
    return R"(
processes 3
window w
0: 0..1 MPI_Win_lock lock_request 2 win=w; 16..18 MPI_Win_unlock lock_release 2 win=w
1: 1..2 MPI_Win_lock lock_request 2 win=w; 3..4 MPI_Rget get 2 win=w id=1; 5..23 )" +
           std::string(call) +
           R"( complete_nonblocking id=1 win=w; 24..25 MPI_Win_unlock lock_release 2 win=w
2: 0..40 MPI_Recv
)";
  };
  expect_severities(completed_in("MPI_Wait") + R"(
expect mpi_rma_comm_lock_competition MPI_Wait @1 = 11
expect total mpi_rma_comm_lock_competition = 11
expect total mpi_rma_sync_lock_competition = 0
)");
  expect_severities(completed_in("MPI_Test") + "expect total mpi_rma_comm_lock_competition = 0\n");
}

// It is unknown for which of them the call waited.
TEST(RmaLockCompetition, ExcludesCallsThatAlsoCompleteMessages) {
  expect_severities(R"(
processes 3
window w
0: 0..1 MPI_Win_lock lock_request 2 win=w; 16..18 MPI_Win_unlock lock_release 2 win=w; 19..20 MPI_Send send 1
1: 1..2 MPI_Win_lock lock_request 2 win=w; 3..4 MPI_Rget get 2 win=w id=1; 4..5 MPI_Irecv irecv_request req=2; 5..23 MPI_Waitall irecv 0 req=2, complete_nonblocking id=1 win=w; 24..25 MPI_Win_unlock lock_release 2 win=w
2: 0..40 MPI_Recv
expect total mpi_rma_comm_lock_competition = 0
expect mpi_latesender MPI_Waitall @1 = 14
)");
}

TEST(RmaLockCompetition, ChargesACallForAllTargetsOnce) {
  expect_severities(R"(
processes 3
window w
0: 0..1 MPI_Win_lock lock_request 1 win=w; 1..2 MPI_Win_lock lock_request 2 win=w; 30..31 MPI_Win_unlock lock_release 1 win=w; 36..37 MPI_Win_unlock lock_release 2 win=w
1: 2..3 MPI_Win_lock_all lock_request 4294967295 shared win=w; 10..40 MPI_Win_flush_all rma_sync 4294967295 type=0 win=w; 41..42 MPI_Win_unlock_all lock_release 4294967295 win=w
2: 0..60 MPI_Recv
expect mpi_rma_sync_lock_competition MPI_Win_flush_all @1 = 26
expect total mpi_rma_sync_lock_competition = 26
)");
}

TEST(RmaLockCompetition, ChargesACallForSeveralEpochsOnce) {
  expect_severities(R"(
processes 3
window w
0: 0..1 MPI_Win_lock lock_request 1 win=w; 1..2 MPI_Win_lock lock_request 2 win=w; 30..31 MPI_Win_unlock lock_release 1 win=w; 36..37 MPI_Win_unlock lock_release 2 win=w
1: 0..60 MPI_Recv
2: 3..4 MPI_Win_lock lock_request 1 win=w; 4..5 MPI_Win_lock lock_request 2 win=w; 12..40 MPI_Win_flush_all rma_sync 4294967295 type=0 win=w; 50..51 MPI_Win_unlock lock_release 1 win=w; 52..53 MPI_Win_unlock lock_release 2 win=w
expect mpi_rma_sync_lock_competition MPI_Win_flush_all @2 = 24
expect total mpi_rma_sync_lock_competition = 24
)");
}

TEST(RmaLockCompetition, IsZeroOnDifferentTargetsAndWindows) {
  expect_severities(R"(
processes 4
window w
window v
0: 0..1 MPI_Win_lock lock_request 2 win=w; 20..22 MPI_Win_unlock lock_release 2 win=w
1: 5..21 MPI_Win_lock lock_request 3 win=w; 24..25 MPI_Win_unlock lock_release 3 win=w
2: 5..21 MPI_Win_lock lock_request 2 win=v; 24..25 MPI_Win_unlock lock_release 2 win=v
3: 0..40 MPI_Recv
expect total mpi_rma_sync_lock_competition = 0
)");
}

// Enough visits for several slices.
std::string visits(int begin, int count) {
  std::string text;
  for (int time = begin; time < begin + count; ++time)
    text += fmt::format("   {0}..{0} foo; {0}..{0} foo\n", time);
  return text;
}

TEST(RmaLockCompetition, UsesOnlyWhatIsKnownInTimeForNestedCalls) {
  expect_severities(R"(
processes 4
window w
0: 0..1 MPI_Win_lock lock_request 3
   49000 enter MPI_Win_unlock; 49000 lock_release 3; 50000..50001 MPI_Win_flush rma_sync 3; 52000 leave MPI_Win_unlock
1: 5..6 MPI_Win_lock lock_request 3; 7..50000 MPI_Win_unlock lock_release 3
2:
)" + visits(50002, 1500) +
                    R"(3: 0..60000 MPI_Recv
expect total mpi_rma_sync_lock_competition = 0
)");
}

// When the lock of process 1 is released, nothing of the other epoch has ended.
TEST(RmaLockCompetition, UsesOnlyWhatIsKnownInTimeForALockAroundItsUnlock) {
  expect_severities(R"(
processes 4
window w
0: 1 enter MPI_Win_lock; 1 lock_request 3; 49000 enter MPI_Barrier; 50010 enter MPI_Win_unlock; 50010 lock_release 3
   52000 leave MPI_Win_unlock; 52000 leave MPI_Barrier; 52001 leave MPI_Win_lock; 53000..53001 MPI_Win_unlock lock_release 3
1: 5..6 MPI_Win_lock lock_request 3; 7..50000 MPI_Win_unlock lock_release 3
2:
)" + visits(50002, 1500) +
                    R"(3: 0..60000 MPI_Recv
expect total mpi_rma_sync_lock_competition = 6
)");
}

// The call that releases the lock of process 0 has only a moment of exclusive time.
TEST(RmaLockCompetition, UsesTheEndsOfCallsThatContainOthers) {
  expect_severities(R"(
processes 4
window w
0: 1..2 MPI_Win_lock lock_request 3; 30 enter MPI_Win_unlock; 30 lock_release 3; 40..60000 MPI_Recv; 60001 leave MPI_Win_unlock
1: 5..6 MPI_Win_lock lock_request 3; 7..50000 MPI_Win_unlock lock_release 3
2:
)" + visits(50002, 1500) +
                    R"(3: 0..60000 MPI_Recv
expect total mpi_rma_sync_lock_competition = 0
)");
}

}  // namespace
}  // namespace lull::patterns
