// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Events that no program can have caused are counted, and do no harm.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string_view>

#include "analysis/text_analysis.hpp"

namespace lull::analysis {
namespace {

void expect_two_beside_a_fence(DataDefect defect, std::string_view text) {
  const TextAnalysis result(text);
  EXPECT_EQ(result.count(defect), 2u);
  EXPECT_EQ(result.total("mpi_rma_wait_at_fence"), 30);
}

TEST(DefectiveOperations, IncludeOperationsOnForeignWindows) {
  expect_two_beside_a_fence(DataDefect::NotOfWindow, R"(
processes 3
comm pair 0 1
window w pair
0: 10..46 MPI_Win_fence rma_collective win=w
1: 40..47 MPI_Win_fence rma_collective win=w
2: 5..10 MPI_Win_fence rma_collective win=w; 46..48 MPI_Put put 0 win=w
)");
}

TEST(DefectiveOperations, IncludeTheSecondOfOneCall) {
  expect_two_beside_a_fence(DataDefect::SecondInCall, R"(
processes 2
window w
0: 10..46 MPI_Win_fence rma_collective win=w, rma_collective win=w, lock_request 1 win=w
1: 40..47 MPI_Win_fence rma_collective win=w
)");
}

TEST(DefectiveOperations, IncludeGridsOfInterCommunicators) {
  const TextAnalysis result(R"(
processes 2
intercomm bridge 0 | 1
topology grid 2 comm=bridge
0: 1..2 MPI_Send send 0 comm=bridge
1: 0..2 MPI_Recv recv 0 comm=bridge
)");
  EXPECT_EQ(result.total("mpi_latesender"), 1);
  ASSERT_EQ(result.report().topologies.size(), 1u);
  EXPECT_TRUE(result.report().topologies.front().coordinates.empty());
}

TEST(DefectiveOperations, IncludeImpossibleNumbersOfBytes) {
  const TextAnalysis result(R"(
processes 2
window w
0: 1..2 MPI_Send send 1 bytes=18446744073709551615; 3..4 MPI_Put put 1 win=w bytes=9223372036854775808; 5..6 MPI_Put put 1 win=w bytes=8
1: 1..2 MPI_Recv recv 0 bytes=8; 5..6 MPI_Send send 0 bytes=1099511627776
)");
  EXPECT_EQ(result.count(DataDefect::TooManyBytes), 2u);
  EXPECT_EQ(result.at("bytes_sent", "MPI_Send", 0), 1099511627776);
  EXPECT_EQ(result.at("bytes_sent", "MPI_Send", 1), 1099511627776);
  EXPECT_EQ(result.total("bytes_put"), 1099511627784);
}

// The wait of a call belongs to one call path, and so does its time.
TEST(DefectiveOperations, IncludeCallsThatGetParametersWhileTheyWait) {
  const TextAnalysis result(R"(
processes 2
0: 0 enter main; 1 enter MPI_Recv; 5 parameter late 7; 9 recv 1; 9 leave; 10 enter f; 12 parameter late 8; 14 leave; 20 leave
1: 0 enter main; 8 enter MPI_Send; 8 parameter early 7; 8 send 0; 9 leave; 20 leave
)");
  EXPECT_EQ(result.count(DataDefect::LateParameter), 1u);
  EXPECT_EQ(result.at("mpi_latesender", "main/MPI_Recv", 0), 7);
  EXPECT_FALSE(reports_own_error(result.report()));
  std::size_t with_parameters = 0;
  for (const auto& path : result.report().call_paths)
    with_parameters += path.parameters.empty() ? 0 : 1;
  EXPECT_EQ(with_parameters, 2u);  // one for f, one for MPI_Send
}

// The completion has the number of an operation of another communicator.
TEST(DefectiveOperations, IncludeCompletionsWithAnotherCommunicatorThanTheirRequests) {
  const TextAnalysis result(R"(
processes 2
comm pair 1 0
0: 0..1 MPI_Ibarrier coll_request req=1 communicator=1; 10..60 MPI_Wait coll_complete req=1 op=barrier
1: 20..21 MPI_Ibarrier coll_request req=1 communicator=0; 22..23 MPI_Wait coll_complete req=1 op=barrier
)");
  EXPECT_EQ(result.count(DataDefect::RequestNeverPosted), 1u);
  EXPECT_EQ(result.total("nbc_wait_barrier"), 0);
  EXPECT_EQ(result.total("nbc_hidden"), 0);
}

}  // namespace
}  // namespace lull::analysis
