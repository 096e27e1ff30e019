// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Compares the reference with the results of Scalasca's SCOUT for the real traces in ../shared.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "lull/clock/corrected_trace.hpp"
#include "lull/trace/otf2/archive_reader.hpp"
#include "support/reference/reference_analysis.hpp"
#include "support/scout_figures.hpp"
#include "support/shared.hpp"

namespace lull::reference {
namespace {

constexpr std::array kScoutTraces{"ats-alltoall-8",
                                  "ats-barrier-8",
                                  "ats-early-gather-8",
                                  "ats-early-reduce-8",
                                  "ats-late-broadcast-8",
                                  "ats-late-receiver-8",
                                  "ats-late-scatter-8",
                                  "ats-late-sender-8",
                                  "bgq-32x64",
                                  "btmz-rusage-4x4",
                                  "btmz-s-4x4",
                                  "hybrid4x3",
                                  "mixed-mpi-4",
                                  "nonblocking-4",
                                  "npb-bt-s-16",
                                  "npb-cg-s-16",
                                  "npb-ep-a-16",
                                  "npb-ft-s-16",
                                  "npb-is-s-16",
                                  "npb-lu-s-16",
                                  "npb-mg-s-16",
                                  "npb-sp-s-16",
                                  "omp-cg-s-4",
                                  "omp-mg-s-4",
                                  "omp4",
                                  "random-1",
                                  "random-2",
                                  "random-3",
                                  "random-4",
                                  "random-5",
                                  "random-6",
                                  "random-7",
                                  "random-8",
                                  "sweep3d-16",
                                  "waits4",
                                  "waits8",
                                  "waitsnbc4"};

// Only some of the figures contain these.
constexpr std::array kMoreCounts{"bytes_cin", "bytes_cout"};

// Metrics of the second phase, which the reference does not compute.
constexpr std::array kRootCauses{"delay_", "critical_", "non_critical_", "mpi_wait_indirect_",
                                 "mpi_wait_propagating_"};

std::filesystem::path path_of(std::string_view trace) {
  return support::shared_directory() / "traces" / trace;
}

struct Analysis {
  ReferenceResult result;
  double ticks_per_second = 1;
};

Analysis analyse(std::string_view trace, const ReferenceOptions& options) {
  const auto archive = open_archive(path_of(trace));
  const CorrectedTrace corrected(*archive);
  return {analyse_by_reference(corrected, options),
          static_cast<double>(archive->definitions().clock.ticks_per_second)};
}

// Scalasca 1.4's report of this trace contains only some metrics, from times in doubles.
bool is_partial(std::string_view trace) { return trace == "bgq-32x64"; }

double tolerance(std::string_view trace, double seconds) {
  return (is_partial(trace) ? 5e-9 : 1e-9) + 1e-9 * seconds;
}

class ReferenceAgainstScout : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(path_of(GetParam())))
      GTEST_SKIP() << "no shared trace " << GetParam();
  }
};

// SCOUT omits Alltoallv and Alltoallw; nothing else differs.
TEST_P(ReferenceAgainstScout, FindsTheSameTimesAndCounts) {
  const support::ScoutFigures figures(GetParam());
  const Analysis analysis = analyse(GetParam(), {.irregular_alltoall_waits = false});
  const auto found_of = [&](std::string_view metric) {
    return static_cast<double>(analysis.result.total(std::string(metric)));
  };
  const auto expect_time = [&](std::string_view metric) {
    const double expected = figures.sum(metric);
    EXPECT_NEAR(figures.sum(metric, found_of) / analysis.ticks_per_second, expected,
                tolerance(GetParam(), expected))
        << metric;
  };
  for (const char* metric : support::kScoutTimes)
    if (!is_partial(GetParam()) || figures.has(metric)) expect_time(metric);
  if (figures.has("time")) expect_time("time");
  for (const char* metric : support::kScoutCounts) {
    if (is_partial(GetParam()) && !figures.has(metric)) continue;
    EXPECT_EQ(figures.sum(metric, found_of), figures.sum(metric)) << metric;
  }
  for (const char* metric : kMoreCounts) {
    if (!figures.has(metric)) continue;
    EXPECT_EQ(found_of(metric), figures.sum(metric)) << metric;
  }
}

TEST_P(ReferenceAgainstScout, CoversEveryMetricOfTheFirstPhase) {
  const support::ScoutFigures figures(GetParam());
  for (const auto& [metric, value] : figures.all().items()) {
    const auto is_prefix = [&name = metric](const char* prefix) {
      return name.starts_with(prefix);
    };
    const bool covered =
        std::ranges::find(support::kScoutTimes, metric) != support::kScoutTimes.end() ||
        std::ranges::find(support::kScoutCounts, metric) != support::kScoutCounts.end() ||
        std::ranges::find(kMoreCounts, metric) != kMoreCounts.end() || metric == "time" ||
        std::ranges::any_of(kRootCauses, is_prefix);
    EXPECT_TRUE(covered) << metric;
  }
}

std::string test_name(const testing::TestParamInfo<const char*>& info) {
  std::string name = info.param;
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Traces, ReferenceAgainstScout, testing::ValuesIn(kScoutTraces), test_name);

TEST(ReferenceAgainstScoutTraces, AreAllThatHaveFigures) {
  if (!support::ScoutFigures::exist()) GTEST_SKIP() << "no shared figures";
  EXPECT_EQ(support::ScoutFigures::traces().size(), kScoutTraces.size());
}

TEST(ReferenceAgainstScoutTraces, AlltoallvWaitsThatScoutOmits) {
  if (!support::ScoutFigures::exist()) GTEST_SKIP() << "no shared figures";
  const Analysis with = analyse("npb-is-s-16", {});
  const Analysis without = analyse("npb-is-s-16", {.irregular_alltoall_waits = false});
  EXPECT_GT(with.result.total("mpi_wait_nxn"), without.result.total("mpi_wait_nxn"));
  EXPECT_EQ(with.result.total("mpi_latesender"), without.result.total("mpi_latesender"));
}

}  // namespace
}  // namespace lull::reference
