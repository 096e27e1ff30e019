// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/results/tables/cell_table.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <random>
#include <utility>
#include <vector>

namespace lull::analysis {
namespace {

using Entries = std::vector<std::pair<std::size_t, std::int64_t>>;

Entries entries_of(const PackedRow& row) {
  Entries entries;
  row.for_each([&entries](LocationId location, std::int64_t value) {
    entries.emplace_back(location.index(), value);
  });
  return entries;
}

MetricInfo info(std::string_view id, std::string_view parent) {
  return {id, id, parent, Unit::Seconds, {}, {}, {}, {}};
}

MetricCatalogue small_catalogue() {
  static const std::vector<MetricInfo> profile{info("time", ""), info("mpi", "time"),
                                               info("io", "mpi"), info("visits", "")};
  static const std::vector<MetricInfo> patterns{info("late", "mpi")};
  MetricCatalogue catalogue;
  catalogue.add(profile, true);
  catalogue.add(patterns, false);
  return catalogue;
}

Entries values_of(const CellTable& cells, MetricIndex metric, GlobalPathId path) {
  RowSum sum(10);
  cells.for_each(metric, path, [&sum](LocationId at, std::int64_t value) { sum.add(at, value); });
  Entries entries;
  sum.take(
      [&entries](LocationId at, std::int64_t value) { entries.emplace_back(at.index(), value); });
  return entries;
}

TEST(PackedRow, HoldsAnyLocationsAndValuesInTheirOrder) {
  constexpr auto kLeast = std::numeric_limits<std::int64_t>::min();
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  const Entries wanted{{0, 0}, {0, -1}, {4294967294, kMost}, {3, kLeast}, {3, 127}, {2, 128}};
  PackedRow row;
  EXPECT_TRUE(row.empty());
  for (const auto& [location, value] : wanted) row.add(LocationId(location), value);
  EXPECT_EQ(entries_of(row), wanted);
  EXPECT_EQ(row.count(), wanted.size());
  PackedRow twice;
  twice.append(row);
  twice.append(row);
  EXPECT_EQ(twice.count(), 2 * wanted.size());
}

TEST(PackedRow, NeedsAFewBytesForNeighbours) {
  PackedRow row;
  for (std::size_t i = 0; i < 1000; ++i) row.add(LocationId(i), 1'000'000);
  EXPECT_LE(row.bytes().size(), 4 * 1000u);
}

TEST(CellTable, IncludesChildrenInAProfileMetric) {
  const MetricCatalogue metrics = small_catalogue();
  CellTable cells(metrics);
  const GlobalPathId path(3);
  const LocationId here(7);
  cells.add(metrics.find("io"), path, here, 5);
  cells.add(metrics.find("io"), path, LocationId(2), 1);
  cells.add(metrics.find("mpi"), path, here, 10);
  cells.add(metrics.find("late"), path, here, 4);
  EXPECT_EQ(values_of(cells, metrics.find("time"), path), (Entries{{2, 1}, {7, 15}}));
  EXPECT_EQ(values_of(cells, metrics.find("mpi"), path), (Entries{{2, 1}, {7, 15}}));
  EXPECT_EQ(values_of(cells, metrics.find("late"), path), (Entries{{7, 4}}));
  EXPECT_TRUE(values_of(cells, metrics.find("visits"), path).empty());
  EXPECT_EQ(cells.count(metrics.find("time"), path), 3u);
  cells.forget(metrics.find("time"));
  cells.forget(metrics.find("mpi"));
  EXPECT_EQ(values_of(cells, metrics.find("io"), path), (Entries{{2, 1}, {7, 5}}));
}

TEST(CellTable, MergesPathsThatBecomeOne) {
  const MetricCatalogue metrics = small_catalogue();
  CellTable cells(metrics);
  const MetricIndex time = metrics.find("time");
  for (std::size_t path = 0; path < 3; ++path)
    cells.add(time, GlobalPathId(path), LocationId(path), static_cast<std::int64_t>(path + 1));
  cells.rename({GlobalPathId(4), GlobalPathId(1), GlobalPathId(4)});
  EXPECT_EQ(values_of(cells, time, GlobalPathId(4)), (Entries{{0, 1}, {2, 3}}));
  EXPECT_EQ(values_of(cells, time, GlobalPathId(1)), (Entries{{1, 2}}));
  EXPECT_TRUE(values_of(cells, time, GlobalPathId(0)).empty());
}

TEST(RowSum, SkipsZerosAndStartsAgain) {
  RowSum sum(5);
  sum.add(LocationId(4), 2);
  sum.add(LocationId(1), 3);
  sum.add(LocationId(4), -2);
  Entries found;
  const auto note = [&found](LocationId at, std::int64_t value) {
    found.emplace_back(at.index(), value);
  };
  sum.take(note);
  EXPECT_EQ(found, (Entries{{1, 3}}));
  sum.take(note);
  EXPECT_EQ(found.size(), 1u);
}

}  // namespace
}  // namespace lull::analysis
