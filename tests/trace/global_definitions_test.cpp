// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/global/global_definitions.hpp"

#include <gtest/gtest.h>

#include <set>

#include "lull/trace/source/memory_trace.hpp"
#include "support/random/random_trace.hpp"

namespace lull {
namespace {

Region named(const char* name, RegionRole role = RegionRole::Function,
             Paradigm paradigm = Paradigm::Compiler) {
  Region region;
  region.name = name;
  region.role = role;
  region.paradigm = paradigm;
  return region;
}

std::unique_ptr<MemoryTrace> trace_with(std::vector<Callpath> callpaths) {
  auto trace = std::make_unique<MemoryTrace>();
  trace->definitions_table.regions = {
      named("main"), named("f"),
      named("program", RegionRole::Artificial, Paradigm::MeasurementSystem)};
  trace->definitions_table.callpaths = std::move(callpaths);
  return trace;
}

TEST(GlobalDefinitions, HasTheArchivesOwnCallPathsBelowTheProgram) {
  const CallpathId none;
  // A path precedes its parent; the last two are each other's parent.
  const auto trace = trace_with({{CallpathId(1), RegionId(1)},
                                 {CallpathId(2), RegionId(0)},
                                 {none, RegionId(2)},
                                 {CallpathId(4), RegionId(0)},
                                 {CallpathId(3), RegionId(1)}});
  const GlobalDefinitions global(*trace);
  EXPECT_TRUE(global.has_own_call_tree());
  ASSERT_EQ(global.call_tree().size(), 2u);
  EXPECT_EQ(global.call_tree().path(global.node(CallpathId(0))),
            (std::vector{RegionId(0), RegionId(1)}));
  EXPECT_EQ(global.call_tree().path(global.node(CallpathId(1))), std::vector{RegionId(0)});
  EXPECT_FALSE(global.node(CallpathId(2)).defined());
  EXPECT_FALSE(global.node(CallpathId(3)).defined());
  EXPECT_FALSE(global.node(CallpathId(4)).defined());
  EXPECT_FALSE(global.node(none).defined());
}

TEST(GlobalDefinitions, TakesCallingContextsWhereThereAreNoCallPaths) {
  const auto trace = trace_with({});
  CallingContext outer;
  outer.region = RegionId(0);
  CallingContext inner{RegionId(1), {}, CallingContextId(std::size_t{0})};
  trace->definitions_table.calling_contexts = {outer, inner};
  const GlobalDefinitions global(*trace);
  EXPECT_EQ(global.call_tree().path(global.node(CallingContextId(1))),
            (std::vector{RegionId(0), RegionId(1)}));
}

TEST(GlobalDefinitions, IsRebuiltWithOneNodeForEachStackOfCalls) {
  const auto trace = support::random_trace(4);
  GlobalDefinitions global(*trace);
  EXPECT_FALSE(global.has_own_call_tree());
  global.rebuild_call_tree();
  std::set<std::vector<RegionId>> stacks;
  for (const auto& events : trace->events) {
    std::vector<RegionId> stack;
    for (const Event& event : events) {
      if (const auto* const enter = std::get_if<Enter>(&event.body)) {
        stack.push_back(enter->region);
        stacks.insert(stack);
      } else if (std::holds_alternative<Leave>(event.body)) {
        stack.pop_back();
      }
    }
  }
  std::set<std::vector<RegionId>> paths;
  for (std::size_t i = 0; i < global.call_tree().size(); ++i)
    paths.insert(global.call_tree().path(CallNodeId(i)));
  EXPECT_EQ(paths, stacks);
  EXPECT_EQ(global.call_tree().size(), stacks.size());
}

}  // namespace
}  // namespace lull
