// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/fifo_slab.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <random>

namespace lull::analysis {
namespace {

TEST(FifoSlab, KeepsManyQueuesApart) {
  FifoSlab<int> slab;
  Fifo a, b;
  for (int i = 0; i < 5; ++i) {
    slab.push(a, i);
    slab.push(b, 10 + i);
  }
  EXPECT_EQ(slab.size(), 10u);
  EXPECT_EQ(slab.front(a), 0);
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(slab.pop(b), 10 + i);
    EXPECT_EQ(slab.pop(a), i);
  }
  EXPECT_TRUE(a.empty());
  EXPECT_TRUE(b.empty());
  EXPECT_EQ(slab.size(), 0u);
}

TEST(FifoSlab, BehavesAsManyDeques) {
  FifoSlab<int> slab;
  std::vector<Fifo> queues(7);
  std::vector<std::deque<int>> expected(queues.size());
  std::mt19937 random(1);
  std::size_t held = 0;
  for (int i = 0; i < 20000; ++i) {
    const std::size_t q = random() % queues.size();
    ASSERT_EQ(queues[q].empty(), expected[q].empty());
    if (random() % 2 == 0 || expected[q].empty()) {
      slab.push(queues[q], i);
      expected[q].push_back(i);
      ++held;
    } else {
      ASSERT_EQ(slab.front(queues[q]), expected[q].front());
      ASSERT_EQ(slab.pop(queues[q]), expected[q].front());
      expected[q].pop_front();
      --held;
    }
    ASSERT_EQ(slab.size(), held);
  }
}

}  // namespace
}  // namespace lull::analysis
