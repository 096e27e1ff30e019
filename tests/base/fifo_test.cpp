// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/memory/fifo.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <random>

namespace lull {
namespace {

TEST(Fifo, BehavesLikeDeque) {
  std::mt19937 random(1);
  Fifo<int> fifo;
  std::deque<int> expected;
  for (int i = 0; i < 20'000; ++i) {
    const bool grows = random() % 100 < (i / 1'000 % 2 == 0 ? 70u : 30u);
    if (grows || expected.empty()) {
      fifo.push_back(i);
      expected.push_back(i);
    } else {
      fifo.pop_front();
      expected.pop_front();
    }
    ASSERT_EQ(fifo.size(), expected.size());
    ASSERT_EQ(fifo.empty(), expected.empty());
    if (expected.empty()) continue;
    ASSERT_EQ(fifo.front(), expected.front());
    ASSERT_EQ(fifo.back(), expected.back());
    const std::size_t index = random() % expected.size();
    ASSERT_EQ(fifo[index], expected[index]);
  }
  EXPECT_TRUE(std::ranges::equal(fifo, expected));
  EXPECT_TRUE(std::equal(fifo.rbegin(), fifo.rend(), expected.rbegin(), expected.rend()));
}

TEST(Fifo, FreesRemovedElementsAtOnce) {
  Fifo<std::shared_ptr<int>> fifo;
  const auto held = std::make_shared<int>(1);
  for (int i = 0; i < 10; ++i) fifo.push_back(held);
  fifo.pop_front();
  EXPECT_EQ(held.use_count(), 10);
  fifo.clear();
  EXPECT_EQ(held.use_count(), 1);
}

// The number of moves per element does not depend on the number of elements.
struct Counted {
  inline static std::size_t moves = 0;
  Counted() = default;
  Counted(Counted&&) noexcept { ++moves; }
  Counted& operator=(Counted&&) noexcept {
    ++moves;
    return *this;
  }
};

TEST(Fifo, TakesConstantTimePerElement) {
  const auto moves_of = [](std::size_t elements) {
    Counted::moves = 0;
    Fifo<Counted> fifo;
    for (std::size_t i = 0; i < elements; ++i) fifo.emplace_back();
    for (std::size_t i = 0; i < elements; ++i) {
      fifo.emplace_back();
      fifo.pop_front();
    }
    while (!fifo.empty()) fifo.pop_front();
    return static_cast<double>(Counted::moves) / static_cast<double>(elements);
  };
  EXPECT_LT(moves_of(40'000), 1.5 * moves_of(10'000));
}

}  // namespace
}  // namespace lull
