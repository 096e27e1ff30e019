// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "support/text/text_trace.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lull/base/error.hpp"

namespace lull::support {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const char* const kLateSender = R"(
  processes 2
  0: 0 enter main; 10 enter MPI_Send; 11 send 1 tag=5 bytes=16; 20 leave; 90 leave
  1: 0 enter main
     2..26 MPI_Recv recv 0 tag=5 bytes=16   # posted 8 ticks before the send
     90 leave
  expect mpi_latesender main/MPI_Recv @1 = 8
  expect total mpi_latereceiver = 0
)";

template <class Body>
const Body& body(const TextTrace& text, std::size_t location, std::size_t event) {
  return std::get<Body>(text.trace->events.at(location).at(event).body);
}

std::vector<std::uint64_t> times(const TextTrace& text, std::size_t location) {
  std::vector<std::uint64_t> result;
  for (const Event& event : text.trace->events.at(location)) result.push_back(event.time.ticks);
  return result;
}

std::string error_of(const std::string& text) {
  try {
    static_cast<void>(parse_text_trace(text, "t"));
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(TextTrace, DrawsAMessage) {
  const TextTrace text = parse_text_trace(kLateSender);
  EXPECT_THAT(times(text, 0), ElementsAre(0, 10, 11, 20, 90));
  EXPECT_THAT(times(text, 1), ElementsAre(0, 2, 26, 26, 90));
  const auto& send = body<MpiSend>(text, 0, 2);
  EXPECT_EQ(send.receiver, 1u);
  EXPECT_EQ(send.tag, 5u);
  EXPECT_EQ(send.length, 16u);
  EXPECT_EQ(body<MpiRecv>(text, 1, 2).sender, 0u);
  EXPECT_EQ(body<Leave>(text, 1, 3).region, body<Enter>(text, 1, 1).region);
}

TEST(TextTrace, ParsesExpectations) {
  const TextTrace text = parse_text_trace(kLateSender);
  ASSERT_EQ(text.expectations.size(), 2u);
  EXPECT_EQ(text.expectations[0].metric, "mpi_latesender");
  EXPECT_THAT(text.expectations[0].path, ElementsAre("main", "MPI_Recv"));
  EXPECT_EQ(text.expectations[0].location, LocationId(1));
  EXPECT_EQ(text.expectations[0].value, 8);
  EXPECT_EQ(text.expectations[1].metric, "mpi_latereceiver");
  EXPECT_TRUE(text.expectations[1].path.empty());
  EXPECT_FALSE(text.expectations[1].location.defined());
}

TEST(TextTrace, DefinesTheWorldLikeAnArchive) {
  const TextTrace text = parse_text_trace("processes 3\nthreads 1 2\n0: 0 enter main; 1 leave");
  const Definitions& d = text.trace->definitions();
  ASSERT_EQ(d.locations.size(), 4u);
  EXPECT_EQ(d.locations[2].reference, 1u + (1ull << 32));
  ASSERT_NE(d.mpi_world(), nullptr);
  EXPECT_THAT(*d.mpi_world(), ElementsAre(LocationId(0), LocationId(1), LocationId(3)));
  EXPECT_EQ(d.communicators[0].name, "MPI_COMM_WORLD");
  EXPECT_EQ(d.location_of(CommunicatorId(0), 2, LocationId(0)), LocationId(3));
  EXPECT_EQ(d.location_of(CommunicatorId(1), 0, LocationId(1)), LocationId(1));
  const Group& team = d.groups[d.communicators.back().group.index()];
  EXPECT_THAT(team.members, ElementsAre(1, 2));
  EXPECT_THAT(team.locations, ElementsAre(LocationId(1), LocationId(2)));
}

TEST(TextTrace, ParsesSubAndInterCommunicators) {
  const TextTrace text = parse_text_trace(R"(
    processes 4
    comm halves 0 2 ; intercomm ic 0 1 | 2 3
    0: 1..2 MPI_Send send 1 comm=halves
    3: 1..2 MPI_Send send 0 comm=ic
  )");
  const Definitions& d = text.trace->definitions();
  const auto& halves = body<MpiSend>(text, 0, 1);
  EXPECT_EQ(d.location_of(halves.communicator, halves.receiver, LocationId(0)), LocationId(2));
  const auto& across = body<MpiSend>(text, 3, 1);
  EXPECT_EQ(d.location_of(across.communicator, across.receiver, LocationId(3)), LocationId(0));
}

TEST(TextTrace, GivesRegionsTheirRoles) {
  const TextTrace text = parse_text_trace(R"(
    region special role=loop paradigm=openmp file=a.c line=4
    0: 0 enter special; 0 enter main; 1 enter MPI_Waitall; 2 enter MPI_Ireduce
       3 enter "!$omp implicit barrier @a.c:7"; 4 enter MPI_Barrier
  )");
  const auto& regions = text.trace->definitions().regions;
  const auto kind = [&](std::size_t i) { return std::pair(regions[i].role, regions[i].paradigm); };
  EXPECT_EQ(kind(0), std::pair(RegionRole::Loop, Paradigm::OpenMp));
  EXPECT_EQ(kind(1), std::pair(RegionRole::Function, Paradigm::User));
  EXPECT_EQ(kind(2), std::pair(RegionRole::Function, Paradigm::Mpi));
  EXPECT_EQ(kind(3), std::pair(RegionRole::CollAllToOne, Paradigm::Mpi));
  EXPECT_EQ(kind(4), std::pair(RegionRole::ImplicitBarrier, Paradigm::OpenMp));
  EXPECT_EQ(kind(5), std::pair(RegionRole::Barrier, Paradigm::Mpi));
  EXPECT_EQ(regions[0].begin_line, 4u);
}

TEST(TextTrace, PutsRequestsAtTheBeginOfACallAndCompletionsAtItsEnd) {
  const TextTrace text = parse_text_trace(R"(
    processes 2
    0: 5..9 MPI_Irecv irecv_request req=1
       10..30 MPI_Waitall 28 isend_complete req=2, irecv 1 req=1
       40..50 MPI_Allreduce collective
  )");
  EXPECT_THAT(times(text, 0), ElementsAre(5, 5, 9, 10, 28, 30, 30, 40, 40, 50, 50));
  const auto& end = body<MpiCollectiveEnd>(text, 0, 9);
  EXPECT_EQ(end.operation, CollectiveOperation::Allreduce);
  EXPECT_EQ(end.root, kNoRank);
  EXPECT_EQ(end.sent, 16u);
}

TEST(TextTrace, ComputesTheVolumesOfCollectives) {
  const TextTrace text = parse_text_trace(R"(
    processes 2
    0: 0..9 MPI_Bcast collective root=0
    1: 0..9 MPI_Bcast collective root=0
       10..19 MPI_Reduce coll_begin, coll_end root=1 sent=0 recv=4
  )");
  EXPECT_EQ(body<MpiCollectiveEnd>(text, 0, 2).sent, 16u);
  EXPECT_EQ(body<MpiCollectiveEnd>(text, 1, 2).sent, 0u);
  EXPECT_EQ(body<MpiCollectiveEnd>(text, 1, 2).received, 8u);
  EXPECT_EQ(body<MpiCollectiveEnd>(text, 1, 6).received, 4u);
  EXPECT_EQ(body<MpiCollectiveEnd>(text, 1, 6).root, 1u);
}

TEST(TextTrace, NumbersTheAcquisitionsOfALockByTime) {
  const TextTrace text = parse_text_trace(R"(
    processes 1
    threads 2
    0.0: 10 acquire 7; 20 release 7
    0.1:  2 acquire 7;  9 release 7; 30 acquire 7
  )");
  EXPECT_EQ(body<ThreadAcquireLock>(text, 0, 0).order, 2u);
  EXPECT_EQ(body<ThreadReleaseLock>(text, 0, 1).order, 2u);
  EXPECT_EQ(body<ThreadAcquireLock>(text, 1, 0).order, 1u);
  EXPECT_EQ(body<ThreadAcquireLock>(text, 1, 2).order, 3u);
}

TEST(TextTrace, ParsesTeamsAndTasks) {
  const TextTrace text = parse_text_trace(R"(
    processes 1
    threads 3
    team inner 0.1 0.2 parent=team0
    0.0: 1 fork 3; 2 team_begin; 3 task_create 1; 4 task_switch 1; 5 task_complete 1; 6 team_end; +1 join
    0.1: 2 team_begin; 3 team_begin inner; 4 team_end inner
  )");
  const Definitions& d = text.trace->definitions();
  EXPECT_EQ(body<ThreadFork>(text, 0, 0).requested, 3u);
  EXPECT_EQ(d.size_of(body<ThreadTeamBegin>(text, 0, 1).team), 3u);
  EXPECT_EQ(d.size_of(body<ThreadTeamBegin>(text, 1, 1).team), 2u);
  EXPECT_EQ(body<ThreadTaskSwitch>(text, 0, 3).generation, 1u);
  EXPECT_EQ(text.trace->events[0].back().time, Timestamp{7});
}

TEST(TextTrace, ParsesMetricsAndParameters) {
  const TextTrace text = parse_text_trace(R"(
    metric counters cycles misses
    metric watt kind=floating mode=point unit=W
    location meter 0 type=metric
    0: 1 metric counters 100 3; 2 parameter step -4; 3 parameter name "red"; 4 parameter n 9u
    meter: 5 metric watt 2.5
  )");
  const auto& sample = body<MetricSample>(text, 0, 0);
  ASSERT_EQ(sample.values.size(), 2u);
  EXPECT_EQ(sample.values[1].as_unsigned, 3u);
  EXPECT_EQ(body<MetricSample>(text, 1, 0).values[0].as_floating, 2.5);
  EXPECT_EQ(body<ParameterInt>(text, 0, 1).value, -4);
  EXPECT_EQ(body<ParameterUnsigned>(text, 0, 3).value, 9u);
  EXPECT_EQ(text.trace->definitions().locations[1].type, LocationType::Metric);
}

TEST(TextTrace, ParsesOneSidedCommunication) {
  const TextTrace text = parse_text_trace(R"(
    processes 2
    window w ; group origin 0
    0: 0..5 MPI_Win_create rma_collective, win_create w
       6..7 MPI_Put put 1 bytes=4 id=3
       8..9 MPI_Win_fence complete_nonblocking id=3, rma_collective
    1: 1..2 MPI_Win_post group_sync origin
       3..4 MPI_Win_lock lock_acquire 0 shared
  )");
  EXPECT_EQ(body<RmaCollectiveEnd>(text, 0, 2).operation, CollectiveOperation::CreateHandle);
  EXPECT_EQ(body<RmaPut>(text, 0, 6).bytes, 4u);
  EXPECT_EQ(body<RmaOpCompleteNonBlocking>(text, 0, 9).matching, 3u);
  EXPECT_EQ(body<RmaGroupSync>(text, 1, 1).group.index(), 3u);
  EXPECT_TRUE(body<RmaAcquireLock>(text, 1, 4).shared);
}

TEST(TextTrace, NamesLineAndColumnOfAnError) {
  EXPECT_EQ(error_of("processes 2\n0: 0 enter main; 5 sned 1"),
            "t:2:20: there is no event \"sned\"");
  EXPECT_EQ(error_of("0: 5 enter a; 4 leave"),
            "t:1:15: time 4 is before the last event at 5; write \"4!\" if intended");
  EXPECT_THAT(error_of("0: 5 send"), HasSubstr("needs the partner's rank"));
  EXPECT_THAT(error_of("0: 5 send 1 tga=3"), HasSubstr("has no option \"tga\""));
  EXPECT_THAT(error_of("0: 5 send 1 comm=blue"), HasSubstr("there are: self, world"));
  EXPECT_THAT(error_of("7: 5 enter a"), HasSubstr("no location \"7\""));
  EXPECT_THAT(error_of("comm a 5"), HasSubstr("only 1 processes"));
  EXPECT_THAT(error_of("0: 1 enter \"a"), HasSubstr("missing closing"));
  EXPECT_THAT(error_of("0: 1 leave"), HasSubstr("no region is open"));
  EXPECT_THAT(error_of("comm world 0"), HasSubstr("already defined"));
}

TEST(TextTrace, NumbersLinesFromAGivenOne) {
  EXPECT_EQ(parse_text_trace("processes 2\nexpect total a = 0", "t", 8).expectations.at(0).line,
            9u);
}

TEST(TextTrace, LetsTimesGoBackWhereIntended) {
  EXPECT_THAT(times(parse_text_trace("0: 5 enter a; 4! leave"), 0), ElementsAre(5, 4));
}

}  // namespace
}  // namespace lull::support
