// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/memory/large_vector.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <new>
#include <numeric>

namespace lull {
namespace {

TEST(LargeVector, KeepsElementsWhenGrowingBeyondALargePage) {
  constexpr std::size_t kPage = LargePageAllocator<std::uint64_t>::kPage;
  LargeVector<std::uint64_t> numbers;
  for (std::uint64_t i = 0; i < 3 * kPage / sizeof(std::uint64_t) + 1; ++i)
    numbers.push_back(i * i);
  for (std::uint64_t i = 0; i < numbers.size(); ++i) ASSERT_EQ(numbers[i], i * i);
  numbers.resize(3);
  numbers.shrink_to_fit();
  EXPECT_EQ(numbers, (LargeVector<std::uint64_t>{0, 1, 4}));
}

TEST(LargeVector, LargeBlocksAreAlignedToLargePages) {
  constexpr std::size_t kPage = LargePageAllocator<char>::kPage;
  for (const std::size_t bytes : {kPage, kPage + 1, 5 * kPage - 1}) {
    LargeVector<char> block(bytes, 'x');
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block.data()) % kPage, 0u);
    EXPECT_EQ(std::accumulate(block.begin(), block.end(), std::size_t{0}), bytes * 'x');
  }
}

TEST(LargeVector, RefusesImpossibleSizes) {
  LargePageAllocator<std::uint64_t> allocator;
  EXPECT_THROW(static_cast<void>(allocator.allocate(~std::size_t{0} / 2)), std::bad_alloc);
}

}  // namespace
}  // namespace lull
