// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// All code that follows enters and leaves sees the same region instances in broken traces.
#include "support/broken_nesting.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "lull/trace/global/global_definitions.hpp"
#include "lull/trace/global/global_trace.hpp"
#include "lull/trace/local/local_trace.hpp"
#include "lull/trace/summary/summary.hpp"
#include "support/text/text_trace.hpp"

namespace lull {
namespace {

using support::FollowedEvent;
using support::FollowedLocation;
using support::kNowhere;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<RegionId> path_of(const CallTree& tree, CallNodeId node) {
  return node.defined() ? tree.path(node) : std::vector<RegionId>{};
}

void expect_local(const LocalTrace& trace, const CallTree& tree, const FollowedLocation& wanted) {
  ASSERT_EQ(trace.size(), wanted.events.size());
  const auto expect_link = [&](LocalTrace::iterator place, bool (LocalTrace::iterator::*go)(),
                               std::size_t to) {
    const std::uint64_t from = place.position();
    ASSERT_EQ((place.*go)(), to != kNowhere) << from;
    ASSERT_EQ(place.position(), to == kNowhere ? from : to) << from;
  };
  auto event = trace.begin();
  for (std::size_t i = 0; i < wanted.events.size(); ++i, ++event) {
    const FollowedEvent& expected = wanted.events[i];
    ASSERT_EQ(event.position(), i);
    ASSERT_EQ(path_of(tree, event.node()), expected.path) << i;
    ASSERT_EQ(trace.call_stack(event), expected.behind) << i;
    expect_link(event, &LocalTrace::iterator::to_enter, expected.enter);
    expect_link(event, &LocalTrace::iterator::to_leave, expected.leave);
  }
  for (std::size_t i = wanted.events.size(); i-- > 0;) {
    --event;
    ASSERT_EQ(path_of(tree, event.node()), wanted.events[i].path) << i;
  }
}

// Every event keeps its recorded kind, however it was interpreted.
void expect_same_kinds(const LocalTrace& trace, const std::vector<Event>& events) {
  std::size_t i = 0;
  for (auto event = trace.begin(); event != trace.end(); ++event, ++i) {
    ASSERT_EQ(event->body.index(), events[i].body.index()) << i;
    if (const auto* leave = std::get_if<Leave>(&event->body)) {
      ASSERT_EQ(leave->region, std::get<Leave>(events[i].body).region) << i;
    }
    if (const auto* leave = std::get_if<CallingContextLeave>(&event->body)) {
      ASSERT_EQ(leave->context, std::get<CallingContextLeave>(events[i].body).context) << i;
    }
    if (const auto* enter = std::get_if<CallingContextEnter>(&event->body)) {
      ASSERT_EQ(enter->context, std::get<CallingContextEnter>(events[i].body).context) << i;
      ASSERT_EQ(enter->unwind_distance, 1u) << i;
    }
  }
}

class BrokenNesting : public testing::TestWithParam<std::uint64_t> {
 protected:
  void SetUp() override {
    trace_ = support::broken_trace(GetParam());
    for (std::size_t i = 0; i < trace_->events.size(); ++i)
      wanted_.push_back(support::follow(*trace_, LocationId(i)));
  }
  // Returns the number of visits by call stack, according to the naive model.
  [[nodiscard]] std::map<std::vector<RegionId>, std::uint64_t> visits() const {
    std::map<std::vector<RegionId>, std::uint64_t> visits;
    for (const FollowedLocation& location : wanted_)
      for (const support::FollowedCall& call : location.calls) ++visits[call.path];
    return visits;
  }
  std::unique_ptr<MemoryTrace> trace_;
  std::vector<FollowedLocation> wanted_;
};

TEST_P(BrokenNesting, IsTheSameInLocalTraces) {
  CallTree tree;
  const auto shared = std::make_shared<RegionInstances>();
  for (std::size_t i = 0; i < wanted_.size(); ++i) {
    SCOPED_TRACE(i);
    const LocalTrace linear(*trace_, LocationId(i), tree, LocalTrace::Linear{});
    expect_local(linear, tree, wanted_[i]);
    expect_same_kinds(linear, trace_->events[i]);
    const LocalTrace compressed(*trace_, LocationId(i), tree, LocalTrace::Compressed{}, shared);
    expect_local(compressed, tree, wanted_[i]);
    expect_same_kinds(compressed, trace_->events[i]);
  }
}

std::unique_ptr<MemoryTrace> copy_of(const MemoryTrace& trace) {
  auto copy = std::make_unique<MemoryTrace>();
  copy->definitions_table = trace.definitions_table;
  copy->events = trace.events;
  return copy;
}

void expect_global(GlobalTrace& trace, const std::vector<FollowedLocation>& wanted) {
  std::vector<std::size_t> seen(wanted.size());
  for (EventIndex i = 0; trace.has(i); ++i) {
    const GlobalEvent event = trace.event(i);
    const std::size_t location = event.location.index();
    ASSERT_EQ(event.position, seen[location]++);
    const FollowedEvent& expected = wanted[location].events[event.position];
    ASSERT_EQ(path_of(trace.call_tree(), event.node), expected.path) << i;
    const std::size_t enter =
        event.enter == kNoEvent ? kNowhere : trace.event(event.enter).position;
    ASSERT_EQ(enter, expected.enter) << i;
    const auto stack = trace.state(i).stack(event.location);
    std::vector<RegionId> regions;
    for (const Frame& frame : stack) regions.push_back(frame.region);
    ASSERT_EQ(regions, expected.behind) << i;
  }
  for (std::size_t i = 0; i < seen.size(); ++i) EXPECT_EQ(seen[i], wanted[i].events.size());
}

TEST_P(BrokenNesting, IsTheSameInAGlobalTrace) {
  GlobalTrace trace(copy_of(*trace_));
  expect_global(trace, wanted_);
  for (const auto& [path, visits] : visits()) {
    CallNodeId node;
    for (const RegionId region : path) node = trace.call_tree().find(node, region);
    EXPECT_EQ(trace.state(trace.size() - 1).visits(node), visits);
  }
}

TEST_P(BrokenNesting, IsTheSameBetweenBookmarks) {
  GlobalTrace trace(
      copy_of(*trace_),
      {.history = 4, .bookmark_distance = 7, .bookmark_memory = 1 << 14, .event_memory = 1});
  expect_global(trace, wanted_);
  for (EventIndex i = trace.size(); i-- > 0;) {
    const GlobalEvent event = trace.event(i);
    const FollowedEvent& expected = wanted_[event.location.index()].events[event.position];
    ASSERT_EQ(path_of(trace.call_tree(), event.node), expected.path) << i;
    ASSERT_EQ(trace.state(i).stack(event.location).size(), expected.behind.size()) << i;
  }
}

TEST_P(BrokenNesting, GivesTheSameCallTree) {
  GlobalDefinitions definitions(*trace_);
  definitions.rebuild_call_tree();
  std::set<std::vector<RegionId>> found;
  for (std::size_t i = 0; i < definitions.call_tree().size(); ++i)
    found.insert(definitions.call_tree().path(CallNodeId(i)));
  std::set<std::vector<RegionId>> wanted;
  for (const auto& [path, visits] : visits()) wanted.insert(path);
  // The archive's own call paths come from its calling contexts.
  for (const CallingContext& context : trace_->definitions_table.calling_contexts)
    wanted.insert({context.region});
  EXPECT_EQ(found, wanted);
}

TEST_P(BrokenNesting, IsCountedInASummary) {
  const TraceSummary summary = summarize(*trace_);
  for (std::size_t i = 0; i < wanted_.size(); ++i) {
    const NestingFaults& faults = summary.locations[i].nesting;
    EXPECT_EQ(faults[NestingFault::StrayLeave], wanted_[i].strays);
    EXPECT_EQ(faults[NestingFault::SkippedRegion], wanted_[i].skipped);
    EXPECT_EQ(faults[NestingFault::OpenEnd], wanted_[i].open);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, BrokenNesting, testing::Range<std::uint64_t>(1, 41));

std::vector<std::string> defects(const char* text) {
  const auto trace = support::parse_text_trace(text).trace;
  for (std::size_t i = 0; i < trace->events.size(); ++i)
    trace->definitions_table.locations[i].events = trace->events[i].size();
  return find_defects(trace->definitions(), summarize(*trace));
}

TEST(NestingFaults, AreNamedWithPlaceTimeAndRegion) {
  EXPECT_THAT(defects("clock 1000\n0: 0 enter main; 10 leave zz; 12 leave zz; 30 leave main"),
              Contains("2 leave events are of regions that are not open, and are ignored: first "
                       "\"zz\" at 0.01 s in location 0 (MPI Rank 0, Master thread)."));
  EXPECT_THAT(
      defects("clock 1000\n0: 0 enter main; 10 enter a; 12 enter b; 20 leave a; 30 leave main"),
      Contains(HasSubstr("1 region has no leave event, and ends with the enclosing region: "
                         "\"b\" at 0.02 s")));
  EXPECT_THAT(defects("clock 1000\n0: 0 enter main; 10 enter a"),
              Contains(HasSubstr("2 regions are never left, and end with the last event of "
                                 "their process: first \"main\" at 0 s")));
}

TEST(NestingFaults, ExcludeRegionsOutsideATeam) {
  // The worker has its own open region, which no leave within the team may close.
  EXPECT_THAT(defects(R"(
    processes 1
    threads 2
    0: 0 enter main; 10 fork; 11 team_begin; 12 enter "!$omp parallel"; 20 leave; 21 team_end
       22 join; 30 leave
    0.1: 1 enter worker; 11 team_begin; 12 enter "!$omp parallel"; 13 leave worker
       20 leave "!$omp parallel"; 21 team_end; 22 leave worker
  )"),
              ElementsAre(HasSubstr("1 leave event is of a region that is not open, and is "
                                    "ignored: \"worker\" at 1.3e-08 s")));
}

}  // namespace
}  // namespace lull
