// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/matching/messages/fifo_slab.hpp"

#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <random>
#include <vector>

namespace lull::analysis {
namespace {

TEST(FifoSlab, KeepsManyQueuesApart) {
  FifoSlab<int> slab;
  Fifo a, b;
  const std::array values{0, 1, 2, 3, 4, 10, 11, 12, 13, 14};
  for (std::size_t i = 0; i < 5; ++i) {
    slab.push(a, values[i]);
    slab.push(b, values[5 + i]);
  }
  EXPECT_EQ(slab.size(), 10u);
  EXPECT_EQ(slab.front(a), 0);
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(slab.front(b), 10 + i);
    slab.pop(b);
    EXPECT_EQ(slab.front(a), i);
    slab.pop(a);
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
  std::vector<int> batch(100);  // pushed elements live here until keep()
  for (int i = 0; i < 20000; ++i) {
    if (i % 100 == 0) slab.keep();
    int& element = batch[static_cast<std::size_t>(i % 100)];
    const std::size_t q = random() % queues.size();
    ASSERT_EQ(queues[q].empty(), expected[q].empty());
    if (random() % 2 == 0 || expected[q].empty()) {
      element = i;
      slab.push(queues[q], element);
      expected[q].push_back(i);
      ++held;
    } else {
      ASSERT_EQ(slab.front(queues[q]), expected[q].front());
      slab.pop(queues[q]);
      expected[q].pop_front();
      --held;
    }
    ASSERT_EQ(slab.size(), held);
  }
}

}  // namespace
}  // namespace lull::analysis
