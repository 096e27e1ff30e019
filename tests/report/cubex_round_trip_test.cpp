// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <fstream>
#include <random>
#include <sstream>

#include "lull/base/error.hpp"
#include "lull/report/cubex/cubex_reader.hpp"
#include "lull/report/cubex/cubex_writer.hpp"
#include "lull/report/cubex/tar/tar_reader.hpp"
#include "report/sample_report.hpp"

namespace lull::report {
namespace {

std::string content(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

bool empty(const TemporaryDirectory& directory) {
  return std::filesystem::is_empty(directory.path());
}

void expect_kept(const Report& report) {
  const TemporaryDirectory directory;
  write_cubex(report, directory / "r.cubex");
  expect_equal(read_cubex(directory / "r.cubex"), report);
}

TEST(CubexRoundTrip, KeepsASmallReport) { expect_kept(small_report()); }

TEST(CubexRoundTrip, KeepsRandomReportsSparseAndDense) {
  for (unsigned seed = 0; seed < 120; ++seed) {
    SCOPED_TRACE(seed);
    expect_kept(random_report(seed, seed % 3 == 0 ? 0.02 : seed % 3 == 1 ? 0.5 : 1.0));
    if (HasFailure()) return;
  }
}

TEST(CubexRoundTrip, KeepsAnEmptyReport) { expect_kept(Report()); }

TEST(CubexRoundTrip, ReplacesCharactersThatXmlForbids) {
  const TemporaryDirectory directory;
  Report report = small_report();
  report.regions[0].name = "bell\a and \xFF byte";
  write_cubex(report, directory / "r.cubex");
  EXPECT_EQ(read_cubex(directory / "r.cubex").regions[0].name, "bell\uFFFD and \uFFFD byte");
}

TEST(CubexRoundTrip, RoundsCountsAndClampsThemToTheirType) {
  const TemporaryDirectory directory;
  Report report = small_report();
  report.add(MetricId(3), CallPathId(3), LocationId(0), 2.6);
  report.add(MetricId(3), CallPathId(3), LocationId(1), -4);
  write_cubex(report, directory / "r.cubex");
  const Report read = read_cubex(directory / "r.cubex");
  EXPECT_EQ(read.value(MetricId(3), CallPathId(3), LocationId(0)), 3);
  EXPECT_EQ(read.value(MetricId(3), CallPathId(3), LocationId(1)), 0);
}

TEST(CubexWriter, WritesEqualFilesForEqualReports) {
  const TemporaryDirectory directory;
  write_cubex(random_report(7, 0.5), directory / "a.cubex");
  write_cubex(random_report(7, 0.5), directory / "b.cubex");
  EXPECT_EQ(content(directory / "a.cubex"), content(directory / "b.cubex"));
}

TEST(CubexWriter, StoresOnlyRowsWithValues) {
  const TemporaryDirectory directory;
  Report report = small_report();
  report.locations.resize(100'000, {"t", 0, "thread", ProcessId(1)});
  report.call_paths.resize(500, {RegionId(1), CallPathId(0), {}});
  report.members["filler"] = "x";
  write_cubex(report, directory / "r.cubex");
  const std::string file = content(directory / "r.cubex");
  const std::size_t anchor_begins = file.find("<?xml");
  ASSERT_NE(anchor_begins, file.npos);
  // Nine rows of 100,000 values, almost all of them zero; 1,500 rows are empty.
  EXPECT_LT(anchor_begins, 60'000u);
}

// CubeLib's reader would miss the member after one of such a size.
void expect_no_multiples_of_512(const std::filesystem::path& path) {
  const TarReader archive(path);
  for (const TarReader::Member& member : archive.members())
    EXPECT_TRUE(member.size == 0 || member.size % 512 != 0) << member.name << " " << member.size;
}

TEST(CubexWriter, WritesNoDataWhoseSizeIsAMultipleOf512) {
  const TemporaryDirectory directory;
  Report report = small_report();
  std::mt19937_64 random(1);
  for (std::size_t i = 0; i < 3000; ++i) {
    const MetricId metric(report.metrics.size());
    report.metrics.push_back({fmt::format("m{}", i), "", "", "", "", {}, ValueType::Double});
    for (std::size_t path = 0; path < report.call_paths.size(); ++path)
      for (std::size_t location = 0; location < report.locations.size(); ++location)
        report.add(metric, CallPathId(path), LocationId(location), double(random()) * 1e-9);
  }
  report.locations.resize(40, report.locations.back());
  for (std::size_t i = 4; i < report.metrics.size(); ++i)
    for (std::size_t location = 3; location < 40 - i % 20; ++location)
      report.add(MetricId(i), CallPathId(1), LocationId(location), double(random()));
  write_cubex(report, directory / "r.cubex");
  expect_no_multiples_of_512(directory / "r.cubex");
  expect_equal(read_cubex(directory / "r.cubex"), report);
}

TEST(CubexWriter, WritesNoAnchorWhoseSizeIsAMultipleOf512) {
  const TemporaryDirectory directory;
  Report report = small_report();
  for (std::size_t i = 0; i < 512; ++i) {
    report.attributes["filler"] += 'x';
    write_cubex(report, directory / "r.cubex");
    expect_no_multiples_of_512(directory / "r.cubex");
  }
  expect_equal(read_cubex(directory / "r.cubex"), report);
}

TEST(CubexWriter, AddsOneByteToMembersWhoseSizeIsAMultipleOf512) {
  const TemporaryDirectory directory;
  const std::string zeros(1024, '\0');
  Report report = small_report();
  report.members = {
      {"bytes", zeros}, {"empty", ""}, {"short", "x"}, {"text", std::string(512, 't')}};
  write_cubex(report, directory / "r.cubex");
  expect_no_multiples_of_512(directory / "r.cubex");
  report.members["bytes"] += '\0';
  report.members["text"] += '\n';
  EXPECT_EQ(read_cubex(directory / "r.cubex").members, report.members);
}

TEST(CubexWriter, RefusesReservedMemberNames) {
  const TemporaryDirectory directory;
  for (const char* name : {"anchor.xml", "3.data", "0.index", ""}) {
    Report report = small_report();
    report.members[name] = "x";
    EXPECT_THROW(write_cubex(report, directory / "r.cubex"), Error) << name;
  }
  EXPECT_TRUE(empty(directory));
}

TEST(CubexWriter, LeavesNothingBehindIfItCannotWrite) {
  const TemporaryDirectory directory;
  try {
    write_cubex(small_report(), directory / "missing/r.cubex");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), ExitStatus::System);
    EXPECT_THAT(error.what(), testing::HasSubstr("missing/r.cubex"));
  }
  EXPECT_TRUE(empty(directory));
}

// A limit on the size of files simulates a full disk: write() fails in the middle of the report.
TEST(CubexWriter, LeavesNothingBehindWhenTheDiskIsFull) {
  const TemporaryDirectory directory;
  const auto handler = ::signal(SIGXFSZ, SIG_IGN);
  rlimit old{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old), 0);
  rlimit small = old;
  small.rlim_cur = 2048;
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  EXPECT_THROW(write_cubex(small_report(), directory / "r.cubex"), Error);
  ::setrlimit(RLIMIT_FSIZE, &old);
  ::signal(SIGXFSZ, handler);
  EXPECT_TRUE(empty(directory));
}

}  // namespace
}  // namespace lull::report
