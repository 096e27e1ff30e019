// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Reports written by Scalasca 2.6, Score-P 7.1 and CubeLib. The expected totals come from CubeLib
// 4.8.2: its get_sev() of every (metric, call path, location), inclusive along the metric tree and
// exclusive along the call tree, summed. All values, not only these sums, agreed with Lull's to
// 1e-12 relative.
#include <gtest/gtest.h>

#include <filesystem>

#include "lull/report/cubex/cubex_reader.hpp"
#include "lull/report/cubex/cubex_writer.hpp"
#include "lull/report/show/show.hpp"
#include "report/sample_report.hpp"
#include "support/shared.hpp"

namespace lull::report {
namespace {

struct Expected {
  const char* file;
  std::vector<std::pair<const char*, double>> totals;
};

const Expected kReports[] = {
    {"ats-barrier-8.scout.cubex",
     {{"time", 5.51934487691725},
      {"visits", 160},
      {"mpi_barrier_wait", 0.388599102753374},
      {"mpi_init_completion", 0.000651972136596624}}},
    {"ats-late-sender-8.scout.cubex",
     {{"time", 6.04486162693502},
      {"visits", 260},
      {"mpi_latesender", 0.402305385629856},
      {"bytes_sent", 80000}}},
    {"btmz-s-4x4.scout.cubex",
     {{"time", 4.4605306233204},
      {"visits", 54316},
      {"mpi_latesender", 0.324600613354491},
      {"mpi_barrier_wait", 0.0179150950240517}}},
    {"hybrid4x3.scorep-profile.cubex",
     {{"visits", 1009}, {"time", 2.9646192604452}, {"bytes_sent", 800}, {"bytes_received", 800}}},
    {"hybrid4x3.scout.cubex",
     {{"time", 2.97290406674802},
      {"visits", 1009},
      {"mpi_latesender", 0.000394893962325449},
      {"mpi_wait_nxn", 0.000399581435586105}}},
    {"npb-cg-s-16.scout.cubex",
     {{"time", 40.4191526899485},
      {"visits", 141440},
      {"mpi_latesender", 11.1078513747905},
      {"mpi_barrier_wait", 0.0175877721575188}}},
    {"npb-lu-s-16.scout.cubex",
     {{"time", 16.8612881902739},
      {"visits", 57276},
      {"mpi_latesender", 1.41878541725642},
      {"mpi_barrier_wait", 0.00429697993610567}}},
    {"npb-mg-s-16.scout.cubex",
     {{"time", 34.1155857172073},
      {"visits", 21824},
      {"mpi_latesender", 6.53430387301776},
      {"mpi_barrier_wait", 0.741062492452211}}},
    {"omp-cg-s-4.scout.cubex",
     {{"time", 0.446072184834003},
      {"visits", 15797},
      {"omp_management", 0.0122749941223104},
      {"critical_path", 0.112176844353662}}},
    {"omp4.scout.cubex",
     {{"time", 0.342234656062412},
      {"visits", 142},
      {"omp_management", 0.00932443025804068},
      {"critical_path", 0.0937443192722868}}},
    {"sweep3d-16.scout.cubex",
     {{"time", 115.098372866652},
      {"visits", 95908},
      {"mpi_latesender", 36.2351286442021},
      {"mpi_barrier_wait", 0.0532708659249479}}},
    {"waits4.remapped.cubex",
     {{"time", 2.42389958570595},
      {"mpi", 1.91187969759743},
      {"mpi_latesender", 0.100128924094428},
      {"visits", 276}}},
    {"waits4.scout.cubex",
     {{"time", 4.80477007408976},
      {"visits", 775},
      {"mpi_latesender", 0.295252202262262},
      {"mpi_barrier_wait", 0.52066367097698}}},
    {"waits8.scorep-profile.cubex",
     {{"visits", 992},
      {"time", 10.006963077008},
      {"bytes_sent", 2102184},
      {"bytes_received", 2102184}}},
    {"waits8.scout.cubex",
     {{"time", 10.006969864647},
      {"visits", 992},
      {"mpi_latesender", 0.263139048999671},
      {"mpi_barrier_wait", 1.30052859069258}}},
};

class SharedReport : public testing::TestWithParam<Expected> {
 protected:
  void SetUp() override {
    path_ = support::shared_directory() / "reports" / GetParam().file;
    if (!std::filesystem::exists(path_)) GTEST_SKIP() << path_ << " is not here";
  }

  std::filesystem::path path_;
};

TEST_P(SharedReport, HasTheTotalsThatCubeLibComputes) {
  const Report report = read_cubex(path_);
  for (const auto& [name, total] : GetParam().totals) {
    const auto metric = report.find_metric(name);
    ASSERT_TRUE(metric.has_value()) << name;
    EXPECT_NEAR(report.total(*metric), total, 1e-11 * total) << name;
  }
}

TEST_P(SharedReport, SurvivesBeingWrittenAndReadAgain) {
  const TemporaryDirectory directory;
  const Report report = read_cubex(path_);
  write_cubex(report, directory / "copy.cubex");
  expect_equal(read_cubex(directory / "copy.cubex"), report);
}

TEST_P(SharedReport, CanBeShown) {
  const Report report = read_cubex(path_);
  const auto time = report.find_metric("time");
  ASSERT_TRUE(time.has_value());
  EXPECT_NE(show_metrics(report, {}).find("Time  time"), std::string::npos);
  EXPECT_NE(show_calls(report, *time, {}).find("100.0  " + report.path_name(CallPathId(0))),
            std::string::npos);
  EXPECT_NE(show_system(report, *time, {}).find("machine Linux"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(All, SharedReport, testing::ValuesIn(kReports), [](const auto& test) {
  std::string name = test.param.file;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
});

TEST(SharedReports, AreAllReadable) {
  const std::filesystem::path directory = support::shared_directory() / "reports";
  if (!std::filesystem::exists(directory)) GTEST_SKIP() << directory << " is not here";
  std::size_t reports = 0;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    if (entry.path().extension() != ".cubex") continue;
    ++reports;
    EXPECT_NO_THROW(static_cast<void>(read_cubex(entry.path()))) << entry.path();
  }
  EXPECT_GE(reports, std::size(kReports));
}

}  // namespace
}  // namespace lull::report
