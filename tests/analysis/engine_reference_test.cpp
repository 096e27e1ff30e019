// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Compares the engine with the reference implementation, value by value, on every real trace.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "analysis/real_traces.hpp"
#include "lull/clock/corrected_trace.hpp"
#include "lull/trace/otf2/archive_reader.hpp"
#include "support/engine_values.hpp"
#include "support/reference/reference_analysis.hpp"
#include "support/shared.hpp"

namespace lull {
namespace {

// For these metrics, the reference stores only the part that none of their sub-metrics contains.
const std::map<std::string, std::vector<std::string>> kOwnPartOnly{
    {"mpi", {"mpi_management", "mpi_synchronization", "mpi_communication", "mpi_io"}},
    {"omp", {"omp_management", "omp_synchronization", "omp_flush"}},
    {"shmem", {"shmem_communication", "shmem_synchronization", "shmem_init_exit", "shmem_memory"}},
    {"pthread_synchronization", {"pthread_lock_api", "pthread_conditional"}}};

const std::set<std::string> kCoarserInReference{"comp", "accelerator"};

support::Values comparable(const TraceSource& trace, const analysis::AnalysisOptions& options) {
  support::Values values = support::values_of(support::analyse_by_engine(trace, options),
                                              trace.definitions().clock.ticks_per_second);
  for (const auto& [metric, parts] : kOwnPartOnly)
    for (const std::string& part : parts)
      for (const auto& [place, value] : values[part])
        if ((values[metric][place] -= value) == 0) values[metric].erase(place);
  return values;
}

// The first few places where two results differ, one per line.
std::string differences(const support::Values::mapped_type& engine,
                        const support::Values::mapped_type& expected) {
  std::string text;
  auto all = expected;
  all.insert(engine.begin(), engine.end());
  int lines = 0;
  for (const auto& [place, ignored] : all) {
    const auto at = [&place](const auto& values) {
      const auto found = values.find(place);
      return found == values.end() ? 0 : found->second;
    };
    if (at(engine) != at(expected) && ++lines <= 5)
      text += fmt::format("{} @{}: engine {}, expected {}\n", place.first, place.second.value,
                          at(engine), at(expected));
  }
  return lines > 5 ? text + fmt::format("and {} more\n", lines - 5) : text;
}

class EngineOnRealTrace : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(EngineOnRealTrace, EqualsTheReferenceEverywhere) {
  const auto archive = open_archive(GetParam());
  const CorrectedTrace trace(*archive);
  const auto reference = reference::analyse_by_reference(trace);
  const support::Values engine = comparable(trace, {});
  for (const auto& [metric, expected] : reference.values) {
    if (kCoarserInReference.contains(metric)) continue;
    const auto found = engine.find(metric);
    const support::Values::mapped_type nothing;
    EXPECT_EQ(differences(found == engine.end() ? nothing : found->second, expected), "") << metric;
  }
  EXPECT_GT(reference.values.size(), 2u);
}

TEST_P(EngineOnRealTrace, DependsNeitherOnThreadsNorOnSlices) {
  const auto archive = open_archive(GetParam());
  const CorrectedTrace trace(*archive);
  const support::Values expected = comparable(trace, {});
  for (const unsigned threads : {1u, 2u, 5u})
    for (const std::uint64_t slice : {300u, 20000u}) {
      analysis::AnalysisOptions options;
      options.threads = threads;
      options.slice_events = slice;
      options.open_locations = 7;  // far fewer than locations in many of the traces
      if (threads == 2) options.open_files = 7;
      EXPECT_TRUE(comparable(trace, options) == expected)
          << threads << " threads, slices of " << slice;
    }
}

INSTANTIATE_TEST_SUITE_P(Shared, EngineOnRealTrace, testing::ValuesIn(support::real_traces()),
                         support::name_of_trace);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(EngineOnRealTrace);

TEST(EngineOnRealTraces, Exist) {
  if (support::real_traces().empty())
    GTEST_SKIP() << "there are no traces in " << support::shared_directory() / "traces";
  EXPECT_GE(support::real_traces().size(), 30u);
}

}  // namespace
}  // namespace lull
