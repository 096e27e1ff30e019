// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Random programs, complete and broken, and real programs, analysed by all of the test's processes
// together and by the first alone: the same ticks and counts at every (metric, call path,
// location), and the same remarks.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "analysis/random_check.hpp"
#include "analysis/real_traces.hpp"
#include "lull/analysis/distribution/ownership.hpp"
#include "lull/analysis/results/findings/verdict.hpp"
#include "lull/analysis/results/report/time_lines.hpp"
#include "lull/analysis/results/run/map_report.hpp"
#include "lull/analysis/results/run/matrix_report.hpp"
#include "lull/clock/corrected_trace.hpp"
#include "lull/parallel/mpi_partners.hpp"
#include "lull/trace/otf2/archive_reader.hpp"
#include "support/engine_values.hpp"
#include "support/random/random_trace.hpp"

namespace lull::parallel {
namespace {

// Returns the call paths in the order of their numbers.
std::vector<std::string> call_paths_of(const report::Report& report) {
  std::vector<std::string> names;
  for (const report::CallPath& path : report.call_paths)
    names.push_back((path.parent.defined() ? std::to_string(path.parent.value) : "") + "/" +
                    report.regions[path.region.index()].name);
  return names;
}

struct Outcome {
  std::vector<std::string> call_paths;
  support::Values values;
  std::string verdict;
  std::string instances;
  std::string map;
  std::string matrix;
  std::string focus;
};

Outcome analysed(const TraceSource& trace, analysis::AnalysisOptions options) {
  analysis::Analysis analysis(trace, patterns::make_patterns, options);
  analysis.run();
  analysis::SevereFindings findings;
  const report::Report report = build_report(analysis, {}, &findings);
  const report::Instances instances = with_time_lines(analysis, findings, analysis::TimeLines::All);
  if (options.partners != nullptr && options.partners->rank() != 0) return {};
  support::expect_fitting_metrics(report);
  return {call_paths_of(report),
          support::values_of(report, trace.definitions().clock.ticks_per_second),
          to_json(make_verdict(analysis, report)).dump(1),
          instances_as_json(instances),
          map_as_json(map_for(analysis, report), report),
          matrix_as_json(matrix_for(analysis, report), report),
          report.members.at(report::kFocusMember)};
}

void expect_the_same(const TraceSource& trace, std::uint64_t slice_events, unsigned threads,
                     std::uint64_t checkpoint_events) {
  analysis::AnalysisOptions options;
  options.map = options.matrix = options.focus = true;
  options.checkpoint_events = checkpoint_events;
  MpiPartners partners(MPI_COMM_WORLD);
  const Outcome wanted = partners.rank() == 0 ? analysed(trace, options) : Outcome{};
  options.partners = &partners;
  options.slice_events = slice_events;
  options.threads = threads;
  const Outcome found = analysed(trace, options);
  if (partners.rank() != 0) return;
  EXPECT_EQ(found.call_paths, wanted.call_paths);
  EXPECT_EQ(found.verdict, wanted.verdict);
  EXPECT_EQ(found.instances, wanted.instances);
  EXPECT_EQ(found.map, wanted.map);
  EXPECT_EQ(found.matrix, wanted.matrix);
  EXPECT_EQ(found.focus, wanted.focus);
  ASSERT_GT(wanted.values.size(), 3u);  // visits, times, and idle times
  ASSERT_EQ(found.values.size(), wanted.values.size());
  for (const auto& [metric, places] : wanted.values) EXPECT_EQ(found.values.at(metric), places);
}

// Repeats the analysis with checkpoints in the trace: so few that at the end, many pending
// operations are recent.
void expect_the_same(const TraceSource& trace, std::uint64_t slice_events, unsigned threads) {
  expect_the_same(trace, slice_events, threads, analysis::AnalysisOptions{}.checkpoint_events);
  expect_the_same(trace, slice_events, threads, 300);
}

support::RandomTraceOptions options_of(std::uint64_t seed) {
  support::RandomTraceOptions options = support::options_of_size(seed, 7, 100);
  options.equal_times = seed % 2 == 0;
  options.one_sided = seed % 3 == 1;
  options.shmem = seed % 3 == 2;
  options.grids = seed % 4 < 2;
  options.tasks = options.nested_teams = options.pthreads = seed % 5 == 3;
  return options;
}

class RandomDistributedAnalysis : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomDistributedAnalysis, EqualsThatOfOneProcess) {
  const auto trace = support::random_trace(GetParam(), options_of(GetParam()));
  expect_the_same(*trace, GetParam() % 2 == 0 ? 1 : 100, 1 + GetParam() % 2);
}

// Messages without their other end, collective operations that some members never join.
TEST_P(RandomDistributedAnalysis, IsTheSameForABrokenTrace) {
  const auto trace = support::random_trace(GetParam(), options_of(GetParam()));
  std::mt19937 random(static_cast<unsigned>(GetParam()));
  for (auto& events : trace->events)
    if (random() % 3 == 0) events.resize(events.size() / (1 + random() % 4));
  expect_the_same(*trace, 50, 1);
}

// Locations need not be in the order of their processes.
TEST_P(RandomDistributedAnalysis, IsTheSameForMixedLocations) {
  const auto trace = support::random_trace(GetParam(), options_of(GetParam()));
  Definitions& definitions = trace->definitions_table;
  auto& processes = definitions.processes;
  for (std::size_t i = 0; i < processes.size() / 2; ++i)
    std::swap(processes[i].locations, processes[processes.size() - 1 - i].locations);
  for (std::size_t i = 0; i < processes.size(); ++i)
    for (const LocationId location : processes[i].locations)
      definitions.locations[location.index()].process = ProcessId(i);
  expect_the_same(*trace, 50, 1);
}

// All defects that random traces may have, several at once.
TEST_P(RandomDistributedAnalysis, IsTheSameForAFaultyTrace) {
  for (std::uint64_t seed = GetParam() * 1000; seed < GetParam() * 1000 + 4; ++seed) {
    support::RandomTraceOptions options = options_of(seed);
    options.processes = 2 + seed % 9;
    std::mt19937_64 random(seed);
    for (const auto& feature : analysis::kThreadFeatures)
      options.*feature.option = random() % 2 == 0;
    for (const auto& feature : analysis::kFaults) options.*feature.option = random() % 3 == 0;
    const auto trace = support::random_trace(seed, options);
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    expect_the_same(*trace, 1 + seed % 60, 1 + seed % 2);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomDistributedAnalysis, testing::Range<std::uint64_t>(1, 25));

class RealDistributedAnalysis : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(RealDistributedAnalysis, EqualsThatOfOneProcess) {
  const auto archive = open_archive(GetParam());
  const CorrectedTrace trace(*archive);
  const auto threads = static_cast<unsigned>(1 + MpiPartners(MPI_COMM_WORLD).size() % 2);
  expect_the_same(trace, analysis::AnalysisOptions{}.slice_events, threads);
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(RealDistributedAnalysis);
INSTANTIATE_TEST_SUITE_P(Traces, RealDistributedAnalysis, testing::ValuesIn(support::real_traces()),
                         support::name_of_trace);

TEST(Ownership, AssignsContiguousBlocks) {
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    const auto trace = support::random_trace(seed, options_of(seed));
    for (const int size : {1, 2, 3, 9}) {
      std::uint64_t members = 0;
      for (int self = 0; self < size; ++self) {
        const analysis::Ownership one(trace->definitions(), self, size);
        EXPECT_TRUE(std::ranges::is_sorted(one.owner));
        EXPECT_EQ(one.owner.size(), trace->definitions().processes.size());
        EXPECT_TRUE(std::ranges::all_of(one.owner, [size](int rank) { return rank < size; }));
        members += one.world;
      }
      EXPECT_EQ(members, trace->definitions().processes.size());
    }
  }
}

}  // namespace
}  // namespace lull::parallel
