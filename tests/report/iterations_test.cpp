// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Iterations of the main loop: the member of a report, and the output of lull show.
#include "lull/report/run/iterations.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "lull/base/error.hpp"
#include "lull/report/algebra/algebra.hpp"
#include "lull/report/model/instances.hpp"
#include "lull/report/show/show_iterations.hpp"
#include "sample_report.hpp"

namespace lull::report {
namespace {

// Three iterations; location 1 has no borders. Time is known only for all call paths together.
Iterations three_iterations() {
  Iterations found;
  found.loop = "in main > solve";
  found.iterations = 3;
  found.borders = {{LocationId(0), {1, 2, 3, 5}}, {LocationId(2), {1.5, 2.5, 4.5, 5.5}}};
  found.series = {{MetricId(0), CallPathId(), LocationId(0), {1, 1, 2}},
                  {MetricId(0), CallPathId(), LocationId(2), {1, 2, 1}},
                  {kLateSender, kSolveReceive, LocationId(0), {0.25, 0, 0.5}},
                  {kLateSender, kReceive, LocationId(2), {0, 1, 0.125}}};
  return found;
}

Report report_with(const Iterations& iterations) {
  Report report = small_report();
  report.members[kIterationsMember] = iterations_as_json(iterations);
  return report;
}

CallPathSet only(const Report& report, CallPathId path) {
  CallPathSet set(report.call_paths.size());
  set[path.index()] = true;
  return set;
}

void expect_error(ExitStatus status, const std::string& part, const auto& act) {
  try {
    act();
    ADD_FAILURE() << "no error: " << part;
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), status) << error.what();
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
  }
}

TEST(Iterations, SurviveARoundTrip) {
  EXPECT_TRUE(iterations_of(small_report()).empty());
  const Report report = report_with(three_iterations());
  EXPECT_EQ(iterations_as_json(iterations_of(report)), report.members.at(kIterationsMember));
}

TEST(Iterations, KeepTheirDigits) {
  Iterations written = three_iterations();
  const std::vector<double> values{9007199254740992, 0.123456789, 52'623'361};
  written.series.front().values = values;
  const Report report = report_with(written);
  EXPECT_EQ(iterations_of(report).series.front().values, values);
}

TEST(Iterations, IncludeCallPathsBelow) {
  const Report report = report_with(three_iterations());
  const Iterations found = iterations_of(report);
  const auto all = iteration_matrix(report, found, kLateSender, CallPathId());
  EXPECT_EQ(all[1], (std::vector<double>{0, 0, 1}));
  EXPECT_EQ(all[2], (std::vector<double>{0.5, 0, 0.125}));
  const auto solve = iteration_matrix(report, found, kLateSender, kSolve);
  EXPECT_EQ(solve[2], (std::vector<double>{0.5, 0, 0}));
  EXPECT_EQ(solve, iteration_matrix(report, found, kLateSender, only(report, kSolveReceive)));
  EXPECT_EQ(iteration_matrix(report, found, MetricId(0), kSolve)[0],
            (std::vector<double>{0, 0, 0}));
}

TEST(Iterations, AreRefusedInHostileReportsWithOneSentence) {
  Report report = small_report();
  const auto member = [](const std::string& iterations, const std::string& times,
                         const std::string& series) {
    return R"({"version":1,"loop":"","together":1,"remarks":[],"iterations":)" + iterations +
           R"(,"borders":[{"location":0,"times":)" + times + R"(}],"series":[)" + series + "]}";
  };
  const auto series = [](const std::string& metric, const std::string& path,
                         const std::string& location, const std::string& values) {
    return R"({"metric":)" + metric + R"(,"path":)" + path + R"(,"location":)" + location +
           R"(,"values":)" + values + "}";
  };
  report.members[kIterationsMember] = member("1", "[0,1]", series("0", "0", "0", "[1]"));
  EXPECT_EQ(iterations_of(report).iterations, 1u);
  for (const std::string& text :
       {std::string(),
        std::string("{"),
        std::string("[]"),
        std::string("null"),
        std::string("\xff\xfe"),
        member("2", "[0,1]", ""),
        member("-1", "[]", ""),
        member("18446744073709551615", "[]", ""),
        member("1e300", "[0,1]", ""),
        member("1.5", "[0,1]", ""),
        member("1", "[1,0]", ""),
        member("1", "[0,NaN]", ""),
        member("1", "[0,1e999]", ""),
        member("1", "[0,1e200]", ""),
        member("1", "[0,null]", ""),
        member("1", "[0,true]", ""),
        member("1", "{\"0\":0,\"1\":1}", ""),
        member("1", "[0,1]", series("99", "0", "0", "[1]")),
        member("1", "[0,1]", series("-1", "0", "0", "[1]")),
        member("1", "[0,1]", series("0", "99", "0", "[1]")),
        member("1", "[0,1]", series("0", "0", "99", "[1]")),
        member("1", "[0,1]", series("0", "0", "0", "[1,2]")),
        member("1", "[0,1]", series("0", "0", "0", "[]")),
        member("1", "[0,1]", series("0", "0", "0", "[-1e150]")),
        member("1", "[0,1]", series("0", "0", "0", "\"1\"")),
        std::string(R"({"loop":"","together":1,"remarks":[],"iterations":99999999,"borders":[],)"
                    R"("series":[]})")}) {
    report.members[kIterationsMember] = text;
    expect_error(ExitStatus::Input, "lull/iterations.json is damaged",
                 [&] { (void)iterations_of(report); });
  }
}

