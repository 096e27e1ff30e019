// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/show/show.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "lull/report/model/value_text.hpp"
#include "report/sample_report.hpp"

namespace lull::report {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Show, DrawsTheMetricTreeWithTotals) {
  Report report = small_report();
  report.metrics.push_back({"idle", "Idle", "sec", "", "", MetricId(0), ValueType::Double});
  EXPECT_EQ(show_metrics(report, {}),
            R"(inclusive  exclusive           %  Metric
   16.000     10.000  sec  100.0  Time  time
    6.000      2.000  sec   37.5  └ MPI  mpi
    4.000      4.000  sec   25.0    └ Late Sender  mpi_latesender

       54         54  occ  100.0  Visits  visits

1 metric is zero and left out (--all shows it).
)");
}

TEST(Show, DrawsTheCallTreeOfAMetricGreatestFirst) {
  EXPECT_EQ(show_calls(small_report(), kTime, {}),
            R"(inclusive  exclusive      %  Call path
   16.000      3.000  100.0  main  main.c:3
   12.000      7.000   75.0  ├ solve (level=2)  solve.c:10
    5.000      5.000   31.2  │ └ MPI_Recv
    1.000      1.000    6.2  └ MPI_Recv
)");
}

TEST(Show, DrawsTheSystemTreeOfAMetric) {
  EXPECT_EQ(show_system(small_report(), kTime, {}),
            R"(   sec      %                System
16.000  100.0                cluster  machine
16.000  100.0                └ node 1
10.000   62.5                  ├ MPI Rank 0
 7.000   43.8  ████████████    │ ├ Master thread
 3.000   18.8  █████▏          │ └ OMP thread 1
 6.000   37.5  ██████████▎     └ MPI Rank 1  Master thread

3 locations, mean 5.333 sec
  least    3.000 sec: MPI Rank 0, OMP thread 1
  greatest 7.000 sec: MPI Rank 0, Master thread (1.31 × the mean)
)");
}

TEST(Show, MakesControlCharactersOfNamesVisible) {
  const std::string evil = "\x1b]0;title\x07\n\u009b2J\xff";
  Report report = small_report();
  report.attributes["Creator"] = evil;
  for (Metric& metric : report.metrics)
    metric.unique_name = metric.display_name = metric.unit = metric.description = evil;
  for (Region& region : report.regions) region.name = region.file = evil;
  for (CallPath& path : report.call_paths) path.parameters = {{evil, evil}};
  for (SystemNode& node : report.system_nodes) node.name = node.kind = evil;
  for (Process& process : report.processes) process.name = evil;
  for (Location& location : report.locations) location.name = evil;
  const ShowOptions options;
  const std::string all = show_title(report, evil) + show_heading(report, kTime, options) +
                          show_metrics(report, options) + show_calls(report, kTime, options) +
                          show_system(report, kTime, options);
  EXPECT_THAT(all, HasSubstr("\\x1b]0;title\\x07"));
  for (const char* const harm : {"\x1b", "\x07", "\u009b", "\xff"})
    EXPECT_THAT(all, Not(HasSubstr(harm)));
}

TEST(Show, ShowsNoBarForNaN) {
  Report report = small_report();
  for (std::size_t path = 0; path < 2; ++path)
    report.add(kTime, CallPathId(path), LocationId(0), std::numeric_limits<double>::max());
  EXPECT_THAT(show_system(report, kTime, {}), HasSubstr("inf"));
}

TEST(Show, FoldsSmallCallPathsIntoOneLine) {
  ShowOptions options;
  options.threshold = 0.4;
  EXPECT_EQ(show_calls(small_report(), kTime, options),
            R"(inclusive  exclusive      %  Call path
   16.000      3.000  100.0  main  main.c:3
   12.000      7.000   75.0  ├ solve (level=2)  solve.c:10
    5.000              31.2  │ └ … 1 more, each below 40 %
    1.000               6.2  └ … 1 more, each below 40 %
)");
}

TEST(Show, CollapsesTreesBelowADepth) {
  ShowOptions options;
  options.depth = 1;
  EXPECT_THAT(show_calls(small_report(), kTime, options), HasSubstr("├ ▸ solve (level=2)"));
  EXPECT_THAT(show_calls(small_report(), kTime, options), HasSubstr("└ MPI_Recv"));
  EXPECT_THAT(show_metrics(small_report(), options), HasSubstr("└ ▸ MPI"));
  EXPECT_THAT(show_metrics(small_report(), options), Not(HasSubstr("Late Sender")));
  EXPECT_THAT(show_system(small_report(), kTime, options), HasSubstr("└ ▸ node 1"));
}

TEST(Show, ShowsPercentagesInsteadOfValues) {
  ShowOptions options;
  options.percent = true;
  EXPECT_EQ(show_calls(small_report(), kTime, options),
            R"(inclusive %  exclusive %  Call path
      100.0         18.8  main  main.c:3
       75.0         43.8  ├ solve (level=2)  solve.c:10
       31.2         31.2  │ └ MPI_Recv
        6.2          6.2  └ MPI_Recv
)");
}

