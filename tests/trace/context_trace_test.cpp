// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/source/context_trace.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lull/trace/source/memory_trace.hpp"

namespace lull {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

enum : std::uint32_t { kMain, kSolve, kBarrier };
// Calling contexts as a recorder names them: with the lines of the calls.
enum : std::uint32_t {
  kMain12,
  kSolve66,
  kBarrierAt66,
  kSolve70,
  kBarrierAt70,
  kMain14,
  kBarrierAt14,
  kSolve68
};

class ContextTraceTest : public testing::Test {
 protected:
  ContextTraceTest() {
    Definitions& d = trace_->definitions_table;
    for (const char* name : {"main", "solve", "MPI_Barrier"}) d.regions.emplace_back().name = name;
    d.processes.push_back({"p", ProcessType::Process, {}, {LocationId(0)}, {}});
    d.locations.push_back({0, "t", LocationType::CpuThread, 10, ProcessId(0), {}});
    const auto add = [&](std::uint32_t region, CallingContextId parent) {
      d.calling_contexts.push_back({RegionId(region), {}, parent});
    };
    add(kMain, {});
    add(kSolve, CallingContextId(kMain12));
    add(kBarrier, CallingContextId(kSolve66));
    add(kSolve, CallingContextId(kMain12));
    add(kBarrier, CallingContextId(kSolve70));
    add(kMain, {});
    add(kBarrier, CallingContextId(kMain14));
    add(kSolve, CallingContextId(kMain12));
    trace_->events.resize(1);
  }
  void add(std::uint64_t time, EventBody body) { trace_->events[0].push_back({{time}, body}); }
  void enter(std::uint64_t time, std::uint32_t context, std::uint32_t distance) {
    add(time, CallingContextEnter{CallingContextId(context), distance});
  }
  void leave(std::uint64_t time, std::uint32_t context) {
    add(time, CallingContextLeave{CallingContextId(context)});
  }
  void sample(std::uint64_t time, std::uint32_t context, std::uint32_t distance) {
    add(time, CallingContextSample{CallingContextId(context), distance, {}});
  }
  std::unique_ptr<TraceSource> read() { return with_called_regions(std::move(trace_)); }

  static std::string text_of(const Event& event) {
    static constexpr const char* kNames[] = {"main", "solve", "MPI_Barrier"};
    if (const auto* entered = std::get_if<Enter>(&event.body))
      return fmt::format("{} enter {}", event.time.ticks, kNames[entered->region.index()]);
    if (const auto* left = std::get_if<Leave>(&event.body))
      return fmt::format("{} leave {}", event.time.ticks, kNames[left->region.index()]);
    return fmt::format("{} other", event.time.ticks);
  }
  static std::vector<std::string> rest_of(EventCursor& cursor) {
    std::vector<std::string> texts;
    for (auto events = cursor.next(); !events.empty(); events = cursor.next())
      for (const Event& event : events) texts.push_back(text_of(event));
    return texts;
  }
  static std::vector<std::string> calls_of(const TraceSource& source) {
    const auto cursor = source.open(LocationId(0), select_events<Enter, Leave>());
    return rest_of(*cursor);
  }
  // Returns exclusive times by call path.
  static std::map<std::string, std::uint64_t> times_of(const TraceSource& source) {
    std::map<std::string, std::uint64_t> times;
    std::vector<std::string> open{"(program)"};
    std::uint64_t last = 0;
    const auto cursor = source.open(LocationId(0), select_all_events());
    for (auto events = cursor->next(); !events.empty(); events = cursor->next())
      for (const Event& event : events) {
        if (last != 0 && event.time.ticks > last) times[open.back()] += event.time.ticks - last;
        EXPECT_GE(event.time.ticks, last);
        last = event.time.ticks;
        if (const auto* entered = std::get_if<Enter>(&event.body))
          open.push_back(open.back() + "/" +
                         source.definitions().regions[entered->region.index()].name);
        else if (std::holds_alternative<Leave>(event.body))
          open.pop_back();
      }
    EXPECT_EQ(open.size(), 1u);
    return times;
  }

