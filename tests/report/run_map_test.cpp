// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/run/run_map.hpp"

#include <gtest/gtest.h>

#include <string>

#include "lull/base/error.hpp"
#include "sample_report.hpp"

namespace lull::report {
namespace {

RunMap some_map() {
  RunMap map;
  map.begin = -0.25;
  map.piece = 0.5;
  map.pieces = 4;
  map.locations_of_row = 2;
  map.planes = {{"life", {}, {{0, "____"}, {1, "00__"}}}, {"", kLateSender, {{1, "0a_0"}}}};
  return map;
}

Report report_with(const std::string& member) {
  Report report = small_report();
  report.members[kMapMember] = member;
  return report;
}

TEST(RunMapMember, SurvivesARoundTrip) {
  EXPECT_TRUE(map_of(small_report()).empty());
  const std::string text = map_as_json(some_map(), small_report());
  EXPECT_EQ(map_as_json(map_of(report_with(text)), small_report()), text);
}

TEST(RunMapMember, OmitsMissingMetrics) {
  std::string text = map_as_json(some_map(), small_report());
  const std::string name = small_report().metrics[kLateSender.index()].unique_name;
  text.replace(text.find(name), name.size(), "no_such_metric");
  const RunMap map = map_of(report_with(text));
  ASSERT_EQ(map.planes.size(), 1u);
  EXPECT_EQ(map.planes.front().activity, "life");
}

TEST(RunMapMember, ReportsDamage) {
  const std::string text = map_as_json(some_map(), small_report());
  const auto refused = [&](const std::string& part, const std::string& by) {
    std::string damaged = text;
    const std::size_t at = damaged.find(part);
    ASSERT_NE(at, std::string::npos) << part;
    damaged.replace(at, part.size(), by);
    EXPECT_THROW((void)map_of(report_with(damaged)), Error) << by;
  };
  refused("\"version\": 1", "\"version\": 2");
  refused("\"pieces\": 4", "\"pieces\": 4.5");
  refused("\"piece\": 0.5", "\"piece\": 1e308");
  refused("\"begin\": -0.25", "\"begin\": 1e300");
  refused("\"row\": 1", "\"row\": 0.5");
  refused("\"row\": 1", "\"row\": 18446744073709551616");
  refused("{", "[");
  refused("\"pieces\": 4", "\"pieces\": 5");
  refused("\"pieces\": 4", "\"pieces\": -4");
  refused("\"piece\": 0.5", "\"piece\": 0");
  refused("\"begin\": -0.25", "\"begin\": \"x\"");
  refused("\"locations_of_row\": 2", "\"locations_of_row\": 0");
  refused("00__", "00_*");
  refused("00__", "00_");
  refused("\"row\": 1", "\"row\": 7000000");
  refused("\"row\": 1", "\"row\": 0");
}

TEST(RunMapMember, EncodesSharesAsCharacters) {
  EXPECT_EQ(share_as_text(0), '0');
  EXPECT_EQ(share_as_text(1e-9), '1');  // not zero
  EXPECT_EQ(share_as_text(1), '_');
  EXPECT_EQ(share_as_text(7), '_');
  for (int share = 0; share <= 63; ++share)
    EXPECT_EQ(share_of_text(share_as_text(share / kWholeShare)), share);
  EXPECT_EQ(share_of_text('!'), -1);
}

}  // namespace
}  // namespace lull::report
