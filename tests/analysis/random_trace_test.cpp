// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Random traces: the engine equals the reference everywhere, whatever the number of threads, the
// size of slices, and the order in which events of equal times are read.
#include "support/random_trace.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

#include "support/engine_values.hpp"
#include "support/reference/reference_analysis.hpp"

namespace lull::analysis {
namespace {

using support::RandomTraceOptions;
using support::Values;

// The reference holds own parts of these, or does not tell their parts apart.
const std::set<std::string> kDefinedOtherwise{"mpi", "omp", "shmem", "comp", "accelerator"};

std::string text_of(const RandomTraceOptions& o) {
  std::string text =
      fmt::format("{} processes, {} threads, {} steps", o.processes, o.threads, o.steps);
  const auto feature = [&text](bool on, const char* name) {
    if (on) text += fmt::format(", {}", name);
  };
  feature(o.messages, "messages");
  feature(o.non_blocking_messages, "non-blocking messages");
  feature(o.collectives, "collectives");
  feature(o.non_blocking_collectives, "non-blocking collectives");
  feature(o.sub_communicators, "sub-communicators");
  feature(o.zero_bytes, "zero bytes");
  feature(o.user_functions, "user functions");
  feature(o.equal_times, "equal times");
  return text;
}

Values by_engine(const TraceSource& trace, unsigned threads, std::uint64_t slice_events) {
  AnalysisOptions options;
  options.threads = threads;
  options.slice_events = slice_events;
  options.open_locations = slice_events < 100 ? 2 : 448;
  return support::values_of(support::analyse_by_engine(trace, options),
                            trace.definitions().clock.ticks_per_second);
}

// The first place where `values` differ from what is expected of the metrics expected; "" if none.
std::string first_difference(const Values& values, const Values& expected) {
  for (const auto& [metric, places] : expected) {
    if (kDefinedOtherwise.contains(metric)) continue;
    const auto found = values.find(metric);
    auto all = places;
    if (found != values.end()) all.insert(found->second.begin(), found->second.end());
    for (const auto& [place, ignored] : all) {
      const auto at = [&place](const auto& table) {
        const auto value = table.find(place);
        return value == table.end() ? 0 : value->second;
      };
      const std::int64_t have = found == values.end() ? 0 : at(found->second);
      if (have != at(places))
        return fmt::format("{} {} @{}: {}, expected {}", metric, place.first, place.second.value,
                           have, at(places));
    }
  }
  return {};
}

// What is wrong with the analysis of one random trace; "" if nothing.
std::string failure_of(std::uint64_t seed, const RandomTraceOptions& options) {
  const auto trace = support::random_trace(seed, options);
  const auto reference = reference::analyse_by_reference(*trace);
  const Values first = by_engine(*trace, 1, AnalysisOptions{}.slice_events);
  Values patterns_of_reference = reference.values;
  for (const auto& pattern : patterns::make_patterns())
    for (const MetricInfo& info : pattern->metrics())
      patterns_of_reference[std::string(info.id)];  // zero is a value too
  if (auto text = first_difference(first, patterns_of_reference); !text.empty())
    return "unlike the reference: " + text;
  for (const unsigned threads : {1u, 2u, 4u})
    for (const std::uint64_t slice : {1u, 17u, 400u}) {
      const Values again = by_engine(*trace, threads, slice);
      if (again == first) continue;
      return fmt::format("{} threads, slices of {} events: {}", threads, slice,
                         first_difference(again, first) + first_difference(first, again));
    }
  return {};
}

// The failing parameters with everything left out that the failure does not need.
std::string shrunk(std::uint64_t seed, RandomTraceOptions options) {
  const auto try_less = [&](auto change) {
    RandomTraceOptions less = options;
    change(less);
    if (!failure_of(seed, less).empty()) options = less;
  };
  for (int round = 0; round < 6; ++round) {
    try_less([](auto& o) { o.steps = std::max(1u, o.steps / 2); });
    try_less([](auto& o) { o.steps = std::max(1u, o.steps - 1); });
    try_less([](auto& o) { o.processes = std::max(2u, o.processes - 1); });
    try_less([](auto& o) { o.threads = 1; });
  }
  try_less([](auto& o) { o.collectives = false; });
  try_less([](auto& o) { o.messages = false; });
  try_less([](auto& o) { o.non_blocking_messages = false; });
  try_less([](auto& o) { o.non_blocking_collectives = false; });
  try_less([](auto& o) { o.sub_communicators = false; });
  try_less([](auto& o) { o.zero_bytes = false; });
  try_less([](auto& o) { o.user_functions = false; });
  try_less([](auto& o) { o.equal_times = false; });
  return fmt::format("seed {}, {}: {}", seed, text_of(options), failure_of(seed, options));
}

// All combinations of features, a few seeds each.
RandomTraceOptions options_of(std::uint64_t seed) {
  RandomTraceOptions options;
  const auto feature = [seed](int bit) { return (seed >> bit & 1) != 0; };
  options.non_blocking_messages = feature(0);
  options.collectives = feature(1);
  options.equal_times = feature(2);
  options.zero_bytes = feature(3);
  options.sub_communicators = feature(4);
  options.threads = feature(5) ? 3 : 1;
  options.user_functions = feature(6);
  options.non_blocking_collectives = feature(7);
  options.messages = !feature(1) || seed % 5 != 0;
  options.processes = 1 + static_cast<std::uint32_t>(seed % 7);
  options.steps = 20 + static_cast<std::uint32_t>(seed % 60);
  return options;
}

class RandomTracesOf : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomTracesOf, GiveTheSameResultByEngineAndReference) {
  for (std::uint64_t seed = GetParam(); seed < GetParam() + 64; ++seed) {
    const RandomTraceOptions options = options_of(seed);
    ASSERT_EQ(failure_of(seed, options), "") << shrunk(seed, options);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomTracesOf, testing::Values(0, 64, 128, 192, 256, 320));

// The same program with its processes in another order: what happens at equal times is read in
// another order, and locations have other numbers, but the sums are the same.
TEST(RandomTraces, SumsDoNotDependOnTheOrderOfProcesses) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    RandomTraceOptions options = options_of(seed * 4 + 4);  // with equal times
    options.threads = 1;
    const auto trace = support::random_trace(seed, options);
    const auto totals = [](const TraceSource& source) {
      std::map<std::string, std::int64_t> sums;
      for (const auto& [metric, places] : by_engine(source, 1, 50))
        for (const auto& [place, value] : places) sums[metric] += value;
      return sums;
    };
    const auto expected = totals(*trace);
    // Turn processes and locations round; ranks stay.
    Definitions& table = trace->definitions_table;
    const std::size_t last = table.locations.size() - 1;
    ASSERT_EQ(table.processes.size(), last + 1);
    const auto turned = [last](auto id) { return decltype(id)(last - id.index()); };
    std::ranges::reverse(trace->events);
    std::ranges::reverse(table.locations);
    std::ranges::reverse(table.processes);
    std::ranges::reverse(table.clock_offsets);
    for (Location& location : table.locations) location.process = turned(location.process);
    for (Process& process : table.processes)
      for (LocationId& id : process.locations) id = turned(id);
    for (Group& group : table.groups)
      for (LocationId& id : group.locations)
        if (id.defined()) id = turned(id);
    EXPECT_EQ(totals(*trace), expected) << "seed " << seed << ", " << text_of(options);
  }
}

}  // namespace
}  // namespace lull::analysis