TEST(Iterations, WorstMetricIsAWaitState) {
  Report report = report_with(three_iterations());
  EXPECT_EQ(worst_iteration_metric(report, iterations_of(report)), kLateSender);
  Iterations times = three_iterations();
  times.series.resize(2);
  report = report_with(times);
  EXPECT_EQ(worst_iteration_metric(report, iterations_of(report)), MetricId(0));
  EXPECT_FALSE(worst_iteration_metric(report, Iterations()).defined());
}

TEST(Iterations, AreNotInResultsOfAlgebra) {
  const Report report = report_with(three_iterations());
  const std::vector<Report> both{report, report};
  const CallPathSet some = only(report, kSolve);
  for (const Report& made : {difference(report, report), merge(both), mean(both),
                             cut(report, some, {}), cut(report, {}, some)})
    EXPECT_TRUE(made.members.empty());
}

TEST(ShowIterations, ShowsTheWorstFirst) {
  const Report report = report_with(three_iterations());
  IterationOptions options;
  options.top = 2;
  const std::string text = show_iterations(report, options);
  EXPECT_NE(text.find("(mpi_latesender), the worst here: 1.8750 sec in 3 iterations in main "
                      "> solve\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\n▃█▅\nfrom 0 to 1.0000 sec\n"), std::string::npos) << text;
  EXPECT_LT(text.find("2  2.0000  sec    1.5000  sec  1.0000  1.0000  sec  "),
            text.find("3  3.0000  sec    1.5000  sec  0.6250  0.5000  sec  "))
      << text;
  EXPECT_NE(text.find("... and 1 more (--all shows them)"), std::string::npos) << text;
}

TEST(ShowIterations, ShowsAllInTheirOrderWithRemarks) {
  Iterations together = three_iterations();
  together.together = 10;
  together.remarks = {"something\x1b is missing"};
  const Report report = report_with(together);
  IterationOptions options;
  options.all = true;
  options.blocks = false;
  options.metric = kLateSender;
  options.call_paths = only(report, kSolveReceive);
  const std::string text = show_iterations(report, options);
  EXPECT_LT(text.find("1-10"), text.find("11-20")) << text;
  EXPECT_NE(text.find("\n+.@\n"), std::string::npos) << text;
  EXPECT_EQ(text.find('\x1b'), std::string::npos) << text;
  options.metric = MetricId(0);
  expect_error(ExitStatus::Usage, "time for all call paths together only",
               [&] { (void)show_iterations(report, options); });
  options.metric = kVisits;
  expect_error(ExitStatus::Usage, "do not have visits, but time, mpi_latesender",
               [&] { (void)show_iterations(report, options); });
  expect_error(ExitStatus::Input, "lull analyze --iterations",
               [&] { (void)show_iterations(small_report(), options); });
}

TEST(ShowIterations, WritesEverythingForPrograms) {
  const Report report = report_with(three_iterations());
  std::ostringstream csv;
  write_iterations_csv(report, {}, csv);
  EXPECT_TRUE(
      csv.str().starts_with("metric,first_iteration,last_iteration,location_id,location,"
                            "begin,end,value\r\nmpi_latesender,1,1,0,"))
      << csv.str();
  EXPECT_NE(csv.str().find(",,,0\r\n"), std::string::npos) << "a location without borders";
  std::ostringstream json;
  write_iterations_json(report, {}, json);
  EXPECT_NE(json.str().find(R"("begins":[1.0,null,1.5],"values":[0.25,0.0,0.0])"),
            std::string::npos)
      << json.str();
}

TEST(SparkLine, KeepsTheGreatestValueOfEachCharacter) {
  EXPECT_EQ(spark_line({0, 0, 7, 0, 0, 3.5}, 3, true), "▁█▅");
  EXPECT_EQ(spark_line({0, 7}, 80, false), ".@");
  EXPECT_EQ(spark_line({0, -1, 0}, 80, true), "▁▁▁");
  EXPECT_EQ(spark_line({1, 2}, 0, true), "█");
}

}  // namespace
}  // namespace lull::report
