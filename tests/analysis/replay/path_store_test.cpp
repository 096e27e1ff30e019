// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <random>
#include <thread>
#include <vector>

#include "lull/analysis/replay/calls/local_call_tree.hpp"

namespace lull::analysis {
namespace {

LocalPathId root() { return LocalPathId(LocalCallTree::kRoot); }

// A tree with this number of callees of main, with regions counted from `first`.
void call(LocalCallTree& tree, std::size_t first, std::size_t calls) {
  const LocalPathId main = tree.enter(root(), RegionId(std::size_t{0}));
  for (std::size_t i = 0; i < calls; ++i) tree.enter(main, RegionId(first + i));
}

TEST(PathStore, StoresTreesThatGrowAlikeOnce) {
  PathStore store;
  std::vector<std::unique_ptr<LocalCallTree>> trees;
  for (int i = 0; i < 100; ++i)
    call(*trees.emplace_back(std::make_unique<LocalCallTree>(store)), 1, 78);
  EXPECT_EQ(store.blocks(), 80 / PathBlock::kPlaces);
  for (const auto& tree : trees)
    for (std::size_t i = 2; i < 80; ++i) EXPECT_EQ(tree->region(LocalPathId(i)), RegionId(i - 1));
}

TEST(PathStore, SeparatesTreesWhereTheyDiffer) {
  PathStore store;
  LocalCallTree one(store), other(store), shorter(store);
  for (LocalCallTree* const tree : {&one, &other, &shorter}) call(*tree, 1, 20);
  const LocalPathId main(std::size_t{1});
  one.enter(main, RegionId(std::size_t{50}));
  other.enter(main, RegionId(std::size_t{60}));
  EXPECT_EQ(store.blocks(), 3u);
  EXPECT_EQ(one.region(LocalPathId(std::size_t{22})), RegionId(std::size_t{50}));
  EXPECT_EQ(other.region(LocalPathId(std::size_t{22})), RegionId(std::size_t{60}));
  EXPECT_EQ(shorter.size(), 22u);
  EXPECT_EQ(shorter.enter(main, RegionId(std::size_t{60})), LocalPathId(std::size_t{22}));
  EXPECT_EQ(store.blocks(), 3u);
}

// A tree with too many branches is not shared, but still correct. The work for each does not grow.
TEST(PathStore, StopsSharingAmongManyBranches) {
  PathStore store;
  std::vector<std::unique_ptr<LocalCallTree>> trees;
  for (std::size_t i = 0; i < 1'000; ++i) {
    trees.push_back(std::make_unique<LocalCallTree>(store));
    call(*trees.back(), 1 + i, 40);
  }
  for (std::size_t i = 0; i < trees.size(); ++i)
    for (std::size_t path = 2; path < 42; ++path)
      ASSERT_EQ(trees[i]->region(LocalPathId(path)), RegionId(i + path - 1));
  EXPECT_LE(store.blocks(), 3 * trees.size());
}

// The expected paths of each tree, stored separately.
struct Expected {
  std::map<std::pair<std::uint32_t, std::uint32_t>, LocalPathId> paths;  // by parent and region
};

// Trees of few regions, which differ in places, are as they were made, regardless of others.
void grow_at_random(LocalCallTree& tree, std::uint32_t seed) {
  std::mt19937 random(seed % 7);  // several seeds are equal
  Expected expected;
  std::vector<LocalPathId> known{root()};
  for (int i = 0; i < 2'000; ++i) {
    const LocalPathId parent = known[random() % known.size()];
    const RegionId region(std::size_t{random() % 40});
    const LocalPathId path = tree.enter(parent, region);
    const auto [entry, fresh] = expected.paths.try_emplace({parent.value, region.value}, path);
    ASSERT_EQ(entry->second, path);
    if (fresh) known.push_back(path);
    ASSERT_EQ(tree.size(), known.size());
  }
  for (const auto& [call, path] : expected.paths) {
    ASSERT_EQ(tree.places()[path.index()].parent.value, call.first);
    ASSERT_EQ(tree.region(path).value, call.second);
  }
}

TEST(PathStore, HoldsTheTreesOfManyThreads) {
  PathStore store;
  std::vector<std::thread> threads;
  for (std::uint32_t thread = 0; thread < 4; ++thread)
    threads.emplace_back([thread, &store] {
      for (std::uint32_t i = 0; i < 20; ++i) {
        LocalCallTree tree(store);
        grow_at_random(tree, thread + i);
      }
    });
  for (std::thread& thread : threads) thread.join();
}

TEST(PathCounts, ReturnAllAddedCounts) {
  std::mt19937 random(1);
  PathCounts counts;
  std::vector<std::uint32_t> begins(30, PathCounts::kNone);
  std::vector<std::map<CountMetric, std::uint64_t>> expected(begins.size());
  for (int i = 0; i < 5'000; ++i) {
    const std::size_t path = random() % begins.size();
    const auto metric = static_cast<CountMetric>(random() % (path < 10 ? kCountMetrics : 6));
    const std::uint64_t amount = random();
    counts.at(begins[path], metric) += amount;
    expected[path][metric] += amount;
  }
  for (std::size_t path = 0; path < begins.size(); ++path) {
    std::map<CountMetric, std::uint64_t> found;
    counts.for_each(begins[path], [&found](CountMetric metric, std::uint64_t count) {
      EXPECT_TRUE(found.emplace(metric, count).second);
    });
    EXPECT_EQ(found, expected[path]);
  }
}

}  // namespace
}  // namespace lull::analysis
