// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/id.hpp"

#include <gtest/gtest.h>

#include <type_traits>
#include <unordered_set>

namespace lull {
namespace {

using AppleId = Id<struct AppleTag>;
using PearId = Id<struct PearTag>;

TEST(Id, IsUndefinedByDefault) {
  EXPECT_FALSE(AppleId{}.defined());
  EXPECT_TRUE(AppleId(std::size_t{0}).defined());
  EXPECT_EQ(AppleId(std::size_t{7}).index(), 7u);
}

TEST(Id, OrdersByIndexWithTheUndefinedLast) {
  EXPECT_LT(AppleId(std::size_t{1}), AppleId(std::size_t{2}));
  EXPECT_LT(AppleId(std::size_t{1000000}), AppleId{});
  EXPECT_EQ(AppleId{}, AppleId{});
}

TEST(Id, KindsDoNotMix) {
  EXPECT_FALSE((std::is_convertible_v<AppleId, PearId>));
  EXPECT_FALSE((std::is_constructible_v<AppleId, PearId>));
  EXPECT_FALSE((std::is_convertible_v<std::size_t, AppleId>));
}

TEST(Id, IsAKeyOfHashTables) {
  std::unordered_set<AppleId> set;
  for (std::size_t i = 0; i < 100; ++i) set.insert(AppleId(i % 10));
  set.insert(AppleId{});
  EXPECT_EQ(set.size(), 11u);
}

}  // namespace
}  // namespace lull
