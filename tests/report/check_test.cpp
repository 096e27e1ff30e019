// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Checks of rules: small reports are computed by hand, random reports compared with plain sums.
#include "lull/report/rules/check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "lull/base/error.hpp"
#include "lull/report/model/aggregate.hpp"
#include "lull/report/rules/check_output.hpp"
#include "report/sample_report.hpp"

namespace lull::report {
namespace {

using testing::HasSubstr;
using State = CheckOutcome::State;

CheckRule rule_of(const std::string& text) {
  return std::get<CheckRule>(parse_rule({text, "", 0}));
}

// Returns the outcome of a rule without mistakes.
CheckOutcome outcome_of(const std::string& text, const Report& report,
                        const Report* baseline = nullptr) {
  const std::vector<CheckRule> rules{rule_of(text)};
  const CheckResult result = check(report, baseline, rules);
  for (const LocatedMistake& located : result.mistakes)
    ADD_FAILURE() << diagnostic(located.source, located.mistake);
  return result.outcomes.front();
}

bool fails(const std::string& text, const Report& report, const Report* baseline = nullptr) {
  return outcome_of(text, report, baseline).state == State::Failed;
}

RuleMistake mistake_of(const std::string& text, const Report& report,
                       const Report* baseline = nullptr) {
  const std::vector<CheckRule> rules{rule_of(text)};
  const CheckResult result = check(report, baseline, rules);
  return result.mistakes.empty() ? RuleMistake{999, "none"} : result.mistakes.front().mistake;
}

TEST(Check, ComputesPercentagesOfTheTotalTime) {
  const Report report = small_report();  // 16 s, 4 s of them in late senders
  EXPECT_EQ(outcome_of("mpi_latesender > 5%", report).value, 25);
  EXPECT_TRUE(fails("mpi_latesender > 24.9%", report));
  EXPECT_FALSE(fails("mpi_latesender > 25%", report));
  EXPECT_TRUE(fails("mpi_latesender >= 25%", report));
  EXPECT_TRUE(fails("mpi_latesender < 26%", report));
  EXPECT_TRUE(fails("mpi_latesender <= 25%", report));
  EXPECT_EQ(outcome_of("time in solve > 1%", report).value, 75);
}

TEST(Check, UsesTheTotalTimeForSeparateTreesToo) {
  Report report = small_report();
  report.metrics[kLateSender.index()].parent = {};
  EXPECT_EQ(outcome_of("mpi_latesender > 5%", report).value, 25);
  report.metrics[kTime.index()].unique_name = "wall";
  EXPECT_EQ(outcome_of("mpi_latesender > 5%", report).value, 100);
}

TEST(Check, RefusesMetricsWithOmittedValues) {
  Report damaged = small_report();
  damaged.metrics[kTime.index()].left_out = 1;
  for (const char* const rule : {"time > 1 s", "mpi_latesender > 99%", "time > 1 s if present"})
    EXPECT_THROW(outcome_of(rule, damaged), Error) << rule;
  EXPECT_FALSE(fails("visits > 54", damaged));
  const Report report = small_report();
  EXPECT_THROW(outcome_of("time > +3%", report, &damaged), Error);
}

TEST(Check, ConvertsUnits) {
  const Report report = small_report();
  EXPECT_TRUE(fails("mpi_latesender > 3.9 s", report));
  EXPECT_FALSE(fails("mpi_latesender > 4 s", report));
  EXPECT_TRUE(fails("mpi_latesender > 3999 ms", report));
  EXPECT_FALSE(fails("mpi_latesender > 1 min", report));
  EXPECT_TRUE(fails("mpi_latesender > 3.9", report));
  EXPECT_TRUE(fails("visits > 53", report));
  EXPECT_FALSE(fails("visits > 54 occ", report));
}

TEST(Check, EvaluatesFunctionsOverLocations) {
  const Report report = small_report();  // time by location: 7, 3, 6
  EXPECT_EQ(outcome_of("max(time) > 1 s", report).value, 7);
  EXPECT_EQ(outcome_of("max(time) > 1 s", report).location, "MPI Rank 0, Master thread");
  EXPECT_EQ(outcome_of("min(time) > 1 s", report).value, 3);
  EXPECT_EQ(outcome_of("min(time) > 1 s", report).location, "MPI Rank 0, OMP thread 1");
  EXPECT_EQ(outcome_of("median(time) > 1 s", report).value, 6);
  EXPECT_DOUBLE_EQ(outcome_of("mean(time) > 1 s", report).value, 16.0 / 3);
  EXPECT_DOUBLE_EQ(outcome_of("imbalance(time) > 1", report).value, 21.0 / 16);
  EXPECT_DOUBLE_EQ(outcome_of("max(time) > 1%", report).value, 100 * 21.0 / 16);
  EXPECT_DOUBLE_EQ(outcome_of("mean(time) > 1%", report).value, 100);
}

TEST(Check, NamesTheWorstCallPath) {
  const Report report = small_report();
  EXPECT_EQ(outcome_of("time > 1 s", report).worst_call_path, "main/solve (level=2)");
  EXPECT_EQ(outcome_of("time > 1 s", report).worst_value, 7);
  EXPECT_EQ(outcome_of("time in MPI_Recv > 1 s", report).worst_call_path,
            "main/solve (level=2)/MPI_Recv");
  EXPECT_EQ(outcome_of("imbalance(time) > 1", report).worst_call_path, "main/solve (level=2)");
  EXPECT_EQ(outcome_of("time < 100 s", report).worst_call_path, "");
  EXPECT_EQ(outcome_of("time > 100 s", report).worst_call_path, "");  // it passed
}

TEST(Check, ComparesWithABaseline) {
  const Report before = small_report();
  Report after = small_report();
  after.add(kTime, CallPathId(3), LocationId(2), 4);  // 20 s in place of 16
  EXPECT_TRUE(fails("time > +24.9%", after, &before));
  EXPECT_FALSE(fails("time > +25%", after, &before));
  EXPECT_TRUE(fails("time > +3.9 s", after, &before));
  EXPECT_FALSE(fails("time > +4 s", after, &before));
  EXPECT_TRUE(fails("time < -3 s", before, &after));
  EXPECT_FALSE(fails("time < -4 s", before, &after));
  EXPECT_EQ(outcome_of("time > +1%", after, &before).worst_call_path, "main/MPI_Recv");
  EXPECT_EQ(outcome_of("time > +1%", after, &before).worst_value, 4);
  EXPECT_EQ(outcome_of("time < -1%", before, &after).worst_call_path, "main/MPI_Recv");
  EXPECT_EQ(outcome_of("time < -1%", before, &after).before, 20);
  EXPECT_FALSE(fails("time > +0%", before, &before));
  EXPECT_EQ(outcome_of("max(time) > +0 s", after, &before).value, 3);
}

TEST(Check, TreatsACallPathMissingInTheBaselineAsZero) {
  const Report before = small_report();
  Report after = small_report();
  after.regions.push_back({"extra", "extra", "user", "function", "", -1, -1});
  after.call_paths.push_back({RegionId(3), CallPathId(0), {}});
  after.add(kTime, CallPathId(4), LocationId(0), 2);
  EXPECT_EQ(outcome_of("time in extra > +1 s", after, &before).value, 2);
  EXPECT_TRUE(std::isinf(outcome_of("time in extra > +1000%", after, &before).value));
  EXPECT_TRUE(fails("time in extra > +1000%", after, &before));
  EXPECT_FALSE(fails("mpi_latesender in extra > +0%", after, &before));
}

TEST(Check, SkipsMissingMetricsIfRequested) {
  const Report report = small_report();
  EXPECT_EQ(outcome_of("omp > 1% if present", report).state, State::Skipped);
  EXPECT_THAT(outcome_of("omp > 1% if present", report).reason, HasSubstr("omp"));
  EXPECT_EQ(outcome_of("time in nowhere > 1% if present", report).state, State::Skipped);
  Report old = small_report();
  old.metrics[kLateSender.index()].unique_name = "other";
  EXPECT_EQ(outcome_of("mpi_latesender > +1% if present", report, &old).state, State::Skipped);
  EXPECT_EQ(outcome_of("mpi_latesender > 99% if present", report).state, State::Passed);
}

TEST(Check, ReportsMistakesWithTheirPositions) {
  Report report = small_report();
  report.metrics.push_back({"twin", "Visits", "occ", "", "", {}, ValueType::Double});
  report.metrics.push_back({"shortest", "", "sec", "", "", {}, ValueType::Minimum});
  report.metrics.push_back({"bytes", "", "bytes", "", "", kVisits, ValueType::Double});
  Report other = small_report();
  other.metrics[kVisits.index()].unit = "calls";
  const auto expect = [&](const char* text, std::size_t at, const char* sentence,
                          const Report* baseline = nullptr) {
    const RuleMistake mistake = mistake_of(text, report, baseline);
    EXPECT_EQ(mistake.at, at) << text;
    EXPECT_THAT(mistake.sentence, HasSubstr(sentence)) << text;
  };
  expect("mpi_latesendr > 1", 0, "did you mean mpi_latesender?");
  expect("max(\"Visit\") > 1", 4, "no metric \"Visit\"");
  expect("\"Visits\" > 1", 0, "several metrics");
  expect("\"Visits\" > 1 if present", 0, "several metrics");
  expect("time in slve > 1 s", 8, "did you mean solve?");
  expect("time > +1%", 7, "needs a baseline");
  expect("time > 1 parsec", 9, "unknown unit \"parsec\"");
  expect("visits > 1 s", 11, "measured in occ, not in s");
  expect("time > 1 KiB", 9, "measured in sec, not in KiB");
  expect("imbalance(time) > 1%", 19, "ratio");
  expect("imbalance(time) > 1 s", 20, "ratio");
  expect("shortest > 1%", 12, "minimum or maximum");
  expect("bytes > 1%", 9, "another unit");
  expect("bytes > +1%", 0, "the baseline has no metric bytes", &other);
  expect("visits > +1%", 0, "in calls in the baseline", &other);
}

TEST(Check, FailsIfTheValueIsNotANumber) {
  Report report = small_report();
  report.set_row(kTime, CallPathId(0), {{LocationId(0), std::nan("")}});
  EXPECT_TRUE(fails("time > 1000 s", report));
  EXPECT_TRUE(fails("time < 1 s", report));
}

class RandomCheck : public testing::TestWithParam<unsigned> {};

TEST_P(RandomCheck, AgreesWithPlainSums) {
  const Report report = random_report(GetParam(), 0.4);
  for (std::size_t metric = 0; metric < report.metrics.size(); ++metric) {
    if (!additive(report.metrics[metric])) continue;
    double sum = 0;
    double size = 0;
    std::vector<double> by_location(report.locations.size());
    for (std::size_t path = 0; path < report.call_paths.size(); ++path)
      for (std::size_t at = 0; at < by_location.size(); ++at) {
        const double value = report.value(MetricId(metric), CallPathId(path), LocationId(at));
        sum += value;
        size += std::abs(value);
        by_location[at] += value;
      }
    const std::string& name = report.metrics[metric].unique_name;
    const double slack = 1e-9 * size + 1e-9;
    EXPECT_NEAR(outcome_of(name + " > 1", report).value, sum, slack);
    EXPECT_NEAR(outcome_of("max(" + name + ") > 1", report).value,
                *std::ranges::max_element(by_location), slack);
    EXPECT_NEAR(outcome_of("min(" + name + ") > 1", report).value,
                *std::ranges::min_element(by_location), slack);
    EXPECT_NEAR(outcome_of("mean(" + name + ") > 1", report).value,
                sum / static_cast<double>(by_location.size()), slack);
    EXPECT_FALSE(fails(name + " > +0", report, &report));
    EXPECT_FALSE(fails(name + " < -0%", report, &report));
    EXPECT_TRUE(fails(name + " >= +0%", report, &report));
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomCheck, testing::Range(1u, 20u));

class CheckOutput : public testing::Test {
 protected:
  CheckOutput() {
    for (const char* text : {"mpi_latesender > 5%", "few <visits>: visits > 1e6",
                             "omp > 1 if present", "max(time) >= 7 s"})
      if (auto rule = parse_rule({text, "", 0}); std::holds_alternative<CheckRule>(rule))
        rules_.push_back(std::get<CheckRule>(rule));
      else
        rules_.push_back(rule_of("'few <visits>': visits > 1e6"));
    result_ = check(report_, nullptr, rules_);
  }

  const Report report_ = small_report();
  std::vector<CheckRule> rules_;
  CheckResult result_;
  CheckedReport checked_{"a&b.cubex", "", report_, rules_, result_};
};

TEST_F(CheckOutput, IsATableOfFailures) {
  EXPECT_EQ(check_text(checked_, {.width = 200}),
            R"(a&b.cubex: 2 of 4 rules failed, 1 skipped
Shares are of the time in the whole run.

     value       limit  location                   rule                 Worst call path
      25 %         5 %                             mpi_latesender > 5%  main/solve (level=2)/MPI_Recv (4.0000 sec)
7.0000 sec  7.0000 sec  MPI Rank 0, Master thread  max(time) >= 7 s     main/solve (level=2) (4.0000 sec)

skipped: omp > 1 if present (the report has no metric "omp")
)");
}

TEST_F(CheckOutput, IsASummaryOfPassedRules) {
  rules_ = {rules_[1]};
  result_ = check(report_, nullptr, rules_);
  EXPECT_EQ(check_text(checked_, {}), R"(a&b.cubex: 1 rule passed

 value          limit  rule
54 occ  1,000,000 occ  few <visits>: visits > 1e6
)");
}

TEST_F(CheckOutput, IsJson) {
  const auto json = nlohmann::json::parse(check_json(checked_));
  EXPECT_EQ(json["passed"], false);
  ASSERT_EQ(json["rules"].size(), 4u);
  EXPECT_EQ(json["rules"][0]["state"], "failed");
  EXPECT_EQ(json["rules"][0]["value"], 25);
  EXPECT_EQ(json["rules"][0]["worst_call_path"], "main/solve (level=2)/MPI_Recv");
  EXPECT_EQ(json["rules"][1]["name"], "few <visits>");
  EXPECT_EQ(json["rules"][1]["state"], "passed");
  EXPECT_EQ(json["rules"][2]["state"], "skipped");
}

TEST_F(CheckOutput, IsJUnitXml) {
  const std::string xml = check_junit(checked_);
  EXPECT_THAT(xml, HasSubstr(R"(<testsuite name="a&amp;b.cubex" package="lull" id="0" tests="4" )"
                             R"(failures="2" errors="0" skipped="1" time=")"));
  EXPECT_THAT(xml, HasSubstr(R"(<testcase name="few &lt;visits&gt;" classname="lull.check")"));
  EXPECT_THAT(xml,
              HasSubstr(R"(<failure message="mpi_latesender &gt; 5% fails: the value is 25 %")"));
  EXPECT_THAT(xml, HasSubstr("worst call path: main/solve (level=2)/MPI_Recv"));
}

}  // namespace
}  // namespace lull::report
