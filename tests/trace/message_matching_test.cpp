// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Message matching: the numbers of PostingOrder and the links of a GlobalTrace.
#include <gtest/gtest.h>

#include <map>

#include "lull/trace/global/global_trace.hpp"
#include "lull/trace/rules/posting_order.hpp"
#include "support/random/random_receives.hpp"
#include "support/text/text_trace.hpp"

namespace lull {
namespace {

using support::EventPlace;
using support::MatchedMessages;
using support::RandomReceivesOptions;

// Returns send → receive, as linked by a GlobalTrace.
std::map<EventPlace, EventPlace> links_of(GlobalTrace& trace) {
  std::map<EventPlace, EventPlace> links;
  for (EventIndex i = 0; trace.has(i); ++i) {
    const GlobalEvent event = trace.event(i);
    if (event.get_if<MpiRecv>() == nullptr && event.get_if<MpiIrecv>() == nullptr) continue;
    if (event.match == kNoEvent) continue;
    const GlobalEvent send = trace.event(event.match);
    EXPECT_LT(send.index, event.index);
    links[{event.location, event.position}] = {send.location, send.position};
  }
  return links;
}

std::unique_ptr<MemoryTrace> copy_of(const MemoryTrace& trace) {
  auto copy = std::make_unique<MemoryTrace>();
  copy->definitions_table = trace.definitions_table;
  copy->events = trace.events;
  return copy;
}

// There is almost no memory, so that everything is read repeatedly.
constexpr GlobalTrace::Options kTight{
    .history = 4, .bookmark_distance = 7, .bookmark_memory = 1 << 14, .event_memory = 1};

class RandomReceives : public testing::TestWithParam<std::uint64_t> {
 protected:
  [[nodiscard]] static RandomReceivesOptions options(bool sends_first, bool cancel) {
    return {.threads = 1 + GetParam() % 3,
            .operations = 20 + GetParam() * 7 % 60,
            .cancel = cancel,
            .sends_first = sends_first};
  }
};

TEST_P(RandomReceives, AreNumberedAsTheyWerePosted) {
  const auto trace = support::random_receives(GetParam(), options(true, true));
  const MatchedMessages wanted = support::match_by_posting(*trace);
  std::map<EventPlace, std::pair<MessageChannel, std::uint64_t>> found;
  for (const Process& process : trace->definitions().processes) {
    PostingOrder order(trace->definitions(), process.locations);
    const auto take = [&] {
      for (const auto* operations : {&order.sends(), &order.receives()})
        for (const PostingOrder::Operation& one : *operations)
          found[{process.locations[one.thread], one.place}] = {one.channel, one.number};
    };
    std::vector<std::size_t> next(process.locations.size());
    for (;;) {
      std::size_t first = next.size();
      const auto event = [&](std::size_t thread) -> const Event& {
        return trace->events[process.locations[thread].index()][next[thread]];
      };
      for (std::size_t i = 0; i < next.size(); ++i)
        if (next[i] < trace->events[process.locations[i].index()].size() &&
            (first == next.size() || event(i).time < event(first).time))
          first = i;
      if (first == next.size()) break;
      order.look_at(first, next[first], event(first).body);
      ++next[first];
      take();
    }
    order.finish();
    take();
  }
  EXPECT_EQ(found, wanted.number_of);
}

TEST_P(RandomReceives, TakeTheMessagesWithTheirNumbers) {
  const auto trace = support::random_receives(GetParam(), options(true, true));
  const auto wanted = support::match_by_posting(*trace).send_of;
  GlobalTrace global(copy_of(*trace));
  EXPECT_EQ(links_of(global), wanted);
  GlobalTrace tight(copy_of(*trace), kTight);
  EXPECT_EQ(links_of(tight), wanted);
}

TEST_P(RandomReceives, TakeTheSameMessagesWithRandomAccess) {
  const auto trace = support::random_receives(GetParam(), options(true, true));
  GlobalTrace whole(copy_of(*trace));
  GlobalTrace tight(copy_of(*trace), kTight);
  for (EventIndex i = whole.size(); i-- > 0;) {
    const GlobalEvent wanted = whole.event(i);
    const GlobalEvent found = tight.event(i);
    ASSERT_EQ(found.location, wanted.location);
    ASSERT_EQ(found.position, wanted.position);
    ASSERT_EQ(found.match, wanted.match) << i;
    ASSERT_EQ(found.request, wanted.request) << i;
    const auto messages = whole.state(i).messages_to(wanted.location);
    std::vector<EventIndex> sends;
    for (const QueuedMessage& message : messages) sends.push_back(message.send);
    std::vector<EventIndex> again;
    for (const QueuedMessage& message : tight.state(i).messages_to(wanted.location))
      again.push_back(message.send);
    ASSERT_EQ(again, sends) << i;
  }
}

// Some receives continue without their messages, if there is no other way; others wait for them.
TEST_P(RandomReceives, TakeNoOtherMessagesWhereClocksContradictEachOther) {
  const auto trace = support::random_receives(GetParam(), options(false, false));
  const auto wanted = support::match_by_posting(*trace).send_of;
  GlobalTrace global(copy_of(*trace));
  const auto found = links_of(global);
  for (const auto& [receive, send] : found) {
    ASSERT_TRUE(wanted.contains(receive));
    EXPECT_EQ(wanted.at(receive), send);
  }
  const std::uint64_t early = global.state(global.size() - 1).early_receives();
  EXPECT_EQ(found.size() + early, wanted.size());
  EXPECT_EQ(early, 0u) << "only one process receives here";
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomReceives, testing::Range<std::uint64_t>(1, 61));

GlobalTrace trace_of(const char* text) {
  return GlobalTrace(std::move(support::parse_text_trace(text).trace));
}

// Returns the bytes of the message that the location receives first; they identify the message.
std::uint64_t bytes_received(GlobalTrace& trace, LocationId location) {
  for (EventIndex i = 0; trace.has(i); ++i) {
    const GlobalEvent event = trace.event(i);
    const bool receive = event.get_if<MpiRecv>() != nullptr || event.get_if<MpiIrecv>() != nullptr;
    if (event.location != location || !receive) continue;
    if (event.match == kNoEvent) return 0;
    return std::get<MpiSend>(trace.event(event.match).event.body).length;
  }
  return 0;
}

constexpr const char* kSends = R"(
processes 2
threads 1 2
0: 0 enter main; 100..110 MPI_Send 101 send 1 bytes=1; 200..210 MPI_Send 201 send 1 bytes=2
   300 leave
)";

TEST(ThreadsOfOneProcess, TakeMessagesInTheOrderInWhichTheyWait) {
  GlobalTrace trace = trace_of((std::string(kSends) + R"(
1: 0 enter main; 10 enter MPI_Recv; 212 recv 0; 213 leave; 300 leave
1.1: 20 enter work; 50 enter MPI_Recv; 211 recv 0; 211 leave; 250 leave
)")
                                   .c_str());
  EXPECT_EQ(bytes_received(trace, LocationId(1)), 1u) << "waits longer, and is done later";
  EXPECT_EQ(bytes_received(trace, LocationId(2)), 2u);
}

TEST(ThreadsOfOneProcess, CompleteWhatOthersHaveRequested) {
  GlobalTrace trace = trace_of((std::string(kSends) + R"(
1: 0 enter main; 10..12 MPI_Irecv 11 irecv_request req=7; 230..240 MPI_Recv recv 0; 300 leave
1.1: 20 enter work; 220..235 MPI_Wait irecv 0 req=7; 250 leave
)")
                                   .c_str());
  EXPECT_EQ(bytes_received(trace, LocationId(2)), 1u);
  EXPECT_EQ(bytes_received(trace, LocationId(1)), 2u);
  const GlobalEvent last = [&] {
    for (EventIndex i = 0;; ++i)
      if (trace.event(i).get_if<MpiIrecv>() != nullptr) return trace.event(i);
  }();
  ASSERT_NE(last.request, kNoEvent);
  EXPECT_EQ(trace.event(last.request).location, LocationId(1));
}

TEST(GlobalTraceMessages, AreNotBlockedByARequestThatNeverCompletes) {
  GlobalTrace trace = trace_of(R"(
processes 2
0: 0 enter main; 5..6 MPI_Irecv irecv_request req=1; 10..20 MPI_Recv recv 1; 30..40 MPI_Recv recv 1
   90 leave
1: 0 enter main; 7..8 MPI_Send send 0 bytes=1; 9..10 MPI_Send send 0 bytes=2; 90 leave
)");
  EXPECT_EQ(bytes_received(trace, LocationId(0)), 1u);
  EXPECT_TRUE(trace.state(trace.size() - 1).messages_to(LocationId(0)).empty());
}

TEST(GlobalTraceMessages, ThatWereCancelledAreNotReceived) {
  GlobalTrace trace = trace_of(R"(
processes 2
0: 0 enter main; 50..60 MPI_Recv recv 1; 90 leave
1: 0 enter main; 1..2 MPI_Isend isend 0 req=1 bytes=1; 3..4 MPI_Wait cancelled req=1
   7..8 MPI_Send send 0 bytes=2; 90 leave
)");
  EXPECT_EQ(bytes_received(trace, LocationId(0)), 2u);
}

TEST(GlobalTraceCollectives, AreThoseOfMembers) {
  GlobalTrace trace = trace_of(R"(
processes 3
comm pair 0 1
0: 0 enter main; 5..30 MPI_Barrier coll_begin, coll_end comm=pair; 90 leave
1: 0 enter main; 6..31 MPI_Barrier coll_begin, coll_end comm=pair; 90 leave
2: 0 enter main; 20..22 MPI_Barrier coll_begin, coll_end comm=pair; 90 leave
)");
  for (EventIndex i = 0; trace.has(i); ++i) {
    const GlobalEvent event = trace.event(i);
    const auto* const end = event.get_if<MpiCollectiveEnd>();
    if (end == nullptr) continue;
    const auto& open = trace.state(i).collectives(end->communicator, event.location);
    if (event.location == LocationId(2)) {
      EXPECT_TRUE(open.empty());
    }
    if (event.location == LocationId(0)) {
      ASSERT_EQ(open.size(), 1u);
      EXPECT_FALSE(open[0].complete());
    }
  }
}

TEST(GlobalTraceLocks, BelongToTheLatestAcquisition) {
  GlobalTrace trace = trace_of(R"(
processes 1
threads 2
0: 0 enter main; 5 fork 2; 6 team_begin; 8 acquire 4 order=1; 14 release 4 order=1
   30 team_end; 31 join; 90 leave
0.1: 7 team_begin; 12 acquire 4 order=2; 20 release 4 order=2; 29 team_end
)");
  for (EventIndex i = 0; trace.has(i); ++i) {
    const GlobalEvent event = trace.event(i);
    if (event.get_if<ThreadReleaseLock>() == nullptr) continue;
    const LockState* const lock = trace.state(i).lock(event.location, 4);
    ASSERT_NE(lock, nullptr);
    if (event.location == LocationId(0)) {
      EXPECT_EQ(lock->owner, LocationId(1)) << "released late, by its clock";
    } else {
      EXPECT_EQ(lock->acquired, kNoEvent);
    }
  }
}

}  // namespace
}  // namespace lull
