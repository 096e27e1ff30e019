// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/grammar/square_index.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace lull::structure {
namespace {

constexpr std::size_t kWindow = std::size_t{1} << 17U;

class Symbols {
 public:
  explicit Symbols(std::uint32_t letters) : letters_(letters) {}
  Item next() { return {SymbolId(random_() % letters_)}; }
  std::uint64_t number(std::uint64_t below) { return random_() % below; }

 private:
  std::uint32_t letters_;
  std::mt19937 random_{1};
};

TEST(SquareIndex, FindsTheShortestSquareAtTheEnd) {
  SquareIndex index;
  std::vector<Item> items;
  std::vector<std::size_t> halves;
  for (const char letter : std::string("abcabcxabcabcxbb")) {
    items.push_back({SymbolId(static_cast<std::size_t>(letter))});
    halves.push_back(index.half_at_end(items));
  }
  EXPECT_EQ(halves, (std::vector<std::size_t>{0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 3, 7, 0, 1}));
}

TEST(SquareIndex, CutItemsHaveNoEffect) {
  for (const std::uint32_t letters : {2, 3, 20}) {
    Symbols symbols(letters);
    SquareIndex index;
    std::vector<Item> items;
    for (int step = 0; step < 2000; ++step) {
      items.push_back(symbols.next());
      const std::size_t half = index.half_at_end(items);
      SquareIndex other;
      ASSERT_EQ(half, other.half_at_end(items)) << letters << " letters, step " << step;
      const std::size_t cut = half > 0 ? 2 * half : symbols.number(20) == 0 ? symbols.number(9) : 0;
      items.resize(items.size() - std::min(cut, items.size()));
      if (index.size() > items.size()) index.cut(items.size());
    }
  }
}

TEST(SquareIndex, ForgottenItemsHaveNoEffect) {
  Symbols symbols(3);
  SquareIndex index;
  std::vector<Item> items;
  while (items.size() <= 2 * kWindow) {
    items.push_back(symbols.next());
    static_cast<void>(index.half_at_end(items));
  }
  // The window has moved to the last items, with which the other index begins.
  SquareIndex other;
  static_cast<void>(other.half_at_end(items));
  std::size_t found = 0;
  for (int step = 0; step < 50'000; ++step) {
    items.push_back(symbols.next());
    const std::size_t half = index.half_at_end(items);
    ASSERT_EQ(half, other.half_at_end(items)) << step;
    found += half > 0 ? 1 : 0;
    if (half == 0 || symbols.number(3) > 0) continue;
    items.resize(items.size() - 2 * half);
    index.cut(items.size());
    other.cut(items.size());
  }
  EXPECT_GT(found, 10'000u);
}

TEST(SquareIndex, FindsLongSquaresAfterManyItems) {
  Symbols symbols(1000);
  SquareIndex index;
  std::vector<Item> items;
  for (std::size_t i = 0; i < 3 * kWindow; ++i) items.push_back(symbols.next());
  static_cast<void>(index.half_at_end(items));
  const std::vector<Item> half(items.end() - 20'000, items.end());
  std::size_t found = 0;
  for (const Item item : half) {
    items.push_back(item);
    found = index.half_at_end(items);
  }
  EXPECT_EQ(found, half.size());
}

}  // namespace
}  // namespace lull::structure
