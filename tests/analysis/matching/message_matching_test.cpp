// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/text_analysis.hpp"

namespace lull::analysis {
namespace {

using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

const ProcessId kFirst(std::size_t{0}), kSecond(std::size_t{1}), kThird(std::size_t{2});

TEST(MessageMatching, MatchesMessagesToOneself) {
  const TextAnalysis result(R"(
processes 2
0: 0..1 MPI_Irecv irecv_request req=1; 10..20 MPI_Bsend send 0; 30..40 MPI_Wait irecv 0 req=1
)");
  EXPECT_EQ(result.notes().messages, 1u);
  EXPECT_EQ(result.total("mpi_latesender"), 0);
}

TEST(MessageMatching, EachProcessHasItsOwnSelf) {
  const TextAnalysis result(R"(
processes 2
0: 0..1 MPI_Irecv irecv_request req=1; 10..20 MPI_Bsend send 0 comm=self bytes=3
   30..40 MPI_Wait irecv 0 req=1 comm=self
1: 50..51 MPI_Irecv irecv_request req=1; 60..70 MPI_Bsend send 0 comm=self bytes=5
   80..90 MPI_Wait irecv 0 req=1 comm=self
)");
  EXPECT_EQ(result.notes().messages, 2u);
  EXPECT_THAT(result.notes().unmatched_sends, IsEmpty());
  EXPECT_EQ(result.notes().all_clock_violations().count, 0u);
}

TEST(MessageMatching, SkipsCancelledRequests) {
  const TextAnalysis result(R"(
processes 2
0: 2..3 MPI_Isend isend 1 req=1; 4..5 MPI_Cancel cancelled req=1; 10..11 MPI_Bsend send 1 bytes=3
1: 0..1 MPI_Irecv irecv_request req=1; 1..2 MPI_Irecv irecv_request req=2
   3..4 MPI_Cancel cancelled req=1; 5..20 MPI_Wait irecv 0 req=2 bytes=3
)");
  EXPECT_EQ(result.notes().messages, 1u);
  EXPECT_THAT(result.notes().unmatched_sends, IsEmpty());
  EXPECT_THAT(result.notes().unmatched_receives, IsEmpty());
  EXPECT_EQ(result.at("mpi_latesender", "MPI_Wait", 1), 5);
  EXPECT_EQ(result.count(DataDefect::RequestNeverCompleted), 0u);
}

TEST(MessageMatching, ListsUnmatchedMessagesByTheirEndsAndContinues) {
  const TextAnalysis result(R"(
processes 3
0: 2..3 MPI_Bsend send 1 tag=7; 4..5 MPI_Bsend send 1 tag=7; 6..7 MPI_Bsend send 2
1: 0..9 MPI_Recv recv 0 tag=7; 20..21 MPI_Recv recv 2
2: 1..2 MPI_Recv recv 1
)");
  EXPECT_EQ(result.notes().messages, 1u);
  EXPECT_THAT(result.notes().unmatched_sends,
              UnorderedElementsAre(Pair(Pair(kFirst, kSecond), 1), Pair(Pair(kFirst, kThird), 1)));
  EXPECT_THAT(result.notes().unmatched_receives,
              UnorderedElementsAre(Pair(Pair(kThird, kSecond), 1), Pair(Pair(kSecond, kThird), 1)));
  EXPECT_EQ(result.at("mpi_latesender", "MPI_Recv", 1), 2);
}

TEST(MessageMatching, ARequestThatNeverCompletesBlocksNothing) {
  const TextAnalysis result(R"(
processes 2
0: 2..3 MPI_Isend isend 1 req=1; 10..11 MPI_Bsend send 1; 12..13 MPI_Bsend send 1
1: 0..1 MPI_Irecv irecv_request req=9; 5..20 MPI_Recv recv 0; 20..21 MPI_Recv recv 0
)");
  EXPECT_EQ(result.count(DataDefect::RequestNeverCompleted), 2u);
  EXPECT_EQ(result.notes().messages, 2u);
  EXPECT_THAT(result.notes().unmatched_sends, UnorderedElementsAre(Pair(Pair(kFirst, kSecond), 1)));
}

TEST(MessageMatching, CountsCompletionsOfRequestsThatWereNeverPosted) {
  const TextAnalysis result(R"(
processes 2
0: 10..11 MPI_Bsend send 1; 20..21 MPI_Wait isend_complete req=77
1: 5..15 MPI_Wait irecv 0 req=88; 16..17 MPI_Cancel cancelled req=99
)");
  EXPECT_EQ(result.count(DataDefect::RequestNeverPosted), 3u);
  EXPECT_EQ(result.notes().messages, 1u);
  EXPECT_EQ(result.at("mpi_latesender", "MPI_Wait", 1), 5);
}

TEST(MessageMatching, CountsPartnersThatDoNotExist) {
  const auto break_peers = [](MemoryTrace& trace) {
    for (Event& event : trace.events[0])
      if (auto* send = std::get_if<MpiSend>(&event.body)) send->receiver = 99;
    for (Event& event : trace.events[1]) {
      if (auto* receive = std::get_if<MpiRecv>(&event.body)) receive->communicator = {};
      if (auto* receive = std::get_if<MpiIrecv>(&event.body)) receive->sender = 99;
    }
  };
  const TextAnalysis result(R"(
processes 2
0: 10..11 MPI_Bsend send 1; 12..13 MPI_Isend isend 1 req=1 tag=6; 14..15 MPI_Wait isend_complete req=1
1: 0..1 MPI_Irecv irecv_request req=2; 5..15 MPI_Recv recv 0; 16..17 MPI_Wait irecv 0 req=2
   18..20 MPI_Recv recv 0 tag=6
)",
                            break_peers);
  EXPECT_EQ(result.count(DataDefect::UndefinedPeer), 4u);
  EXPECT_EQ(result.notes().messages, 0u);
}

TEST(MessageMatching, CountsClockViolations) {
  const TextAnalysis result(R"(
processes 2
0: 30..31 MPI_Bsend send 1; 50..51 MPI_Bsend send 1; 60..61 MPI_Bsend send 1
1: 5..20 MPI_Recv recv 0; 40..48 MPI_Recv recv 0; 58..60 MPI_Recv recv 0
)");
  const ClockViolations violations = result.notes().all_clock_violations();
  EXPECT_EQ(violations.count, 2u);
  EXPECT_EQ(violations.greatest.ticks, 10);
  EXPECT_EQ(result.notes().messages, 3u);
}

}  // namespace
}  // namespace lull::analysis
