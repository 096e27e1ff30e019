// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/text_analysis.hpp"
#include "patterns/expect_severities.hpp"

namespace lull::analysis {
namespace {

using patterns::expect_severities;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

const ProcessId kFirst(std::size_t{0}), kSecond(std::size_t{1}), kThird(std::size_t{2});

// The receive posted first gets the first message, regardless of when it completes.
TEST(MessageMatching, FollowsTheOrderOfPosting) {
  expect_severities(R"(
processes 2
0: 10..11 MPI_Bsend send 1; 40..41 MPI_Bsend send 1
1: 0..1 MPI_Irecv irecv_request req=1; 1..2 MPI_Irecv irecv_request req=2
   5..50 MPI_Wait irecv 0 req=2
   60..70 MPI_Wait irecv 0 req=1
expect mpi_latesender MPI_Wait @1 = 35
expect total mpi_cls_count = 1
)");
}

TEST(MessageMatching, PutsBlockingReceivesAfterThosePostedEarlier) {
  expect_severities(R"(
processes 2
0: 10..11 MPI_Bsend send 1; 40..41 MPI_Bsend send 1
1: 0..1 MPI_Irecv irecv_request req=1
   5..50 MPI_Recv recv 0
   60..70 MPI_Wait irecv 0 req=1
expect mpi_latesender MPI_Recv @1 = 35
expect total mpi_latesender = 35
)");
}

TEST(MessageMatching, PutsBlockingSendsAfterThosePostedEarlier) {
  expect_severities(R"(
processes 2
0: 2..3 MPI_Isend isend 1 req=1; 10..11 MPI_Bsend send 1; 60..61 MPI_Wait isend_complete req=1
1: 0..20 MPI_Recv recv 0; 30..40 MPI_Recv recv 0
expect mpi_latesender MPI_Recv @1 = 2
expect total mpi_latesender = 2
)");
}

TEST(MessageMatching, DistinguishesTags) {
  expect_severities(R"(
processes 2
0: 10..11 MPI_Bsend send 1 tag=1; 20..21 MPI_Bsend send 1 tag=2
1: 5..30 MPI_Recv recv 0 tag=2; 31..32 MPI_Recv recv 0 tag=1
expect mpi_latesender MPI_Recv @1 = 15
)");
}

TEST(MessageMatching, DistinguishesCommunicators) {
  expect_severities(R"(
processes 2
comm turned 1 0
0: 10..11 MPI_Bsend send 1; 20..21 MPI_Bsend send 0 comm=turned
1: 5..30 MPI_Recv recv 1 comm=turned; 31..32 MPI_Recv recv 0
expect mpi_latesender MPI_Recv @1 = 15
)");
}

// A wildcard receive is recorded with the source and tag of its message.
TEST(MessageMatching, MatchesWildcardsByTheirOutcome) {
  expect_severities(R"(
processes 3
0: 20..21 MPI_Bsend send 1 tag=4
2: 10..11 MPI_Bsend send 1 tag=9
1: 0..1 MPI_Irecv irecv_request req=1; 1..2 MPI_Irecv irecv_request req=2
   5..12 MPI_Wait irecv 2 req=1 tag=9
   13..25 MPI_Wait irecv 0 req=2 tag=4
expect mpi_latesender MPI_Wait @1 = 12
)");
}

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

TEST(MessageMatching, CrossesInterCommunicatorsBothWays) {
  expect_severities(R"(
processes 4
intercomm bridge 0 1 | 2 3
1: 10..11 MPI_Bsend send 0 comm=bridge; 20..40 MPI_Recv recv 1 comm=bridge
2: 5..20 MPI_Recv recv 1 comm=bridge
3: 33..34 MPI_Bsend send 1 comm=bridge
expect mpi_latesender MPI_Recv @2 = 5
expect mpi_latesender MPI_Recv @1 = 13
)");
}

// MPI_THREAD_MULTIPLE: all threads of a process send and receive with the same rank.
TEST(MessageMatching, ThreadsOfOneProcessShareItsRank) {
  expect_severities(R"(
processes 2
threads 2
0:   0 enter main; 10 fork; 10 team_begin; 10 enter "!$omp parallel"
     20..21 MPI_Bsend send 1 tag=1; 60 leave; 60 team_end; 60 join; 70 leave
0.1: 10 team_begin; 10 enter "!$omp parallel"
     30..31 MPI_Bsend send 1 tag=2; 60 leave; 60 team_end
1:   0 enter main; 10 fork; 10 team_begin; 10 enter "!$omp parallel"
     15..35 MPI_Recv recv 0 tag=2; 60 leave; 60 team_end; 60 join; 70 leave
1.1: 10 team_begin; 10 enter "!$omp parallel"
     12..25 MPI_Recv recv 0 tag=1; 60 leave; 60 team_end
expect mpi_latesender "main/!$omp parallel/MPI_Recv" @1 = 15
expect mpi_latesender "main/!$omp parallel/MPI_Recv" @1.1 = 8
)");
}

TEST(MessageMatching, AThreadMayCompleteWhatAnotherPosted) {
  expect_severities(R"(
processes 2
threads 1 2
0:   20..21 MPI_Bsend send 1
1:   0 enter main; 10 fork; 10 team_begin; 10 enter "!$omp parallel"
     11..12 MPI_Irecv irecv_request req=1; 60 leave; 60 team_end; 60 join; 70 leave
1.1: 10 team_begin; 10 enter "!$omp parallel"
     14..25 MPI_Wait irecv 0 req=1; 60 leave; 60 team_end
expect mpi_latesender "main/!$omp parallel/MPI_Wait" @1.1 = 6
)");
}

TEST(MessageMatching, RequestNumbersAreReused) {
  expect_severities(R"(
processes 2
0: 10..11 MPI_Bsend send 1; 30..31 MPI_Bsend send 1
1: 0..1 MPI_Irecv irecv_request req=5; 5..15 MPI_Wait irecv 0 req=5
   20..21 MPI_Irecv irecv_request req=5; 22..35 MPI_Wait irecv 0 req=5
expect mpi_latesender MPI_Wait @1 = 13
)");
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

TEST(MessageMatching, CallsAfterAnUnmatchedReceiveStillCount) {
  expect_severities(R"(
processes 3
0: 20..21 MPI_Bsend send 1 tag=2; 30..31 MPI_Bsend send 1 tag=3
1: 0..9 MPI_Recv recv 2 tag=1; 10..25 MPI_Recv recv 0 tag=2; 26..35 MPI_Recv recv 0 tag=3
expect mpi_latesender MPI_Recv @1 = 14
)");
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

TEST(MessageMatching, ASendWhoseRequestNeverCompletesStillMakesLateSenders) {
  expect_severities(R"(
processes 2
0: 12..13 MPI_Isend isend 1 req=1; 30..31 work
1: 5..20 MPI_Recv recv 0
expect mpi_latesender MPI_Recv @1 = 7
expect total mpi_latereceiver = 0
)");
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

TEST(MessageMatching, CountsOperationsAndBytesByCallPath) {
  expect_severities(R"(
processes 2
0: 0 enter a; 10..11 MPI_Bsend send 1 bytes=100; 12..13 MPI_Bsend send 1 bytes=0; 20 leave
1: 14..15 MPI_Recv recv 0 bytes=100; 16..17 MPI_Recv recv 0 bytes=0
expect comms_send a/MPI_Bsend @0 = 1
expect syncs_send a/MPI_Bsend @0 = 1
expect bytes_sent a/MPI_Bsend @0 = 100
expect comms_recv MPI_Recv @1 = 1
expect syncs_recv MPI_Recv @1 = 1
expect bytes_rcvd MPI_Recv @1 = 100
expect total bytes = 200
expect total comms = 2
expect total syncs = 2
)");
}

}  // namespace
}  // namespace lull::analysis
