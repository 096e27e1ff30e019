// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Random traces with random cuts: properties that any filtered trace must have.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "lull/structure/detection/detection.hpp"
#include "lull/trace/event/event_shape.hpp"
#include "lull/trace/rules/open_regions.hpp"
#include "lull/trace/rules/posting_order.hpp"
#include "structure/filtered_trace.hpp"
#include "support/broken_nesting.hpp"
#include "support/engine_values.hpp"
#include "support/otf2_print.hpp"
#include "support/random/random_trace.hpp"
#include "support/trace_survey.hpp"

namespace lull::structure {
namespace {

bool is_mark(const Event& event) { return std::holds_alternative<MeasurementOnOff>(event.body); }

// Except for marks, all events are in the original, in that order.
void expect_that_it_is_a_part(const MemoryTrace& small, const MemoryTrace& large) {
  for (std::size_t i = 0; i < large.events.size(); ++i) {
    auto at = large.events[i].begin();
    for (const Event& event : small.events[i]) {
      if (is_mark(event)) continue;
      const EventShape shape(event.body);
      const auto same = std::find_if(at, large.events[i].end(), [&](const Event& candidate) {
        return candidate.time == event.time && EventShape(candidate.body) == shape;
      });
      ASSERT_NE(same, large.events[i].end())
          << "location " << i << " at " << event.time.ticks << ": "
          << lines_of(small, i)[static_cast<std::size_t>(&event - small.events[i].data())];
      at = std::next(same);
    }
  }
}

// Calls outside of cuts remain, in single-threaded programs.
void expect_that_calls_outside_stay(const MemoryTrace& small, const MemoryTrace& large,
                                    const Selection& selection) {
  for (std::size_t i = 0; i < large.events.size(); ++i) {
    std::vector<std::pair<std::uint64_t, std::size_t>> expected;
    std::uint64_t index = 0;
    for (const Event& event : large.events[i]) {
      if (is_sample(event.body)) continue;
      const bool is_cut = std::ranges::any_of(selection.cuts[i], [&](const Cut& cut) {
        return index >= cut.first && index < cut.last;
      });
      ++index;
      if (region_of(event.body, large.definitions_table) && !is_cut)
        expected.emplace_back(event.time.ticks, event.body.index());
    }
    std::vector<std::pair<std::uint64_t, std::size_t>> found;
    for (const Event& event : small.events[i])
      if (region_of(event.body, large.definitions_table))
        found.emplace_back(event.time.ticks, event.body.index());
    if (!selection.keep_messages) {
      EXPECT_EQ(found, expected) << i;
      continue;
    }
    auto next = expected.begin();
    for (const auto& each : found)
      if (next != expected.end() && each == *next) ++next;
    EXPECT_EQ(next, expected.end()) << i;
  }
}

void expect_whole_messages_and_collectives(const MemoryTrace& small, const MemoryTrace& large) {
  const support::Survey found = support::survey_of(small);
  const support::Survey before = support::survey_of(large);
  EXPECT_LE(found.open_requests, before.open_requests);
  std::set<support::Channel> channels;
  for (const auto& [channel, sends] : found.sends) channels.insert(channel);
  for (const auto& [channel, receives] : found.receives) channels.insert(channel);
  for (const support::Channel& channel : channels) {
    const auto& sends =
        found.sends.contains(channel) ? found.sends.at(channel) : std::vector<support::Half>{};
    const auto& receives = found.receives.contains(channel) ? found.receives.at(channel)
                                                            : std::vector<support::Half>{};
    ASSERT_EQ(sends.size(), receives.size());
    // The remaining ends of a message were ends of one message before.
    const auto& old_sends = before.sends.at(channel);
    const auto& old_receives = before.receives.at(channel);
    std::multiset<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>> messages;
    for (std::size_t i = 0; i < old_sends.size(); ++i)
      messages.emplace(old_sends[i].time.ticks, old_receives[i].time.ticks, old_sends[i].bytes);
    for (std::size_t i = 0; i < sends.size(); ++i)
      EXPECT_TRUE(messages.contains({sends[i].time.ticks, receives[i].time.ticks, sends[i].bytes}));
  }
  for (const auto& [communicator, members] : found.collectives) {
    const auto& all = large.definitions_table.communicators[communicator.index()];
    if (all.kind == CommunicatorKind::Self) continue;
    for (const auto& [location, operations] : members)
      EXPECT_EQ(operations, members.begin()->second);
    EXPECT_EQ(members.size(), before.collectives.at(communicator).size());
  }
}

void expect_no_new_faults(const MemoryTrace& small, const MemoryTrace& large) {
  for (std::size_t i = 0; i < large.events.size(); ++i) {
    const Faults now(small, i);
    const Faults before(large, i);
    EXPECT_LE(now.strays, before.strays) << i;
    EXPECT_LE(now.skipped, before.skipped) << i;
    EXPECT_LE(now.open, before.open) << i;
  }
}

std::map<std::string, std::int64_t> totals(const TraceSource& trace) {
  std::map<std::string, std::int64_t> totals;
  const support::Values values = support::values_of(support::analyse_by_engine(trace),
                                                    trace.definitions().clock.ticks_per_second);
  for (const auto& [metric, cells] : values)
    for (const auto& [place, value] : cells) totals[metric] += value;
  return totals;
}

// The patterns' findings; the rest of the report also includes the missing time.
bool is_finding(const std::string& metric) {
  static const std::set<std::string> kFindings{
      "mpi_latesender",    "mpi_latesender_wo",      "mpi_latereceiver", "mpi_latereceiver_wo",
      "mpi_barrier_wait",  "mpi_barrier_completion", "mpi_wait_nxn",     "mpi_nxn_completion",
      "mpi_latebroadcast", "mpi_earlyreduce",        "mpi_earlyscan",    "mpi_init_completion",
      "mpi_finalize_wait", "omp_idle_threads"};
  return kFindings.contains(metric);
}

void expect_no_new_findings(const MemoryTrace& small, const MemoryTrace& large) {
  const auto before = totals(large);
  for (const auto& [metric, value] : totals(small))
    if (is_finding(metric)) {
      EXPECT_LE(value, before.contains(metric) ? before.at(metric) : 0) << metric;
    }
}

support::RandomTraceOptions correct(std::uint64_t seed) {
  support::RandomTraceOptions options;
  options.processes = 2 + seed % 4;
  options.steps = 60;
  return options;
}

Selection random_selection(const MemoryTrace& trace, std::uint64_t seed,
                           bool keep_messages = false) {
  Selection selection;
  selection.cuts = random_cuts(trace, seed, 10 + seed % 60);
  selection.keep_messages = keep_messages;
  return selection;
}

TEST(FilterOfRandomTraces, KeepsMessagesAndCollectivesWhole) {
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    SCOPED_TRACE(seed);
    const auto large = support::random_trace(seed, correct(seed));
    const Selection selection = random_selection(*large, seed, seed % 3 == 0);
    const auto small = filtered(*large, selection);
    expect_that_it_is_a_part(*small->trace, *large);
    expect_that_calls_outside_stay(*small->trace, *large, selection);
    expect_whole_messages_and_collectives(*small->trace, *large);
    expect_no_new_faults(*small->trace, *large);
    if (seed % 40 == 0 && support::have_otf2_print()) {
      EXPECT_TRUE(support::otf2_print_accepts(small->anchor()));
    }
    if (HasFailure()) return;
  }
}

TEST(FilterOfRandomTraces, AddsNoFindings) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    const auto large = support::random_trace(seed, correct(seed));
    const Selection selection = random_selection(*large, seed);
    expect_no_new_findings(*filtered(*large, selection)->trace, *large);
    if (HasFailure()) return;
  }
}

