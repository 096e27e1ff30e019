// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/model/selection.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lull/base/error.hpp"
#include "report/sample_report.hpp"

namespace lull::report {
namespace {

using testing::HasSubstr;

template <class Action>
std::string complaint(Action action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), ExitStatus::Usage);
    return error.what();
  }
  return {};
}

TEST(SelectMetric, AcceptsUniqueAndDisplayNames) {
  const Report report = small_report();
  EXPECT_EQ(select_metric(report, "mpi_latesender"), MetricId(2));
  EXPECT_EQ(select_metric(report, "late sender"), MetricId(2));
}

TEST(SelectMetric, SuggestsSimilarNames) {
  const Report report = small_report();
  const auto about = [&](const char* name) {
    return complaint([&] { static_cast<void>(select_metric(report, name)); });
  };
  EXPECT_EQ(about("mpi_latesnder"),
            "the report has no metric \"mpi_latesnder\"; did you mean mpi_latesender?");
  EXPECT_EQ(about("mp"), "the report has no metric \"mp\"; did you mean mpi or mpi_latesender?");
  EXPECT_EQ(about("cache_misses"), "the report has no metric \"cache_misses\"");
}

TEST(SelectMetric, RefusesAnAmbiguousDisplayName) {
  Report report = small_report();
  report.metrics[1].display_name = "Late Sender";
  EXPECT_THAT(complaint([&] { static_cast<void>(select_metric(report, "Late Sender")); }),
              HasSubstr("several metrics are called"));
}

TEST(SelectCallPaths, SelectsAllPathsWithThisEndAndAllBelow) {
  const Report report = small_report();
  EXPECT_EQ(select_call_paths(report, "MPI_Recv"), (CallPathSet{false, false, true, true}));
  EXPECT_EQ(select_call_paths(report, "main/MPI_Recv"), (CallPathSet{false, false, false, true}));
  EXPECT_EQ(select_call_paths(report, "solve"), (CallPathSet{false, true, true, false}));
}

TEST(SelectCallPaths, AcceptsRegionsWithSlashesInTheirNames) {
  Report report = small_report();
  report.regions[1].name = "!$omp for @src/solve.c:12";
  EXPECT_EQ(select_call_paths(report, "main/!$omp for @src/solve.c:12"),
            (CallPathSet{false, true, true, false}));
}

TEST(SelectCallPaths, SuggestsSimilarRegions) {
  const Report report = small_report();
  EXPECT_EQ(complaint([&] { static_cast<void>(select_call_paths(report, "main/MPI_Rcv")); }),
            "the report has no call path \"main/MPI_Rcv\"; did you mean MPI_Recv?");
  EXPECT_NE(complaint([&] { static_cast<void>(select_call_paths(report, "")); }), "");
}

}  // namespace
}  // namespace lull::report
