// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "analysis/text_analysis.hpp"
#include "lull/analysis/replay/calls/local_call_tree.hpp"

namespace lull::analysis {
namespace {

TEST(CallTree, CountsTimeOutsideRegions) {
  const TextAnalysis result(R"(
processes 2
0: 10..20 f; 30..40 g
1: 5..50 f
)");
  double outside = 0;
  const report::Report& report = result.report();
  for (std::size_t p = 0; p < report.call_paths.size(); ++p)
    if (report.path_name(report::CallPathId(p)).starts_with("(outside"))
      outside += report.exclusive(*report.find_metric("time"), report::CallPathId(p));
  EXPECT_NEAR(outside, 10e-9, 1e-15);
}

TEST(CallTree, DistinguishesCallsByTheirParameters) {
  const TextAnalysis result(R"(
processes 1
0: 0 enter main
   10 enter f; 10 parameter size 3; 20 leave
   20 enter f; 20 parameter size 5; 25 leave
   30 enter f; 30 parameter size 3; 33 leave
   40 leave
)");
  std::map<std::string, double> times;
  const report::Report& report = result.report();
  for (std::size_t p = 0; p < report.call_paths.size(); ++p)
    for (const auto& [name, value] : report.call_paths[p].parameters)
      times[name + "=" + value] +=
          report.exclusive(*report.find_metric("time"), report::CallPathId(p)) * 1e9;
  ASSERT_EQ(times.size(), 2u);
  EXPECT_NEAR(times["size=3"], 13, 1e-6);
  EXPECT_NEAR(times["size=5"], 5, 1e-6);
  EXPECT_EQ(result.total("visits"), 4);
}

TEST(CallTree, ToleratesLeavesWithoutEnter) {
  const TextAnalysis result(R"(
processes 1
0: 0 enter main; 10 leave main; 20 leave g; 30..40 f
)");
  EXPECT_EQ(result.count(NestingFault::StrayLeave), 1u);
  EXPECT_EQ(result.at("time", "main", 0), 10);
  EXPECT_EQ(result.at("time", "f", 0), 10);
}

TEST(CallTree, EndsInnerRegionsWhenAnOuterOneIsLeft) {
  const TextAnalysis result(R"(
processes 1
0: 0 enter main; 10 enter a; 12 enter b; 20 leave a; 30 leave main
)");
  EXPECT_EQ(result.count(NestingFault::SkippedRegion), 1u);
  EXPECT_EQ(result.at("time", "main", 0), 20);
  EXPECT_EQ(result.at("time", "main/a", 0), 2);
  EXPECT_EQ(result.at("time", "main/a/b", 0), 8);
}

TEST(CallTree, EndsOpenRegionsWithTheProcess) {
  const TextAnalysis result(R"(
processes 2
0: 0 enter main; 10 enter a; 20..25 b
1: 0 enter main; 30 leave
)");
  EXPECT_EQ(result.count(NestingFault::OpenEnd), 2u);
  EXPECT_EQ(result.at("time", "main/a", 0), 10);
  EXPECT_EQ(result.at("time", "main", 0), 10);
}

TEST(CallTree, CountsEventsOfUndefinedRegions) {
  const TextAnalysis result(
      R"(
processes 1
0: 0 enter main; 10..20 f; 30 leave
)",
      [](MemoryTrace& trace) {
        trace.events[0][1].body = Enter{};
        trace.events[0][2].body = Leave{};
      });
  EXPECT_EQ(result.count(DataDefect::UndefinedRegion), 1u);
  EXPECT_EQ(result.total("time"), 30);
  EXPECT_EQ(result.at("time", "main", 0), 20);
}

TEST(CallTree, TreatsEventsThatGoBackInTimeAsSimultaneous) {
  const TextAnalysis result(R"(
processes 1
0: 0 enter main; 20 enter f; 15! leave; 30 leave
)");
  EXPECT_EQ(result.count(DataDefect::TimeRunsBackwards), 1u);
  EXPECT_EQ(result.at("time", "main/f", 0), 0);
  EXPECT_EQ(result.at("time", "main", 0), 30);
}

TEST(LocalCallTree, FindsCalleesAmongMany) {
  PathStore store;
  LocalCallTree tree(store);
  const LocalPathId top = tree.enter(LocalPathId(LocalCallTree::kRoot), RegionId(std::size_t{0}));
  std::vector<LocalPathId> callees;
  for (std::size_t region = 0; region < 100; ++region)
    callees.push_back(tree.enter(top, RegionId(region)));
  for (std::size_t region = 0; region < 100; ++region)
    EXPECT_EQ(tree.enter(top, RegionId(region)), callees[region]);
  EXPECT_EQ(tree.size(), 102u);
  EXPECT_TRUE(tree[top].many_children);
}

TEST(LocalCallTree, DistinguishesCalleesByParameterAmongMany) {
  PathStore store;
  LocalCallTree tree(store);
  const RegionId region(std::size_t{7});
  const LocalPathId plain = tree.enter(LocalPathId(LocalCallTree::kRoot), region);
  std::vector<LocalPathId> paths;
  for (std::uint64_t value = 0; value < 50; ++value)
    paths.push_back(
        tree.with_parameter(plain, {ParameterId(std::size_t{0}), value, ValueKind::Unsigned}));
  for (std::uint64_t value = 0; value < 50; ++value) {
    const LocalPathId again =
        tree.with_parameter(plain, {ParameterId(std::size_t{0}), value, ValueKind::Unsigned});
    EXPECT_EQ(again, paths[value]);
    EXPECT_EQ(tree.parameter(tree.places()[again.index()].parameter).value, value);
  }
  EXPECT_EQ(tree.enter(LocalPathId(LocalCallTree::kRoot), region), plain);
}

TEST(LocalCallTree, StoresTheCallPathOfAnAttachment) {
  PathStore store;
  LocalCallTree tree(store);
  const LocationId master(std::size_t{3});
  const LocalPathId fork(std::size_t{9});
  const LocalPathId node = tree.attach(master, fork, 1);
  EXPECT_EQ(tree.attach(master, fork, 1), node);
  EXPECT_NE(tree.attach(master, LocalPathId(std::size_t{10}), 2), node);
  EXPECT_EQ(tree.attachment(node).location, master);
  EXPECT_EQ(tree.attachment(node).path, fork);
  EXPECT_FALSE(tree.attachment(LocalPathId(LocalCallTree::kRoot)).location.defined());
}

TEST(LocalCallTree, GivesEqualPathsEqualKeys) {
  const LocalPathId root(LocalCallTree::kRoot);
  const auto region = [](std::size_t number) { return RegionId(number); };
  PathStore store;
  LocalCallTree first(store), second(store);
  const auto key = [](const LocalCallTree& tree, LocalPathId path) {
    return tree.places()[path.index()].key;
  };
  const LocalPathId main = first.enter(root, region(0));
  first.enter(main, region(5));
  const LocalPathId here = first.enter(main, region(1));
  const LocalPathId there = second.enter(second.enter(root, region(0)), region(1));
  EXPECT_NE(here, there);
  EXPECT_EQ(key(first, here), key(second, there));
  const PathParameter value{ParameterId(std::size_t{0}), 3, ValueKind::Unsigned};
  const PathParameter other{ParameterId(std::size_t{0}), 4, ValueKind::Unsigned};
  const auto key_with = [&key](LocalCallTree& tree, LocalPathId path,
                               const PathParameter& parameter) {
    return key(tree, tree.with_parameter(path, parameter));
  };
  first.with_parameter(here, other);  // changes its index among the parameters
  EXPECT_EQ(key_with(first, here, value), key_with(second, there, value));
  EXPECT_NE(key_with(first, here, value), key_with(first, here, other));
  EXPECT_NE(key_with(first, here, value), key(first, here));
}

// Neither has a region, but they are different nodes.
TEST(LocalCallTree, AnAttachmentIsNotACallee) {
  PathStore store;
  LocalCallTree tree(store);
  const LocalPathId node = tree.attach(LocationId(std::size_t{0}), LocalPathId(std::size_t{1}), 1);
  EXPECT_NE(tree.enter(LocalPathId(LocalCallTree::kRoot), RegionId{}), node);
}

}  // namespace
}  // namespace lull::analysis
