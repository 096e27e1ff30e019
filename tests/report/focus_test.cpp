// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/run/focus.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <utility>

namespace lull::report {
namespace {

Row row(std::initializer_list<std::pair<std::uint32_t, double>> values) {
  Row made;
  for (const auto& [location, value] : values) made.emplace_back(LocationId(location), value);
  return made;
}

TEST(WithinTheFocus, IsTheRemainderOfTheOutside) {
  EXPECT_EQ(within(row({{0, 5}, {2, 7}, {3, 1}}), row({{1, 4}, {2, 3}})),
            row({{0, 5}, {2, 4}, {3, 1}}));
}

TEST(WithinTheFocus, IsEmptyIfAllIsOutside) {
  EXPECT_EQ(within(row({{0, 5}, {1, 0.25}}), row({{0, 5}, {1, 0.5}})), row({}));
}

// Reports of other tools, and differences of reports, may have such values.
TEST(WithinTheFocus, KeepsNegativeValuesWithoutAPartOutside) {
  EXPECT_EQ(within(row({{0, -5}, {1, -5}}), row({{1, 2}})), row({{0, -5}}));
}

}  // namespace
}  // namespace lull::report
