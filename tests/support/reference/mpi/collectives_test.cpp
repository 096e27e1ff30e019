// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "support/reference/tiny_trace.hpp"

namespace lull::reference {
namespace {

using enum CollectiveOperation;
constexpr LocationId kFirst{std::size_t{0}};
constexpr LocationId kSecond{std::size_t{1}};
constexpr LocationId kThird{std::size_t{2}};

TEST(ReferenceBarrier, WaitsForTheLastAndCompletesAfterTheFirst) {
  const auto result = TinyTrace(3)
                          .collective(0, 10, 52, Barrier, 0, 0)
                          .collective(1, 30, 55, Barrier, 0, 0)
                          .collective(2, 50, 60, Barrier, 0, 0)
                          .analyse();
  EXPECT_EQ(result.at("mpi_barrier_wait", "MPI_Collective", kFirst), 40);
  EXPECT_EQ(result.at("mpi_barrier_wait", "MPI_Collective", kSecond), 20);
  EXPECT_EQ(result.at("mpi_barrier_wait", "MPI_Collective", kThird), 0);
  EXPECT_EQ(result.total("mpi_barrier_completion"), 3 + 8);
  EXPECT_EQ(result.total("syncs_coll"), 3);
}

TEST(ReferenceBarrier, CompletesOnlyAfterTheLastHasBegun) {
  const auto result = TinyTrace(2)
                          .collective(0, 10, 20, Barrier, 0, 0)
                          .collective(1, 50, 60, Barrier, 0, 0)
                          .analyse();
  EXPECT_EQ(result.total("mpi_barrier_wait"), 10);
  EXPECT_EQ(result.total("mpi_barrier_completion"), 10);
}

TEST(ReferenceBarrier, WithOneMemberWaitsForNobody) {
  const auto result =
      TinyTrace(2).collective(0, 10, 20, Barrier, 0, 0, kNoRank, TinyTrace::kSelf).analyse();
  EXPECT_EQ(result.total("mpi_barrier_completion"), 0);
  EXPECT_EQ(result.total("syncs_coll"), 1);
  EXPECT_TRUE(result.incomplete_collectives.empty());
}

TEST(ReferenceCollective, ChargesNothingWhileAMemberIsMissing) {
  const auto result = TinyTrace(3)
                          .collective(0, 10, 60, Barrier, 0, 0)
                          .collective(1, 50, 60, Barrier, 0, 0)
                          .analyse();
  EXPECT_EQ(result.total("mpi_barrier_wait"), 0);
  ASSERT_EQ(result.incomplete_collectives.size(), 1u);
  EXPECT_EQ(result.incomplete_collectives.front().members, 2u);
}

TEST(ReferenceNToN, IgnoresMembersThatSendNothingWhenNotAllWereBlocked) {
  const auto result = TinyTrace(3)
                          .collective(0, 10, 40, Allgatherv, 8, 8)
                          .collective(1, 30, 45, Allgatherv, 8, 8)
                          .collective(2, 50, 60, Allgatherv, 0, 8)
                          .analyse();
  EXPECT_EQ(result.at("mpi_wait_nxn", "MPI_Collective", kFirst), 20);
  EXPECT_EQ(result.total("mpi_wait_nxn"), 20);
  EXPECT_EQ(result.total("comms_cxch"), 2);
  EXPECT_EQ(result.total("comms_cdst"), 1);
}

TEST(ReferenceNToN, WaitsForAllWhenAllWereBlocked) {
  const auto result = TinyTrace(2)
                          .collective(0, 10, 55, Allreduce, 8, 8)
                          .collective(1, 50, 60, Allreduce, 0, 0)
                          .analyse();
  EXPECT_EQ(result.total("mpi_wait_nxn"), 40);
  EXPECT_EQ(result.total("mpi_nxn_completion"), 5);
}

TEST(ReferenceBroadcast, WaitsForTheRoot) {
  const auto result = TinyTrace(3)
                          .collective(0, 10, 60, Bcast, 0, 8, 1)
                          .collective(1, 40, 60, Bcast, 16, 8, 1)
                          .collective(2, 50, 60, Bcast, 0, 8, 1)
                          .analyse();
  EXPECT_EQ(result.at("mpi_latebroadcast", "MPI_Collective", kFirst), 30);
  EXPECT_EQ(result.total("mpi_latebroadcast"), 30);
}

TEST(ReferenceBroadcast, WithoutDataWaitsForNobody) {
  const auto result = TinyTrace(2)
                          .collective(0, 10, 60, Bcast, 0, 0, 1)
                          .collective(1, 40, 60, Bcast, 0, 0, 1)
                          .analyse();
  EXPECT_EQ(result.total("mpi_latebroadcast"), 0);
}

TEST(ReferenceReduce, TheRootWaitsForTheLastSender) {
  const auto result = TinyTrace(3)
                          .collective(0, 10, 60, Reduce, 8, 24, 0)
                          .collective(1, 30, 60, Reduce, 8, 0, 0)
                          .collective(2, 50, 60, Reduce, 0, 0, 0)
                          .analyse();
  EXPECT_EQ(result.at("mpi_earlyreduce", "MPI_Collective", kFirst), 20);
  EXPECT_EQ(result.total("mpi_earlyreduce"), 20);
}

TEST(ReferenceScan, WaitsForLowerRanksOnly) {
  const auto result = TinyTrace(3)
                          .collective(0, 40, 60, Scan, 8, 8)
                          .collective(1, 10, 60, Scan, 8, 8)
                          .collective(2, 50, 60, Scan, 8, 8)
                          .analyse();
  EXPECT_EQ(result.at("mpi_earlyscan", "MPI_Collective", kSecond), 30);
  EXPECT_EQ(result.total("mpi_earlyscan"), 30);
}

TEST(ReferenceInitAndFinalize, CompareTheCallsThemselves) {
  TinyTrace trace(2);
  trace.enter(0, 0, "MPI_Init").leave(0, 20, "MPI_Init");
  trace.enter(1, 5, "MPI_Init").leave(1, 27, "MPI_Init");
  trace.enter(0, 40, "MPI_Finalize").leave(0, 60, "MPI_Finalize");
  trace.enter(1, 50, "MPI_Finalize").leave(1, 60, "MPI_Finalize");
  const auto result = trace.analyse();
  EXPECT_EQ(result.at("mpi_init_completion", "MPI_Init", kSecond), 7);
  EXPECT_EQ(result.total("mpi_init_completion"), 7);
  EXPECT_EQ(result.at("mpi_finalize_wait", "MPI_Finalize", kFirst), 10);
  EXPECT_EQ(result.total("mpi_finalize_wait"), 10);
}

}  // namespace
}  // namespace lull::reference
