// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/distribution/operation_list.hpp"

#include <gtest/gtest.h>

#include <array>
#include <barrier>
#include <cstdint>
#include <random>
#include <set>
#include <thread>
#include <vector>

#include "lull/analysis/distribution/operation_groups.hpp"

namespace lull::analysis {
namespace {

struct Record {
  std::uint64_t number = 0;
  std::array<std::uint32_t, 15> others{};  // its size does not divide the size of a piece
};

struct GroupMember {
  std::uint32_t members = 0;
  std::uint32_t place = 0;
  std::array<std::uint64_t, 10> others{};
};

void fill(OperationList<Record>& list, std::uint64_t from, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    Record& record = list.add();
    record = {};
    record.number = from + i;
    record.others.back() = static_cast<std::uint32_t>(i);
  }
}

TEST(OperationList, HoldsAnyNumberOfRecords) {
  OperationList<Record> list;
  std::mt19937 random(1);
  for (std::uint64_t round = 0; round < 200; ++round) {
    const std::size_t size = random() % 3 == 0 ? 0 : random() % 2000;
    fill(list, round << 32, size);
    ASSERT_EQ(list.size(), size);
    ASSERT_EQ(list.empty(), size == 0);
    std::size_t next = 0;
    for (const Record& record : list) {
      ASSERT_EQ(record.number, (round << 32) + next);
      ASSERT_EQ(record.others.back(), next++);
    }
    ASSERT_EQ(next, size);
    next = 0;
    list.for_each_part([&](std::span<const Record> part) {
      ASSERT_FALSE(part.empty());
      for (const Record& record : part) ASSERT_EQ(record.number, (round << 32) + next++);
    });
    ASSERT_EQ(next, size);
    list.clear();
    ASSERT_TRUE(list.empty());
  }
}

TEST(OperationList, RecordsDoNotMove) {
  OperationList<Record> list;
  std::vector<const Record*> places;
  for (std::uint64_t i = 0; i < 5000; ++i) {
    Record& record = list.add();
    record = {};
    record.number = i;
    places.push_back(&record);
  }
  for (std::uint64_t i = 0; i < places.size(); ++i) EXPECT_EQ(places[i]->number, i);
}

TEST(OperationList, ReusesReturnedMemoryFirst) {
  OperationList<Record> first, second;
  fill(first, 0, 1);
  const Record* const place = &*first.begin();
  first.clear();
  fill(second, 0, 1);
  EXPECT_EQ(&*second.begin(), place);
}

// One thread fills, another one clears: memory returns to where it is needed, and does not grow.
TEST(OperationList, MemoryCirculatesBetweenThreads) {
  constexpr std::size_t kRounds = 50;
  constexpr std::size_t kSize = 100'000;
  OperationList<Record> list;
  std::set<const Record*> pieces;
  std::size_t in_one = 0;
  std::barrier both(2);
  std::thread other([&] {
    for (std::size_t round = 0; round < kRounds; ++round) {
      both.arrive_and_wait();
      list.clear();
      both.arrive_and_wait();
    }
  });
  for (std::size_t round = 0; round < kRounds; ++round) {
    fill(list, 0, kSize);
    list.for_each_part([&](std::span<const Record> part) { pieces.insert(part.data()); });
    if (round == 0) in_one = pieces.size();
    both.arrive_and_wait();
    both.arrive_and_wait();
  }
  other.join();
  EXPECT_GT(in_one, 300u);
  EXPECT_LT(pieces.size(), 2 * in_one);
}

TEST(OperationGroups, AreCompleteWhereverPiecesEnd) {
  std::mt19937 random(1);
  for (int round = 0; round < 100; ++round) {
    OperationList<GroupMember> list;
    std::vector<std::uint32_t> sizes(random() % 100);
    for (std::uint32_t& size : sizes) {
      size = 1 + static_cast<std::uint32_t>(random() % (random() % 8 == 0 ? 2000 : 20));
      for (std::uint32_t i = 0; i < size; ++i) list.add() = {size, i, {}};
    }
    std::size_t next = 0;
    for_each_group(list, [&](std::span<const GroupMember> group) {
      ASSERT_LT(next, sizes.size());
      ASSERT_EQ(group.size(), sizes[next++]);
      for (std::uint32_t i = 0; i < group.size(); ++i) ASSERT_EQ(group[i].place, i);
    });
    EXPECT_EQ(next, sizes.size());
  }
}

}  // namespace
}  // namespace lull::analysis