TEST(FilterOfRandomTraces, LocationsKeepMessagesAndCollectivesWhole) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    const auto large = support::random_trace(seed, correct(seed));
    Selection selection;
    for (std::size_t i = 0; i < large->events.size(); ++i)
      selection.locations.push_back((seed >> i) % 2 == 0 || i == 0);
    const auto small = filtered(*large, selection);
    expect_that_it_is_a_part(*small->trace, *large);
    expect_no_new_faults(*small->trace, *large);
    const support::Survey found = support::survey_of(*small->trace);
    for (const auto& [channel, sends] : found.sends)
      EXPECT_EQ(sends.size(), found.receives.at(channel).size());
  }
}

TEST(FilterOfRandomTraces, TimeRangesAreBalanced) {
  for (std::uint64_t seed = 0; seed < 80; ++seed) {
    SCOPED_TRACE(seed);
    support::RandomTraceOptions options = correct(seed);
    options.threads = 1 + seed % 4;
    options.nested_teams = seed % 5 == 0;
    const auto large = support::random_trace(seed, options);
    Timestamp last;
    Timestamp first = kEndOfTime;
    for (const auto& events : large->events) {
      if (events.empty()) continue;
      first = std::min(first, events.front().time);
      last = std::max(last, events.back().time);
    }
    const std::int64_t length = (last - first).ticks;
    Selection selection;
    selection.times.assign(large->events.size(),
                           {first + Duration{length / 4 + static_cast<std::int64_t>(seed)},
                            first + Duration{length / 2}});
    const auto small = filtered(*large, selection);
    expect_no_new_faults(*small->trace, *large);
    for (const auto& events : small->trace->events)
      for (const Event& event : events) {
        EXPECT_GE(event.time, selection.times[0].begin);
        EXPECT_LE(event.time, selection.times[0].end);
      }
    if (options.threads == 1) {
      const support::Survey found = support::survey_of(*small->trace);
      EXPECT_EQ(found.open_requests, 0u);
      for (const auto& [channel, sends] : found.sends)
        EXPECT_EQ(sends.size(), found.receives.at(channel).size());
    }
    EXPECT_EQ(small->report.before.events - small->report.after.events + small->report.added, [&] {
      std::uint64_t sum = 0;
      for (const FilterCounts& each : small->report.removed) sum += each.events;
      return sum;
    }());
    if (HasFailure()) return;
  }
}