  std::unique_ptr<MemoryTrace> trace_ = std::make_unique<MemoryTrace>();
};

// main calls solve (line 12), which calls MPI_Barrier twice (66, 70); then main itself calls it
// (14).
TEST_F(ContextTraceTest, ChargesTimeToContinuingCalls) {
  add(1000, ProgramBegin{});
  enter(2000, kBarrierAt66, 4);
  leave(2100, kBarrierAt66);
  sample(3000, kSolve68, 1);
  sample(4000, kSolve68, 1);
  enter(5000, kBarrierAt70, 2);
  leave(5300, kBarrierAt70);
  enter(6000, kBarrierAt14, 2);
  leave(6500, kBarrierAt14);
  add(7000, ProgramEnd{});
  const std::map<std::string, std::uint64_t> expected{{"(program)", 1500},
                                                      {"(program)/main", 700},
                                                      {"(program)/main/solve", 2900},
                                                      {"(program)/main/solve/MPI_Barrier", 400},
                                                      {"(program)/main/MPI_Barrier", 500}};
  EXPECT_EQ(times_of(*read()), expected);
}

// The thread does nothing between two teams.
TEST_F(ContextTraceTest, LeavesRegionsOfATeamAtItsEnd) {
  add(5, ThreadTeamBegin{});
  enter(10, kBarrierAt66, 4);
  leave(20, kBarrierAt66);
  add(50, ThreadTeamEnd{});
  add(100, ProgramEnd{});
  EXPECT_THAT(calls_of(*read()),
              ElementsAre("10 enter main", "10 enter solve", "10 enter MPI_Barrier",
                          "20 leave MPI_Barrier", "20 leave solve", "20 leave main"));
}

TEST_F(ContextTraceTest, EntersNewCalls) {
  enter(10, kBarrierAt66, 4);
  leave(20, kBarrierAt66);
  enter(30, kBarrierAt66, 3);  // another call of solve
  leave(40, kBarrierAt66);
  EXPECT_THAT(
      calls_of(*read()),
      ElementsAre("10 enter main", "10 enter solve", "10 enter MPI_Barrier", "20 leave MPI_Barrier",
                  "20 leave solve", "30 enter solve", "30 enter MPI_Barrier",
                  "40 leave MPI_Barrier", "40 leave solve", "40 leave main"));
}

TEST_F(ContextTraceTest, AssumesASampledStackSinceThePreviousEvent) {
  sample(10, kSolve66, 3);
  sample(20, kSolve66, 1);
  sample(30, kMain14, 1);
  const auto trace = read();
  EXPECT_THAT(calls_of(*trace),
              ElementsAre("10 enter main", "10 enter solve", "20 leave solve", "30 leave main"));
  EXPECT_THAT(trace->definitions().defects,
              Contains(HasSubstr("1 location has call stack samples but no calls")));
}

// Some recorders count the new frames.
TEST_F(ContextTraceTest, LimitsUnwindDistancesToKnownOpenCalls) {
  enter(10, kMain12, 1);
  enter(50, kBarrierAt66, 2);
  leave(60, kBarrierAt66);
  leave(70, kMain12);
  EXPECT_THAT(calls_of(*read()),
              ElementsAre("10 enter main", "50 enter solve", "50 enter MPI_Barrier",
                          "60 leave MPI_Barrier", "60 leave solve", "70 leave main"));
}

TEST_F(ContextTraceTest, IgnoresSamplesAmongPlainCalls) {
  add(10, Enter{RegionId(kMain)});
  sample(20, kSolve66, 3);
  add(30, Leave{RegionId(kMain)});
  const auto trace = read();
  EXPECT_THAT(calls_of(*trace), ElementsAre("10 enter main", "30 leave main"));
  EXPECT_THAT(trace->definitions().defects, IsEmpty());
}

TEST_F(ContextTraceTest, CanBeReadFromAnyPosition) {
  enter(10, kBarrierAt66, 4);
  leave(20, kBarrierAt66);
  enter(30, kBarrierAt70, 2);
  leave(40, kBarrierAt70);
  const auto trace = read();
  const auto all = calls_of(*trace);
  const auto cursor = trace->open(LocationId(0), select_all_events());
  for (std::size_t place = 0; place <= all.size(); ++place) {
    cursor->seek(place);
    EXPECT_EQ(rest_of(*cursor), std::vector<std::string>(
                                    all.begin() + static_cast<std::ptrdiff_t>(place), all.end()));
  }
  cursor->seek(0);
  const std::size_t batch = cursor->next().size();
  ASSERT_GT(batch, 2u);
  cursor->release(2);
  EXPECT_EQ(rest_of(*cursor), std::vector<std::string>(
                                  all.begin() + static_cast<std::ptrdiff_t>(batch) - 2, all.end()));
}

TEST_F(ContextTraceTest, ToleratesCyclesOfParents) {
  trace_->definitions_table.calling_contexts[kMain12].parent = CallingContextId(kSolve66);
  enter(10, kBarrierAt66, 4);
  leave(20, kBarrierAt66);
  EXPECT_THAT(calls_of(*read()), ElementsAre("10 enter MPI_Barrier", "20 leave MPI_Barrier"));
}

TEST_F(ContextTraceTest, ReturnsTheSourceWithoutContexts) {
  add(10, Enter{RegionId(kMain)});
  const TraceSource* const source = trace_.get();
  EXPECT_EQ(read().get(), source);
}

}  // namespace
}  // namespace lull
