// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/memory/merge_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>

namespace lull {
namespace {

using Element = std::pair<std::uint64_t, std::size_t>;  // time, sequence

std::vector<Element> merged(const std::vector<std::vector<std::uint64_t>>& sequences) {
  MergeTree tree(sequences.size());
  std::vector<std::size_t> places(sequences.size());
  for (std::size_t i = 0; i < sequences.size(); ++i)
    if (!sequences[i].empty()) tree.set(i, sequences[i].front());
  tree.start();
  std::vector<Element> elements;
  while (!tree.empty()) {
    const std::size_t sequence = tree.next();
    elements.emplace_back(tree.time(), sequence);
    if (++places[sequence] == sequences[sequence].size())
      tree.end();
    else
      tree.go_on(sequences[sequence][places[sequence]]);
  }
  return elements;
}

TEST(MergeTree, IsEmptyWithoutSequences) {
  EXPECT_TRUE(MergeTree(0).empty());
  EXPECT_TRUE(MergeTree(5).empty());
  EXPECT_TRUE(merged({{}, {}, {}}).empty());
}

TEST(MergeTree, EqualTimesAreInSequenceOrder) {
  EXPECT_EQ(merged({{2, 2}, {1, 2}, {2}}),
            (std::vector<Element>{{1, 1}, {2, 0}, {2, 0}, {2, 1}, {2, 2}}));
}

TEST(MergeTree, DistinguishesTheLatestTimeFromAnEnd) {
  constexpr std::uint64_t kLatest = ~std::uint64_t{0};
  EXPECT_EQ(merged({{kLatest}, {}, {0, kLatest}}),
            (std::vector<Element>{{0, 2}, {kLatest, 0}, {kLatest, 2}}));
}

TEST(MergeTree, MergesSortedSequences) {
  std::mt19937 random(1);
  for (std::size_t round = 0; round < 300; ++round) {
    std::vector<std::vector<std::uint64_t>> sequences(random() % 40);
    std::vector<Element> wanted;
    const std::uint64_t latest = 1 + random() % (round % 3 == 0 ? 10 : 100'000);
    for (std::size_t i = 0; i < sequences.size(); ++i) {
      sequences[i].resize(random() % 30);
      for (std::uint64_t& time : sequences[i]) time = random() % latest;
      std::ranges::sort(sequences[i]);
      for (const std::uint64_t time : sequences[i]) wanted.emplace_back(time, i);
    }
    std::ranges::sort(wanted);
    ASSERT_EQ(merged(sequences), wanted) << "round " << round;
  }
}

// Merges unsorted sequences, as in a damaged trace: each element appears once, and the order within
// a sequence is kept.
TEST(MergeTree, KeepsElementsOutOfOrder) {
  EXPECT_EQ(merged({{5, 1, 7}, {4, 6}}),
            (std::vector<Element>{{4, 1}, {5, 0}, {1, 0}, {6, 1}, {7, 0}}));
}

}  // namespace
}  // namespace lull
