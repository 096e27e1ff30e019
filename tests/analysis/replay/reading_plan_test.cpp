// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/replay/reading_plan.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lull::analysis {
namespace {

// Processes with the given numbers of events on each of their locations.
Definitions with_events(const std::vector<std::vector<std::uint64_t>>& processes) {
  Definitions definitions;
  for (const auto& locations : processes) {
    const ProcessId process(definitions.processes.size());
    definitions.processes.emplace_back();
    for (const std::uint64_t events : locations) {
      const LocationId location(definitions.locations.size());
      definitions.locations.push_back(
          {location.value, "", LocationType::CpuThread, events, process, {}});
      definitions.processes.back().locations.push_back(location);
    }
  }
  return definitions;
}

std::vector<bool> read_ahead(const Definitions& definitions, const ReadingPlan::Limits& limits) {
  const ReadingPlan plan(definitions, nullptr, limits);
  EXPECT_EQ(plan.at_a_time(true), 0u);
  EXPECT_EQ(plan.at_a_time(false), 0u);
  std::vector<bool> ahead;
  for (std::size_t i = 0; i < definitions.locations.size(); ++i)
    ahead.push_back(plan.ahead(LocationId(i)) > 0);
  return ahead;
}

constexpr ReadingPlan::Limits kTwoThreads{2, 65'536, 128};

TEST(ReadingPlan, ReadsNothingAheadForOneThread) {
  const auto threads = with_events({{1000, 1000, 1000}});
  EXPECT_EQ(read_ahead(threads, {1, 65'536, 128}), (std::vector<bool>{false, false, false}));
}

TEST(ReadingPlan, ReadsAheadThreadsOfAProcessThatIsALargePart) {
  EXPECT_EQ(read_ahead(with_events({{1000, 1000, 1000}}), kTwoThreads),
            (std::vector<bool>{true, true, true}));
  EXPECT_EQ(
      read_ahead(with_events({{100, 100}, {100, 100}, {100, 100}, {100, 100}, {900, 900}}),
                 kTwoThreads),
      (std::vector<bool>{false, false, false, false, false, false, false, false, true, true}));
}

TEST(ReadingPlan, ReadsNothingAheadOfProcessesWithOneLocation) {
  EXPECT_EQ(read_ahead(with_events({{900}, {50}, {50}}), kTwoThreads),
            (std::vector<bool>{false, false, false}));
}

TEST(ReadingPlan, ReadsNothingAheadOfATraceWithoutNumbersOfEvents) {
  EXPECT_EQ(read_ahead(with_events({{0, 0}, {0}}), kTwoThreads),
            (std::vector<bool>{false, false, false}));
}

TEST(ReadingPlan, ReadsAheadAboutOneSlice) {
  const auto definitions = with_events({{3000, 1000}});
  const ReadingPlan plan(definitions, nullptr, kTwoThreads);
  EXPECT_EQ(plan.ahead(LocationId(0)), 2u + 96u);
  EXPECT_EQ(plan.ahead(LocationId(1)), 2u + 32u);
}

TEST(ReadingPlan, ClosesTheFilesOfManyLocations) {
  const auto definitions = with_events({{1000, 1000, 1000}});
  const ReadingPlan plan(definitions, nullptr, {2, 65'536, 2, 2});
  EXPECT_EQ(plan.at_a_time(true), 32'768u);
  EXPECT_EQ(plan.at_a_time(false), 32'768u);
  EXPECT_EQ(plan.ahead(LocationId(0)), 0u);
}

TEST(ReadingPlan, KeepsFilesOpenThatFeed) {
  const auto definitions = with_events({{1000}, {1000}, {1000}});
  const ReadingPlan plan(definitions, nullptr, {2, 65'536, 2, 3});
  EXPECT_EQ(plan.at_a_time(true), 0u);
  EXPECT_EQ(plan.at_a_time(false), 32'768u);
}

TEST(ReadingPlan, ClosesFilesIfTheSystemLimitsOpenFiles) {
  const auto definitions = with_events({{1000}, {1000}, {1000}});
  for (const rlim_t files : {rlim_t{16}, rlim_t{100}}) {
    const rlimit low{files, files};
    const pid_t child = ::fork();
    if (child == 0) {
      ::setrlimit(RLIMIT_NOFILE, &low);
      const ReadingPlan plan(definitions, nullptr, {2, 65'536, 2, 3});
      ::_exit(plan.at_a_time(true) == 0 ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(WEXITSTATUS(status), files == 16 ? 1 : 0);
  }
}

}  // namespace
}  // namespace lull::analysis
