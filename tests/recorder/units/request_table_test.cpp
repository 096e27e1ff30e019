// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/mpi/request_table.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace lull::recorder::mpi {
namespace {

TEST(RequestTable, behaves_like_a_map) {
  std::mt19937 random(7);
  RequestTable<int> table;
  std::map<std::uint64_t, int> expected;
  for (int step = 0; step < 200'000; ++step) {
    const std::uint64_t handle = 64 * (random() % 300);
    const auto known = expected.find(handle);
    int* const found = table.find(handle);
    ASSERT_EQ(found == nullptr, known == expected.end());
    if (found != nullptr) {
      ASSERT_EQ(*found, known->second);
    }
    if (random() % 2 == 0) {
      table.add(handle, step);
      expected[handle] = step;
    } else {
      table.remove(handle);
      expected.erase(handle);
    }
    ASSERT_EQ(table.size(), expected.size());
  }
}

}  // namespace
}  // namespace lull::recorder::mpi
