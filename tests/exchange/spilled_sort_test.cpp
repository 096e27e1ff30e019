// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/exchange/spilled_sort.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "support/temporary_directory.hpp"

namespace lull::exchange {
namespace {

TEST(SpilledSort, SortsMoreThanFitsInMemory) {
  for (const std::size_t size : {0u, 1u, 99u, 100u, 101u, 1000u, 12345u}) {
    const support::TemporaryDirectory directory;
    std::mt19937_64 random(size);
    SpilledSort<std::uint64_t> sort(directory.path() / "output", 100);
    std::vector<std::uint64_t> expected;
    for (std::size_t i = 0; i < size; ++i) {
      expected.push_back(random() % 5000);
      sort.add(expected.back());
    }
    std::ranges::sort(expected);
    std::vector<std::uint64_t> sorted;
    while (const auto value = sort.next()) sorted.push_back(*value);
    EXPECT_EQ(sorted, expected) << size;
    EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
  }
}

struct Record {
  std::uint64_t time;
  std::uint64_t number;
  friend bool operator<(const Record& a, const Record& b) { return a.time < b.time; }
};

TEST(SpilledSort, IsStable) {
  const support::TemporaryDirectory directory;
  std::mt19937_64 random(1);
  SpilledSort<Record> sort(directory.path() / "output", 100);
  for (std::uint64_t i = 0; i < 10'000; ++i) sort.add({i / 30 + random() % 20, i});
  std::optional<Record> last;
  std::size_t count = 0;
  for (; const auto record = sort.next(); ++count) {
    if (last) {
      EXPECT_LE(std::pair(last->time, last->number), std::pair(record->time, record->number));
    }
    last = record;
  }
  EXPECT_EQ(count, 10'000u);
}

TEST(SpilledSort, ThrowsIfItCannotWrite) {
  SpilledSort<std::uint64_t> sort("/no/such/directory/output", 4);
  EXPECT_THROW(
      {
        for (std::uint64_t i = 0; i < 10; ++i) sort.add(i);
      },
      Error);
}

}  // namespace
}  // namespace lull::exchange
