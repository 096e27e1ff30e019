// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/model/path_names.hpp"

#include <gtest/gtest.h>

namespace lull::report {
namespace {

// Returns a chain of calls, the root first, or last if reversed.
Report chain(std::size_t calls, bool reversed = false) {
  Report report;
  for (std::size_t i = 0; i < calls; ++i) report.regions.emplace_back().name = std::to_string(i);
  report.call_paths.resize(calls);
  for (std::size_t i = 0; i < calls; ++i) {
    CallPath& path = report.call_paths[reversed ? calls - 1 - i : i];
    path.region = RegionId(i);
    if (i > 0) path.parent = CallPathId(reversed ? calls - i : i - 1);
  }
  return report;
}

TEST(PathNames, AreLabelsFromTheRoot) {
  const Report report = chain(4);
  EXPECT_EQ(PathNames(report)[CallPathId(3)], "0/1/2/3");
  EXPECT_EQ(report.path_name(CallPathId(0)), "0");
}

TEST(PathNames, CountTheCallsInTheMiddleOfLongPaths) {
  const Report report = chain(kMostCalls + 1);
  EXPECT_EQ(report.path_name(CallPathId(kMostCalls - 1)).find("calls"), std::string::npos);
  const std::string name = report.path_name(CallPathId(kMostCalls));
  EXPECT_NE(name.find("46/47/…/1 calls/…/49/50"), std::string::npos) << name;
  EXPECT_TRUE(name.ends_with("/96"));
}

TEST(PathNames, AreEqualOneByOneAndTogether) {
  for (const bool reversed : {false, true}) {
    const Report report = chain(500, reversed);
    const PathNames names(report);
    for (std::size_t i = 0; i < 500; ++i)
      ASSERT_EQ(names[CallPathId(i)], report.path_name(CallPathId(i))) << i;
  }
}

TEST(PathNames, DoNotGrowWithDepth) {
  const Report report = chain(100'000);
  const PathNames names(report);
  EXPECT_LT(names[CallPathId(99'999)].size(), 700u);
  EXPECT_NE(names[CallPathId(99'999)].find("/…/99904 calls/…/"), std::string::npos);
}

}  // namespace
}  // namespace lull::report
