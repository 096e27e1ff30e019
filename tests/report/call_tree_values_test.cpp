// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lull/report/cubex/cubex_rows.hpp"
#include "lull/report/model/aggregate.hpp"
#include "lull/report/model/tree.hpp"
#include "report/sample_report.hpp"

namespace lull::report {
namespace {

using testing::ElementsAre;

TEST(Aggregate, SumsAllCallPathsAtOnce) {
  const Report report = small_report();
  EXPECT_THAT(exclusive_by_call_path(report, MetricId(0)), ElementsAre(3, 7, 5, 1));
  EXPECT_THAT(inclusive_by_call_path(report, MetricId(0)), ElementsAre(16, 12, 5, 1));
  EXPECT_THAT(sum_by_location(report, MetricId(0)), ElementsAre(7, 3, 6));
  EXPECT_THAT(sum_by_metric(report), ElementsAre(16, 6, 4, 54));
}

TEST(Aggregate, RestrictsSumsToSomeCallPaths) {
  const Report report = small_report();
  const CallPathSet solve = with_subtrees(report, {false, true, false, false});
  EXPECT_EQ(solve, (CallPathSet{false, true, true, false}));
  EXPECT_THAT(inclusive_by_call_path(report, MetricId(0), solve), ElementsAre(12, 12, 5, 0));
  EXPECT_THAT(sum_by_location(report, MetricId(0), solve), ElementsAre(6, 2, 4));
  EXPECT_THAT(sum_by_metric(report, solve), ElementsAre(12, 5, 4, 50));
}

TEST(Tree, WalksAChainDeeperThanTheStack) {
  std::vector<CallPath> chain(2'000'000);
  for (std::size_t i = 1; i < chain.size(); ++i) chain[i].parent = CallPathId(i - 1);
  EXPECT_EQ(row_order(chain, RowOrder::DepthFirst).back(), CallPathId(chain.size() - 1));
  EXPECT_EQ(row_order(chain, RowOrder::SiblingsFirst).size(), chain.size());
}

TEST(RowOrder, NumbersTheChildrenOfOneCallPathTogether) {
  // 0 > {1 > {3, 4}, 2 > 5}, 6
  std::vector<CallPath> paths(7);
  const std::size_t parents[] = {0, 0, 0, 1, 1, 2};
  for (std::size_t i = 1; i < 6; ++i) paths[i].parent = CallPathId(parents[i]);
  const auto numbers = [&](RowOrder order) {
    std::vector<std::size_t> rows;
    for (const CallPathId path : row_order(paths, order)) rows.push_back(path.index());
    return rows;
  };
  EXPECT_THAT(numbers(RowOrder::DepthFirst), ElementsAre(0, 1, 3, 4, 2, 5, 6));
  EXPECT_THAT(numbers(RowOrder::SiblingsFirst), ElementsAre(0, 1, 2, 3, 4, 5, 6));
  EXPECT_THAT(numbers(RowOrder::Definition), ElementsAre(0, 1, 2, 3, 4, 5, 6));
  paths[5].parent = CallPathId(3);  // 0 > {1 > {3 > 5, 4}, 2}, 6
  EXPECT_THAT(numbers(RowOrder::SiblingsFirst), ElementsAre(0, 1, 2, 3, 4, 5, 6));
  paths[3].parent = CallPathId(2);
  paths[4].parent = CallPathId(2);  // 0 > {1, 2 > {3 > 5, 4}}, 6
  paths[5].parent = CallPathId(1);  // 0 > {1 > 5, 2 > {3, 4}}, 6
  EXPECT_THAT(numbers(RowOrder::SiblingsFirst), ElementsAre(0, 1, 2, 5, 3, 4, 6));
}

}  // namespace
}  // namespace lull::report
