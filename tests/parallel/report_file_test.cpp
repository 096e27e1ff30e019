// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Random sums of the locations of all processes, collected in few and in many rounds: the file and
// the digests are the same as with one process.
#include "lull/analysis/results/report/report_file.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <random>

#include "lull/analysis/results/tables/row_rounds.hpp"
#include "lull/parallel/mpi_partners.hpp"
#include "lull/parallel/transport.hpp"
#include "support/temporary_directory.hpp"

namespace lull::parallel {
namespace {

using analysis::CellTable;
using analysis::GlobalPathId;
using analysis::MetricDigest;
using analysis::MetricIndex;
using analysis::ReportFile;
using analysis::RowRounds;

constexpr std::size_t kLocations = 23;
constexpr std::size_t kPaths = 31;

analysis::MetricInfo metric(std::string_view id, std::string_view parent) {
  return {id, id, parent, analysis::Unit::Seconds, {}, {}, {}, {}};
}
const std::vector<analysis::MetricInfo> kProfile{metric("time", ""), metric("mpi", "time"),
                                                 metric("io", "mpi"), metric("idle", ""),
                                                 metric("empty", "")};

report::Report tables() {
  report::Report report;
  for (const analysis::MetricInfo& info : kProfile) {
    report::Metric row;
    row.unique_name = info.id;
    if (info.id == "mpi") row.parent = report::MetricId(std::size_t{0});
    if (info.id == "io") row.parent = report::MetricId(std::size_t{1});
    report.metrics.push_back(row);
  }
  for (std::size_t i = 0; i < kPaths; ++i) {
    report.regions.push_back({fmt::format("f{}", i), "", "user", "function", "", -1, -1});
    report.call_paths.push_back(
        {report::RegionId(i), i == 0 ? report::CallPathId{} : report::CallPathId((i - 1) / 3), {}});
  }
  report.system_nodes = {{"machine", "machine", {}}};
  report.processes.push_back({"process", 0, "process", report::SystemNodeId(std::size_t{0})});
  for (std::size_t i = 0; i < kLocations; ++i)
    report.locations.push_back({fmt::format("thread {}", i), static_cast<std::int64_t>(i), "thread",
                                report::ProcessId(std::size_t{0})});
  return report;
}

// Fills in the locations of this process, or of all processes without partners.
void fill(CellTable& cells, analysis::Partners* partners, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  for (std::size_t metric = 0; metric + 1 < kProfile.size(); ++metric)
    for (std::size_t path = 0; path < kPaths; ++path)
      for (std::size_t i = 0; i < kLocations; ++i) {
        const auto value = static_cast<std::int64_t>(random() % 1'000'000'000) - 100'000'000;
        const bool cancelled = random() % 8 == 0;
        if (random() % 4 == 0 || path % 5 == metric) continue;
        const bool mine = partners == nullptr ||
                          static_cast<int>(i * 7 % 5) % partners->size() == partners->rank();
        if (!mine) continue;
        cells.add(MetricIndex(metric), GlobalPathId(path), LocationId(i), value);
        if (cancelled) cells.add(MetricIndex(metric), GlobalPathId(path), LocationId(i), -value);
      }
}

struct WrittenFile {
  std::string file;
  std::vector<MetricDigest> digests;
};

WrittenFile written(analysis::Partners* partners, std::uint64_t most, ReportFile::Writers writers,
                    std::uint64_t seed, const std::filesystem::path& path) {
  analysis::MetricCatalogue catalogue;
  catalogue.add(kProfile, true);
  CellTable cells(catalogue);
  fill(cells, partners, seed);
  const report::Report report = tables();
  const std::vector<MetricIndex> metrics = catalogue.in_tree_order();
  ReportFile file(path, partners, writers);
  RowRounds rounds(cells,
                   {metrics, std::vector<double>(metrics.size(), 1e9), kPaths, kLocations, most},
                   partners, RowRounds::Receivers::All);
  while (!rounds.ended()) {
    const auto rows = rounds.next([&file](auto metric, auto location, double value) {
      file.add_to_location(metric, location, value);
    });
    file.add_rows(report, rows, rounds.continues(), rounds.complete());
  }
  file.end_rows();
  WrittenFile outcome;
  for (std::size_t i = 0; i < metrics.size(); ++i)
    outcome.digests.push_back(file.digests()[report::MetricId(i)]);
  if (partners != nullptr && partners->rank() != 0) return outcome;
  file.finish(report);
  std::ifstream stream(path, std::ios::binary);
  outcome.file.assign(std::istreambuf_iterator<char>(stream), {});
  return outcome;
}

std::string text_of(const MetricDigest& digest) {
  std::string text = fmt::format("{} in {} places of {}:", digest.total, digest.place_count,
                                 digest.location_count);
  for (const auto& [id, value] : digest.call_paths) text += fmt::format(" path {} {}", id, value);
  for (const auto& [id, value] : digest.locations) text += fmt::format(" at {} {}", id, value);
  for (const auto& [path, location, value] : digest.places)
    text += fmt::format(" {} at {} {}", path, location, value);
  return text;
}

// Broadcasts a folder of the first process, which removes it in the end.
std::filesystem::path broadcast_by_first(MpiPartners& partners,
                                         const std::filesystem::path& folder) {
  const std::string name = folder.string();
  Packer packer;
  packer.put_list<char>(std::string_view(name));
  const Bytes first = partners.reduce(
      packer.take(), [](const Bytes& lower, const Bytes& /*higher*/) { return lower; });
  const auto text = Unpacker(first).get_span<char>();
  return std::string(text.begin(), text.end());
}

void expect_the_file_of_one(std::uint64_t most, ReportFile::Writers writers, std::uint64_t seed) {
  MpiPartners partners(MPI_COMM_WORLD);
  const support::TemporaryDirectory own;
  const std::filesystem::path folder = broadcast_by_first(partners, own.path());
  const WrittenFile found = written(&partners, most, writers, seed, folder / "together.cubex");
  const WrittenFile wanted =
      written(nullptr, 1'000'000, ReportFile::Writers::All, seed, own.path() / "alone.cubex");
  ASSERT_EQ(found.digests.size(), wanted.digests.size());
  for (std::size_t i = 0; i < wanted.digests.size(); ++i)
    EXPECT_EQ(text_of(found.digests[i]), text_of(wanted.digests[i])) << i;
  if (partners.rank() != 0) return;
  EXPECT_GT(wanted.file.size(), 10'000u);
  EXPECT_TRUE(found.file == wanted.file) << "seed " << seed << ", rounds of " << most;
}

class ReportFileOfAll : public testing::TestWithParam<std::uint64_t> {};

TEST_P(ReportFileOfAll, EqualsThatOfOneProcess) {
  const std::uint64_t seed = GetParam();
  for (const std::uint64_t most : {1, 40, 300, 1'000'000}) {
    expect_the_file_of_one(most, ReportFile::Writers::All, seed);
    expect_the_file_of_one(most, ReportFile::Writers::First, seed);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, ReportFileOfAll, testing::Range<std::uint64_t>(1, 9));

TEST(ReportFile, DoesNotExistBeforeItIsFinished) {
  MpiPartners partners(MPI_COMM_WORLD);
  const support::TemporaryDirectory own;
  const std::filesystem::path folder = broadcast_by_first(partners, own.path());
  {
    ReportFile file(folder / "r.cubex", &partners);
    file.end_rows();
    EXPECT_FALSE(std::filesystem::exists(folder / "r.cubex"));
  }
  static_cast<void>(partners.reduce({}, [](const Bytes&, const Bytes&) { return Bytes(); }));
  EXPECT_TRUE(std::filesystem::is_empty(folder));
  static_cast<void>(partners.reduce({}, [](const Bytes&, const Bytes&) { return Bytes(); }));
}

}  // namespace
}  // namespace lull::parallel
