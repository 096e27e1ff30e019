// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Single instances in a report: statistics compared with plain sorting, the worst instances and
// their time lines on a small trace, and independence of threads and slices.
#include "lull/analysis/results/tables/severe_instances.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "analysis/text_analysis.hpp"
#include "lull/analysis/results/report/time_lines.hpp"
#include "support/random/random_trace.hpp"

namespace lull::analysis {
namespace {

TEST(SeverityHistogram, HasQuantilesWithinTwoPercent) {
  std::mt19937_64 random(7);
  for (const double spread : {1.0, 5.0, 20.0, 40.0}) {
    SeverityHistogram histogram;
    std::vector<std::int64_t> all;
    for (int i = 0; i < 5000; ++i) {
      const double power = std::uniform_real_distribution(0.0, spread)(random);
      all.push_back(static_cast<std::int64_t>(std::exp2(power)));
      histogram.add(all.back());
    }
    std::ranges::sort(all);
    EXPECT_EQ(histogram.count(), all.size());
    EXPECT_EQ(histogram.least(), all.front());
    EXPECT_EQ(histogram.greatest(), all.back());
    for (const double part : {0.0, 0.25, 0.5, 0.75, 1.0}) {
      const auto exact = static_cast<double>(
          all[static_cast<std::size_t>(std::llround(part * static_cast<double>(all.size() - 1)))]);
      EXPECT_NEAR(histogram.quantile(part), exact, exact * 0.02);
    }
  }
  EXPECT_EQ(SeverityHistogram().quantile(0.5), 0);
}

TEST(SeverityHistogram, SumOfPartsEqualsTheWhole) {
  std::mt19937_64 random(3);
  SeverityHistogram whole;
  std::array<SeverityHistogram, 3> parts;
  for (int i = 0; i < 1000; ++i) {
    const auto severity = static_cast<std::int64_t>(random() % 100000 + 1);
    whole.add(severity);
    parts[random() % 3].add(severity);
  }
  SeverityHistogram sum;
  for (const SeverityHistogram& part : parts) {
    Packer packer;
    part.pack(packer);
    const Bytes bytes = packer.take();
    Unpacker unpacker(bytes);
    sum += SeverityHistogram::unpacked(unpacker);
  }
  EXPECT_EQ(sum.count(), whole.count());
  EXPECT_EQ(sum.sum(), whole.sum());
  for (const double part : {0.1, 0.5, 0.9}) EXPECT_EQ(sum.quantile(part), whole.quantile(part));
}

SevereCall severe(std::size_t location, std::uint64_t enter, std::int64_t severity) {
  return {MetricIndex(0),
          {LocationId(location), LocalPathId(1), Timestamp{enter}, Timestamp{enter + 10}},
          Duration{severity},
          {},
          {},
          {}};
}

TEST(SevereCalls, AreTheWorstOfEachLocationInAnyOrder) {
  std::vector<SevereCall> all;
  std::mt19937 random(5);
  for (std::size_t location = 0; location < 6; ++location)
    for (std::uint64_t i = 0; i < 5; ++i)
      all.push_back(severe(location, i, static_cast<std::int64_t>(random() % 4 + 1)));
  std::vector<std::vector<std::pair<LocationId, Timestamp>>> outcomes;
  for (int round = 0; round < 20; ++round) {
    std::ranges::shuffle(all, random);
    SevereCalls calls;
    const auto group = calls.group_of(MetricIndex(0), 7);
    for (const SevereCall& call : all)
      if (calls.keeps(group, call)) calls.note(group, call);
    auto& outcome = outcomes.emplace_back();
    calls.for_each([&](const SevereCall& call) {
      EXPECT_EQ(call.severity.ticks, 4);
      outcome.emplace_back(call.call.location, call.call.enter);
    });
    std::ranges::sort(outcome);
  }
  EXPECT_EQ(outcomes[0].size(), SevereCalls::kMost);
  for (const auto& outcome : outcomes) EXPECT_EQ(outcome, outcomes[0]);
}

report::Instances instances_of(const TraceSource& trace, AnalysisOptions options) {
  Analysis analysis(trace, patterns::make_patterns, std::move(options));
  analysis.run();
  SevereFindings findings;
  const report::Report report = build_report(analysis, {}, &findings);
  support::expect_fitting_metrics(report);
  report::Instances instances = with_time_lines(analysis, findings, TimeLines::All);
  for (const report::InstanceStatistics& of : instances.statistics) {
    EXPECT_NEAR(of.sum, report.total(of.metric), 1e-9 * of.sum + 1e-12);
    EXPECT_LE(of.minimum, of.first_quartile);
    EXPECT_LE(of.first_quartile, of.median);
    EXPECT_LE(of.median, of.third_quartile);
    EXPECT_LE(of.third_quartile, of.maximum);
  }
  for (const report::SevereInstance& worst : instances.worst) {
    EXPECT_LE(worst.severity, report.value(worst.metric, worst.path, worst.location) * 1.000001);
    EXPECT_LE(worst.severity, (worst.end - worst.begin) * 1.000001);
    EXPECT_EQ(worst.lanes.at(0).location, worst.location);
  }
  return instances;
}

TEST(TimeLines, ShowTheActivitiesOfTheParticipants) {
  const auto text = support::parse_text_trace(R"(
processes 3
0: 0 enter main; 10 enter work; 100 leave; 100..120 MPI_Send 110 send 1; 200 leave
1: 0 enter main; 40..130 MPI_Recv recv 0; 200 leave
2: 0 enter main; 200 leave
)");
  const report::Instances instances = instances_of(*text.trace, {});
  const auto late = std::ranges::find_if(
      instances.worst, [](const auto& worst) { return worst.messages.size() == 1; });
  ASSERT_NE(late, instances.worst.end());
  EXPECT_EQ(late->location, report::LocationId(1));
  EXPECT_NEAR(late->severity, 60e-9, 1e-15);
  EXPECT_NEAR(late->begin, 40e-9, 1e-15);
  EXPECT_NEAR(late->messages[0].sent, 110e-9, 1e-15);
  EXPECT_NEAR(late->messages[0].received, 130e-9, 1e-15);
  EXPECT_NEAR(late->window_end, 175e-9, 1e-15);
  ASSERT_EQ(late->lanes.size(), 2u);  // process 2 does not take part
  const auto& sender = late->lanes[1];
  EXPECT_EQ(sender.location, report::LocationId(0));
  ASSERT_EQ(sender.spans.size(), 3u);  // main, work, MPI_Send
  EXPECT_EQ(sender.spans[1].depth, 1u);
  EXPECT_NEAR(sender.spans[1].begin, 10e-9, 1e-15);
  EXPECT_NEAR(sender.spans[1].end, 100e-9, 1e-15);
  EXPECT_NEAR(sender.spans[2].end, 120e-9, 1e-15);
  EXPECT_EQ(late->lanes[0].spans.size(), 2u);
}

TEST(TimeLines, ShowBothSendersOfAWrongOrder) {
  const auto text = support::parse_text_trace(R"(
processes 4
0: 0 enter main; 10..20 MPI_Send 12 send 1 tag=1; 200 leave
1: 0 enter main; 5..60 MPI_Recv recv 2; 70..80 MPI_Recv recv 0 tag=1; 200 leave
2: 0 enter main; 40..50 MPI_Send 42 send 1; 200 leave
3: 0 enter main; 200 leave
)");
  const report::Instances instances = instances_of(*text.trace, {});
  const auto wrong = std::ranges::find_if(
      instances.worst, [](const auto& worst) { return worst.messages.size() == 2; });
  ASSERT_NE(wrong, instances.worst.end());
  EXPECT_NEAR(wrong->severity, 35e-9, 1e-15);
  ASSERT_EQ(wrong->lanes.size(), 3u);
  EXPECT_EQ(wrong->lanes[0].location, report::LocationId(1));
  EXPECT_EQ(wrong->lanes[1].location, report::LocationId(0));
  EXPECT_EQ(wrong->lanes[2].location, report::LocationId(2));
  EXPECT_EQ(wrong->messages[0].sender, report::LocationId(2));
  EXPECT_NEAR(wrong->messages[0].received, 60e-9, 1e-15);
  EXPECT_EQ(wrong->messages[1].sender, report::LocationId(0));
}

class RandomInstances : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomInstances, DoNotDependOnThreadsAndSlices) {
  support::RandomTraceOptions options;
  options.processes = 2 + GetParam() % 7;
  options.threads = 1 + GetParam() % 3;
  options.steps = 100;
  options.equal_times = GetParam() % 2 == 0;
  const auto trace = support::random_trace(GetParam(), options);
  const std::string wanted = instances_as_json(instances_of(*trace, {}));
  EXPECT_GT(wanted.size(), 500u);
  for (const auto& [threads, slice, open] :
       {std::tuple{2u, 1u, 128u}, {3u, 50u, 128u}, {1u, 1000u, 1u}}) {
    AnalysisOptions other;
    other.threads = threads;
    other.slice_events = slice;
    other.open_locations = open;
    EXPECT_EQ(instances_as_json(instances_of(*trace, other)), wanted);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomInstances, testing::Range<std::uint64_t>(1, 21));

}  // namespace
}  // namespace lull::analysis
