// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "analysis/text_analysis.hpp"
#include "lull/analysis/matching/collectives/collective_summary.hpp"

namespace lull::analysis {
namespace {

using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

TEST(CollectiveMatching, CountsOperationsThatAMemberIsMissingFrom) {
  const TextAnalysis result(R"(
processes 3
comm pair 0 1
0: 0..9 MPI_Barrier collective; 10..20 MPI_Barrier collective comm=pair; 30..40 MPI_Finalize
1: 5..9 MPI_Barrier collective; 15..20 MPI_Barrier collective comm=pair; 30..40 MPI_Finalize
)");
  EXPECT_THAT(
      result.notes().incomplete_collectives,
      UnorderedElementsAre(Pair(CommunicatorId(std::size_t{0}), 1), Pair(CommunicatorId{}, 1)));
  EXPECT_EQ(result.notes().collectives, 1u);
  EXPECT_EQ(result.at("mpi_barrier_wait", "MPI_Barrier", 0), 5);
  EXPECT_EQ(result.total("mpi_finalize_wait"), 0);
}

TEST(CollectiveMatching, IgnoresProcessesThatAreNotMembers) {
  const TextAnalysis result(R"(
processes 3
comm pair 0 1
0: 0..30 MPI_Barrier collective comm=pair
1: 20..30 MPI_Barrier collective comm=pair
2: 5..9 MPI_Barrier collective comm=pair
)");
  EXPECT_EQ(result.count(DataDefect::NotAMember), 1u);
  EXPECT_EQ(result.at("mpi_barrier_wait", "MPI_Barrier", 0), 20);
  EXPECT_EQ(result.total("mpi_barrier_wait"), 20);
  EXPECT_THAT(result.notes().incomplete_collectives, IsEmpty());
}

TEST(CollectiveMatching, CountsCompleteOperations) {
  const TextAnalysis result(R"(
processes 2
0: 0..9 MPI_Init; 10..20 MPI_Barrier collective; 30..40 MPI_Allreduce collective
1: 5..9 MPI_Init; 15..20 MPI_Barrier collective; 30..40 MPI_Allreduce collective
)");
  EXPECT_EQ(result.notes().collectives, 3u);
  EXPECT_THAT(result.notes().incomplete_collectives, IsEmpty());
}

TEST(CollectiveMatching, CountsOperationsWithoutAnEnd) {
  const TextAnalysis result(R"(
processes 2
0: 0 enter MPI_Barrier; 1 coll_begin
1: 5..9 MPI_Barrier collective
)");
  EXPECT_EQ(result.count(DataDefect::CollectiveWithoutEnd), 1u);
  EXPECT_EQ(result.count(NestingFault::OpenEnd), 1u);
}

TEST(CollectiveMatching, CountsUndefinedCommunicators) {
  const TextAnalysis result(
      R"(
processes 2
0: 0..9 MPI_Barrier collective
1: 5..9 MPI_Barrier collective
)",
      [](MemoryTrace& trace) {
        for (Event& event : trace.events[0])
          if (auto* end = std::get_if<MpiCollectiveEnd>(&event.body)) end->communicator = {};
      });
  EXPECT_EQ(result.count(DataDefect::UndefinedCommunicator), 1u);
  EXPECT_EQ(result.total("mpi_barrier_wait"), 0);
  EXPECT_EQ(result.total("syncs_coll"), 2);
}

TEST(CollectiveMatching, DoesNotMatchDifferentOperationsWithOneAnother) {
  const TextAnalysis result(R"(
processes 2
0: 0..9 MPI_Barrier collective
1: 5..9 MPI_Allreduce collective
)");
  EXPECT_EQ(result.notes().collectives, 0u);
  EXPECT_THAT(result.notes().incomplete_collectives,
              UnorderedElementsAre(Pair(CommunicatorId(std::size_t{0}), 2)));
}

// Returns the last sender's start, and the first end among the members that needed that sender.
std::pair<Timestamp, Timestamp> late_completion(const std::vector<CollectiveMember>& parts) {
  const Timestamp last = Collective{{}, {}, {}, parts, parts.front()}.last_sender_begin();
  Timestamp first_end = kEndOfTime;
  for (const auto& part : parts)
    if (part.begin < last ? part.received > 0 : part.begin == last && part.sent > 0)
      first_end = std::min(first_end, part.end);
  return {last, first_end};
}

TEST(CollectiveRepresentatives, ReplaceAllMembersOfAnNToNOperation) {
  std::mt19937 random(1);
  const auto below = [&random](std::uint64_t limit) { return random() % limit; };
  for (int round = 0; round < 2000; ++round) {
    std::vector<CollectiveMember> all(1 + below(12));
    for (auto& part : all) {
      part.sent = below(2);
      part.received = below(2);
      part.begin = Timestamp{below(20)};
      part.end = part.begin + Duration{static_cast<std::int64_t>(below(20))};
    }
    std::vector<CollectiveMember> kept;
    std::size_t begin = 0;
    while (begin < all.size()) {  // in parts, like several processes; then combined
      const std::size_t end = begin + 1 + below(all.size() - begin);
      std::vector<CollectiveMember> some(all.begin() + static_cast<std::ptrdiff_t>(begin),
                                         all.begin() + static_cast<std::ptrdiff_t>(end));
      keep_representatives(some, CollectiveKind::AllToAll);
      kept.insert(kept.end(), some.begin(), some.end());
      begin = end;
    }
    keep_representatives(kept, CollectiveKind::AllToAll);
    EXPECT_EQ(late_completion(kept), late_completion(all)) << round;
  }
}

}  // namespace
}  // namespace lull::analysis
