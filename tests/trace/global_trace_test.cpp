// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/global/global_trace.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "support/text/text_trace.hpp"

namespace lull {
namespace {

using testing::ElementsAre;

GlobalTrace trace_of(std::string_view text, const GlobalTrace::Options& options = {}) {
  return GlobalTrace(support::parse_text_trace(text).trace, options);
}

// Returns the index of the n-th event of a kind, from 0.
template <class Body>
EventIndex find(GlobalTrace& trace, std::size_t n = 0, LocationId location = {}) {
  for (EventIndex i = 0; trace.has(i); ++i) {
    const GlobalEvent event = trace.event(i);
    if (event.get_if<Body>() == nullptr) continue;
    if (location.defined() && event.location != location) continue;
    if (n-- == 0) return i;
  }
  return kNoEvent;
}

std::vector<EventIndex> enters(std::span<const Frame> stack) {
  std::vector<EventIndex> indices;
  for (const Frame& frame : stack) indices.push_back(frame.enter);
  return indices;
}
std::vector<EventIndex> sends(const MessageQueues::Queue& queue) {
  std::vector<EventIndex> indices;
  for (const QueuedMessage& message : queue) indices.push_back(message.send);
  return indices;
}

constexpr std::string_view kLateSender = R"(
processes 3
0: 0 enter main; 5..50 MPI_Recv recv 1; 60..70 MPI_Recv recv 2; 90 leave
1: 1 enter main; 30..40 MPI_Send send 0; 90 leave
2: 2 enter main; 10..20 MPI_Send send 0; 90 leave
)";

TEST(GlobalTrace, IsOneSequenceByTime) {
  GlobalTrace trace = trace_of(kLateSender);
  EXPECT_EQ(trace.size(), 18u);
  Timestamp before{0};
  for (EventIndex i = 0; i < trace.size(); ++i) {
    const GlobalEvent event = trace.event(i);
    EXPECT_EQ(event.index, i);
    EXPECT_LE(before, event.time());
    before = event.time();
  }
  EXPECT_FALSE(trace.has(18));
  EXPECT_THROW(static_cast<void>(trace.event(18)), std::out_of_range);
  EXPECT_THROW(static_cast<void>(trace.state(18)), std::out_of_range);
}

TEST(GlobalTrace, LinksReceiveSendAndTheirCalls) {
  GlobalTrace trace = trace_of(kLateSender);
  const GlobalEvent receive = trace.event(find<MpiRecv>(trace));
  const GlobalEvent send = trace.event(receive.match);
  EXPECT_EQ(send.location, LocationId(1));
  EXPECT_EQ(trace.event(send.enter).time().ticks, 30u);
  EXPECT_EQ(trace.event(receive.enter).time().ticks, 5u);
  const auto& regions = trace.definitions().regions;
  std::vector<std::string> path;
  for (const RegionId region : trace.call_tree().path(receive.node))
    path.push_back(regions[region.index()].name);
  EXPECT_THAT(path, ElementsAre("main", "MPI_Recv"));
}

TEST(GlobalTrace, HasTheMessagesInTransit) {
  GlobalTrace trace = trace_of(kLateSender);
  const EventIndex from2 = find<MpiSend>(trace, 0);
  const EventIndex from1 = find<MpiSend>(trace, 1);
  const EventIndex receive = find<MpiRecv>(trace, 0);
  const LocationId here(0);
  EXPECT_THAT(sends(trace.state(from1).messages_to(here)), ElementsAre(from2, from1));
  EXPECT_THAT(sends(trace.state(from1).messages(LocationId(1), here)), ElementsAre(from1));
  const TraceState& state = trace.state(receive);
  EXPECT_THAT(sends(state.messages_to(here)), ElementsAre(from2));
  EXPECT_EQ(state.messages_to(here).front().time.ticks, 10u);
  EXPECT_THAT(enters(state.stack(here)), ElementsAre(0u, trace.event(receive).enter));
  EXPECT_TRUE(trace.state(trace.size() - 1).messages_to(here).empty());
}

TEST(GlobalTrace, PutsSendsBeforeTheirReceivesAtEqualTimes) {
  GlobalTrace trace = trace_of(R"(
processes 3
0: 0 enter main; 5 recv 1; 5 send 2 tag=3; 9 leave
1: 0 enter main; 5 recv 2; 5 send 0; 9 leave
2: 0 enter main; 5 send 1; 5 recv 0 tag=3; 9 leave
)");
  for (std::size_t n = 0; n < 3; ++n) {
    const GlobalEvent receive = trace.event(find<MpiRecv>(trace, n));
    ASSERT_NE(receive.match, kNoEvent);
    EXPECT_LT(receive.match, receive.index);
  }
}

TEST(GlobalTrace, MatchesInTheOrderInWhichReceivesWerePosted) {
  GlobalTrace trace = trace_of(R"(
processes 2
0: 0 enter main; 1 irecv_request req=1; 2 irecv_request req=2
   30 irecv 1 req=2; 31 irecv 1 req=1; 90 leave
1: 0 enter main; 10 send 0 bytes=1; 11 send 0 bytes=2; 90 leave
)");
  const GlobalEvent second = trace.event(find<MpiIrecv>(trace, 0));
  EXPECT_EQ(trace.event(second.match).get_if<MpiSend>()->length, 2u);
  EXPECT_EQ(trace.event(second.request).time().ticks, 2u);
  const GlobalEvent first = trace.event(find<MpiIrecv>(trace, 1));
  EXPECT_EQ(trace.event(first.match).get_if<MpiSend>()->length, 1u);
}

// Imprecise clocks.
TEST(GlobalTrace, PutsReceivesAfterSendsThatSeemToComeLater) {
  GlobalTrace trace = trace_of(R"(
processes 2
0: 0 enter main; 5 recv 1; 7 enter work; 8 leave; 20 recv 1; 90 leave
1: 0 enter main; 9 send 0; 15 send 0; 90 leave
)");
  const EventIndex send = find<MpiSend>(trace, 0);
  EXPECT_EQ(trace.event(send + 1).get_if<MpiRecv>() != nullptr, true);
  EXPECT_EQ(trace.event(send + 1).match, send);
  EXPECT_EQ(trace.event(send + 1).time().ticks, 5u);
  EXPECT_EQ(trace.event(send + 2).time().ticks, 7u);  // later events of the location move, too
  EXPECT_EQ(trace.event(find<MpiRecv>(trace, 1)).match, find<MpiSend>(trace, 1));
  EXPECT_EQ(trace.state(trace.size() - 1).early_receives(), 0u);
}

TEST(GlobalTrace, ContinuesWhereNobodyCouldHaveSentFirst) {
  GlobalTrace trace = trace_of(R"(
processes 2
0: 0 enter main; 5 recv 1; 6 send 1; 90 leave
1: 0 enter main; 7 recv 0; 8 send 0; 90 leave
)");
  EXPECT_EQ(trace.size(), 8u);
  EXPECT_EQ(trace.event(find<MpiRecv>(trace, 0)).match, kNoEvent);
  EXPECT_EQ(trace.event(find<MpiRecv>(trace, 1)).match, find<MpiSend>(trace, 0));
  EXPECT_EQ(trace.state(trace.size() - 1).early_receives(), 1u);
  EXPECT_TRUE(trace.state(trace.size() - 1).messages_to(LocationId(0)).empty());
}

TEST(GlobalTrace, DoesNotWaitForMissingMessages) {
  GlobalTrace trace = trace_of(R"(
processes 2
0: 0 enter main; 5 recv 1; 6 recv 1 tag=3; 90 leave
1: 0 enter main; 4 send 0; 90 leave
)");
  EXPECT_EQ(trace.event(find<MpiRecv>(trace, 1)).match, kNoEvent);
  EXPECT_EQ(find<MpiRecv>(trace, 1), find<MpiRecv>(trace, 0) + 1);
}

TEST(GlobalTrace, CountsMembersOfCollectives) {
  GlobalTrace trace = trace_of(R"(
processes 3
0: 0 enter main; 5..30 MPI_Barrier collective; 90 leave
1: 0 enter main; 6..31 MPI_Barrier collective; 90 leave
2: 0 enter main; 20..32 MPI_Barrier collective; 90 leave
)");
  const EventIndex last = find<MpiCollectiveEnd>(trace, 2);
  ASSERT_NE(last, kNoEvent);
  const GlobalEvent end = trace.event(last);
  const CommunicatorId world = end.get_if<MpiCollectiveEnd>()->communicator;
  const auto open = [&](EventIndex index) -> const std::deque<CollectiveProgress>& {
    return trace.state(index).collectives(world, LocationId(0));
  };
  ASSERT_EQ(open(last).size(), 1u);
  EXPECT_TRUE(open(last)[0].complete());
  EXPECT_THAT(open(last)[0].ends, ElementsAre(find<MpiCollectiveEnd>(trace, 0),
                                              find<MpiCollectiveEnd>(trace, 1), last));
  EXPECT_TRUE(open(last + 1).empty());
  EXPECT_EQ(open(last - 1)[0].ends.size(), 2u);
  EXPECT_EQ(trace.event(trace.event(last).match).time().ticks, 20u);
}

TEST(GlobalTrace, TracksTeamsAndLocks) {
  GlobalTrace trace = trace_of(R"(
processes 1
threads 2
0: 0 enter main; 5 fork 2; 6 team_begin; 8 acquire 4 order=1; 12 release 4 order=1
   30 team_end; 31 join; 90 leave
0.1: 7 team_begin; 12 acquire 4 order=2; 20 release 4 order=2; 29 team_end
)");
  const LocationId master(0);
  const EventIndex begin = find<ThreadTeamBegin>(trace, 1);
  EXPECT_EQ(trace.event(begin).match, find<ThreadFork>(trace));
  ASSERT_EQ(trace.state(begin).teams().size(), 1u);
  EXPECT_EQ(trace.state(begin).teams().begin()->second.begins.size(), 2u);
  EXPECT_TRUE(trace.state(find<ThreadJoin>(trace)).teams().empty());
  const EventIndex release = find<ThreadReleaseLock>(trace, 0);
  const EventIndex acquire = find<ThreadAcquireLock>(trace, 1);
  EXPECT_LT(release, acquire);  // at the same time
  EXPECT_EQ(trace.event(acquire).match, release);
  const LockState* const lock = trace.state(acquire).lock(master, 4);
  ASSERT_NE(lock, nullptr);
  EXPECT_EQ(lock->owner, LocationId(1));
  EXPECT_EQ(trace.state(trace.size() - 1).lock(master, 4)->acquired, kNoEvent);
}

TEST(GlobalTrace, TracksEpochsOfWindows) {
  GlobalTrace trace = trace_of(R"(
processes 2
window w
0: 0 enter main; 5 lock_request 1; 6 lock_acquire 1; 7 put 1 id=3; 8 complete_nonblocking id=3
   9 complete_remote id=3; 10 lock_release 1; 90 leave
1: 0 enter main; 90 leave
)");
  const LocationId origin(0);
  const WindowId window(0);
  const EventIndex put = find<RmaPut>(trace);
  ASSERT_NE(trace.state(put).epoch(window, origin), nullptr);
  EXPECT_EQ(trace.state(put).epoch(window, origin)->transfers.at(3), put);
  EXPECT_EQ(trace.state(put).epoch(window, origin)->locks.size(), 1u);
  EXPECT_EQ(trace.state(put).lock(window, 1, 0)->owner, origin);
  EXPECT_EQ(trace.event(find<RmaOpCompleteRemote>(trace)).match, put);
  EXPECT_TRUE(trace.state(trace.size() - 1).epoch(window, origin)->transfers.empty());
  EXPECT_TRUE(trace.state(trace.size() - 1).epoch(window, origin)->locks.empty());
}

TEST(GlobalTrace, CountsVisitsOfCallPathsSoFar) {
  GlobalTrace trace = trace_of(kLateSender);
  const CallNodeId node = trace.event(find<MpiRecv>(trace, 1)).node;
  EXPECT_EQ(trace.state(trace.size() - 1).visits(node), 2u);
  EXPECT_EQ(trace.state(find<MpiRecv>(trace, 0)).visits(node), 1u);
  EXPECT_EQ(trace.state(0).visits(node), 0u);
}

}  // namespace
}  // namespace lull