// All features that a trace can have.
support::RandomTraceOptions everything(std::uint64_t seed) {
  support::RandomTraceOptions options;
  options.processes = 1 + seed % 4;
  options.threads = 1 + seed % 4;
  options.one_sided = seed % 2 == 0;
  options.shmem = seed % 5 == 1;
  options.varying_teams = options.nested_teams = seed % 3 == 0;
  options.tasks = seed % 4 == 0;
  options.shared_channels = seed % 3 == 1;
  options.pthreads = seed % 7 == 0;
  options.leagues = seed % 11 == 0;
  return options;
}

template <class Body>
std::ptrdiff_t count(const MemoryTrace& trace, std::size_t location) {
  return std::ranges::count_if(trace.events[location], [](const Event& event) {
    return std::holds_alternative<Body>(event.body);
  });
}

TEST(FilterOfRandomTraces, OfThreadsIsASubsetWithoutNewFaults) {
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    SCOPED_TRACE(seed);
    const auto large = support::random_trace(seed, everything(seed));
    const Selection selection = random_selection(*large, seed, seed % 3 == 0);
    const auto small = filtered(*large, selection);
    expect_that_it_is_a_part(*small->trace, *large);
    expect_no_new_faults(*small->trace, *large);
    for (std::size_t i = 0; i < large->events.size(); ++i) {
      // A thread that forked a team does not end it.
      if (count<ThreadTeamBegin>(*large, i) == count<ThreadTeamEnd>(*large, i)) {
        EXPECT_EQ(count<ThreadTeamBegin>(*small->trace, i), count<ThreadTeamEnd>(*small->trace, i));
      }
      EXPECT_EQ(count<ThreadFork>(*small->trace, i), count<ThreadJoin>(*small->trace, i));
    }
    if (HasFailure()) return;
  }
}

TEST(FilterOfRandomTraces, ThreadsDoNotIdleWhileTimeIsMissing) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    const auto large = support::random_trace(seed, everything(seed));
    const Selection selection = random_selection(*large, seed);
    auto before = totals(*large);
    EXPECT_LE(totals(*filtered(*large, selection)->trace)["omp_idle_threads"],
              before["omp_idle_threads"]);
  }
}

TEST(FilterOfRandomTraces, OfBrokenTracesIsASubset) {
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    SCOPED_TRACE(seed);
    support::RandomTraceOptions options = everything(seed);
    options.lost_messages = seed % 2 == 0;
    options.lost_members = seed % 3 == 0;
    options.lost_records = seed % 4 == 0;
    options.stray_leaves = options.skipped_leaves = seed % 5 == 0;
    options.open_ends = options.late_starts = seed % 3 == 1;
    options.odd_requests = seed % 2 == 1;
    options.interruptions = seed % 3 == 2;
    options.empty_definitions = seed % 7 == 0;
    const auto large = support::random_trace(seed, options);
    const Selection selection = random_selection(*large, seed, seed % 4 == 0);
    const auto small = filtered(*large, selection);
    expect_that_it_is_a_part(*small->trace, *large);
    if (HasFailure()) return;
  }
}

TEST(FilterOfRandomTraces, OfRegionsThatDoNotNestIsASubset) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    support::BrokenNestingOptions options;
    options.undefined = false;
    const auto large = support::broken_trace(seed, options);
    Selection selection;
    selection.cuts = random_cuts(*large, seed, 30);
    expect_that_it_is_a_part(*filtered(*large, selection)->trace, *large);
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace lull::structure