TEST(Show, CouplesTheTreesThroughCallPaths) {
  const Report report = small_report();
  ShowOptions options;
  options.call_paths = select_call_paths(report, "solve/MPI_Recv");
  EXPECT_THAT(show_metrics(report, options), HasSubstr("5.0000          0  sec  100.0  Time"));
  EXPECT_THAT(show_calls(report, kTime, options), HasSubstr("5.0000          0  100.0  └ solve"));
  EXPECT_THAT(show_system(report, kTime, options), HasSubstr("│ ├ Master thread"));
  EXPECT_EQ(show_heading(report, kLateSender, options),
            "Late Sender (mpi_latesender): 4.0000 sec\n");
}

TEST(Show, FoldsTheLeastOfManyProcesses) {
  Report report = small_report();
  for (std::size_t rank = 2; rank < 40; ++rank) {
    report.processes.push_back({"MPI Rank " + std::to_string(rank), 0, "process", SystemNodeId(1)});
    report.locations.push_back({"Master thread", 0, "thread", ProcessId(rank)});
    report.add(kTime, CallPathId(0), LocationId(rank + 1), rank == 30 ? 9 : 1);
  }
  ShowOptions options;
  options.most_children = 3;
  const std::string text = show_system(report, kTime, options);
  EXPECT_THAT(text, HasSubstr("├ MPI Rank 30  Master thread"));
  EXPECT_THAT(text, HasSubstr("└ … 37 more, 1.000 to 1.000 sec each"));
  options.all = true;
  EXPECT_THAT(show_system(report, kTime, options), HasSubstr("MPI Rank 22"));
}

TEST(Show, ShowsNoSharesOfMinima) {
  Report report = small_report();
  report.metrics.push_back({"min_time", "Min", "sec", "", "", {}, ValueType::Minimum});
  report.add(MetricId(4), CallPathId(1), LocationId(0), 2e-5);
  EXPECT_THAT(show_metrics(report, {}), HasSubstr("20.000     20.000  us          Min  min_time"));
}

TEST(Show, ColoursOnlyOnRequest) {
  ShowOptions options;
  EXPECT_THAT(show_calls(small_report(), kTime, options), Not(HasSubstr("\033")));
  options.style.colour = true;
  EXPECT_THAT(show_calls(small_report(), kTime, options), HasSubstr("\033[38;5;196m"));
}

TEST(Show, ShortensNamesToTheWidthOfTheTerminal) {
  Report report = small_report();
  report.regions[1].name = std::string(200, 'x');
  ShowOptions options;
  options.style.width = 60;
  const std::string text = show_calls(report, kTime, options);
  EXPECT_THAT(text, HasSubstr("xxx…\n"));
  std::size_t begin = 0;
  for (std::size_t end; (end = text.find('\n', begin)) != text.npos; begin = end + 1)
    EXPECT_LE(text_width(text.substr(begin, end - begin)), 60u);
}

TEST(Show, SaysWhenAMetricHasNoValues) {
  Report report = small_report();
  report.metrics.push_back({"none", "None", "sec", "", "", {}, ValueType::Double});
  EXPECT_EQ(show_calls(report, MetricId(4), {}), "No call path has a value of this metric.\n");
  EXPECT_EQ(show_metrics(Report(), {}), "");
}

TEST(ValueText, ChoosesOneUnitAndPrecisionForATable) {
  const Metric seconds{"t", "", "sec", "", "", {}, ValueType::Double};
  const Metric counts{"n", "", "occ", "", "", {}, ValueType::Unsigned};
  EXPECT_EQ(ValueFormat(seconds, 123.456).with_unit(123.456), "123.46 sec");
  EXPECT_EQ(ValueFormat(seconds, 123.456).with_unit(0.5), "0.50 sec");
  EXPECT_EQ(ValueFormat(seconds, 0.01).with_unit(0.0021), "2.100 ms");
  EXPECT_EQ(ValueFormat(seconds, 3e-9).with_unit(3e-9), "3.0000 ns");
  EXPECT_EQ(ValueFormat(seconds, 12345678).with_unit(12345678), "12,345,678 sec");
  EXPECT_EQ(ValueFormat(counts, 1e9).with_unit(1234567), "1,234,567 occ");
  EXPECT_EQ(ValueFormat(counts, 1e9).with_unit(-1234), "-1,234 occ");
  EXPECT_EQ(ValueFormat(counts, 1e18).with_unit(1e18), "1.0000e+18 occ");
  EXPECT_EQ(ValueFormat(seconds, 5)(0), "0");
}

TEST(ValueText, CountsAndCutsCharactersNotBytes) {
  EXPECT_EQ(text_width("└ é漢"), 4u);
  EXPECT_EQ(shortened("éééé", 3), "éé…");
  EXPECT_EQ(shortened("abc", 3), "abc");
}

}  // namespace
}  // namespace lull::report
