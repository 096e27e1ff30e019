// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/random_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <vector>

#include "support/engine_values.hpp"
#include "support/reference/reference_analysis.hpp"

namespace lull::analysis {
namespace {

using support::RandomTraceOptions;
using support::Values;

// Metrics for which the reference stores own values, or does not distinguish the parts.
const std::set<std::string> kDefinedOtherwise{"mpi",  "omp",         "shmem",
                                              "comp", "accelerator", "pthread_synchronization"};

constexpr std::array kFeatures{
    RandomFeature{"messages", &RandomTraceOptions::messages},
    RandomFeature{"non-blocking messages", &RandomTraceOptions::non_blocking_messages},
    RandomFeature{"collectives", &RandomTraceOptions::collectives},
    RandomFeature{"one-sided", &RandomTraceOptions::one_sided},
    RandomFeature{"OpenSHMEM", &RandomTraceOptions::shmem},
    RandomFeature{"grids", &RandomTraceOptions::grids},
    RandomFeature{"non-blocking collectives", &RandomTraceOptions::non_blocking_collectives},
    RandomFeature{"sub-communicators", &RandomTraceOptions::sub_communicators},
    RandomFeature{"zero bytes", &RandomTraceOptions::zero_bytes},
    RandomFeature{"user functions", &RandomTraceOptions::user_functions},
    RandomFeature{"equal times", &RandomTraceOptions::equal_times}};

// Results of the engine, which must not depend on how it runs.
struct Outcome {
  Values values;
  std::array<std::uint64_t, DataDefects::kKinds> defects{};
  std::array<std::uint64_t, 5> notes{};
  std::string fault;  // an inconsistency within the result

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

std::uint64_t sum_of(const auto& counts) {
  std::uint64_t sum = 0;
  for (const auto& [key, count] : counts) sum += count;
  return sum;
}

// Every thread has the time from the first to the last event of its process's threads, if it exists
// all the time. If begin and end of threads are recorded, the first one may end before others.
std::string wrong_walls(const Analysis& analysis, const report::Report& report) {
  const Definitions& definitions = analysis.context().definitions;
  std::vector<double> times(definitions.locations.size());
  const report::MetricId time = report.find_metric("time").value();
  for (std::size_t p = 0; p < report.call_paths.size(); ++p)
    for (const auto& [location, value] : report.row(time, report::CallPathId(p)))
      times[location.index()] += value;
  for (const auto& process : analysis.processes()) {
    const double wall = process->first() < process->last()
                            ? definitions.seconds(process->last() - process->first())
                            : 0;
    const bool knows_lifetimes = std::ranges::any_of(
        process->locations(), [](const auto& location) { return location->knows_lifetimes(); });
    for (const auto& location : process->locations()) {
      const bool may_end = knows_lifetimes && !location->worker();
      const std::size_t id = location->location().index();
      if (definitions.locations[id].type == LocationType::CpuThread &&
          !location->knows_lifetimes() &&
          (may_end ? times[id] - wall : std::abs(times[id] - wall)) > 1e-12 + 1e-9 * wall)
        return fmt::format("location {} has {} s of {} s", id, times[id], wall);
    }
  }
  return {};
}

Outcome by_engine(const TraceSource& trace, unsigned threads, std::uint64_t slice_events) {
  AnalysisOptions options;
  options.threads = threads;
  options.slice_events = slice_events;
  options.open_locations = slice_events < 100 ? 2 : 448;
  Analysis analysis(trace, patterns::make_patterns, std::move(options));
  analysis.run();
  const report::Report report = build_report(analysis);
  Outcome outcome{support::values_of(report, trace.definitions().clock.ticks_per_second),
                  analysis.defects().counts,
                  {},
                  wrong_walls(analysis, report)};
  const MatchingNotes& notes = analysis.notes();
  outcome.notes = {notes.messages, notes.collectives, sum_of(notes.unmatched_sends),
                   sum_of(notes.unmatched_receives), sum_of(notes.incomplete_collectives)};
  if (const report::Misfits misfits = find_misfits(report); misfits.count > 0)
    outcome.fault = describe(misfits, report);
  return outcome;
}

// The first place where `values` differ from the expected metrics; "" if none.
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

std::string unlike_reference(const Outcome& engine, const TraceSource& trace) {
  const auto reference = reference::analyse_by_reference(trace);
  Values expected = reference.values;
  for (const auto& pattern : patterns::make_patterns())
    for (const MetricInfo& info : pattern->metrics())
      expected[std::string(info.id)];  // zero is a value too
  if (auto text = first_difference(engine.values, expected); !text.empty()) return text;
  const auto has_partner = [](const reference::UnmatchedMessage& message) {
    return message.partner.defined();
  };
  const auto sends = std::ranges::count_if(reference.unmatched_sends, has_partner);
  const auto receives = std::ranges::count_if(reference.unmatched_receives, has_partner);
  const std::array<std::uint64_t, 3> found{engine.notes[2], engine.notes[3], engine.notes[4]};
  const std::array<std::uint64_t, 3> wanted{static_cast<std::uint64_t>(sends),
                                            static_cast<std::uint64_t>(receives),
                                            reference.incomplete_collectives.size()};
  if (found == wanted) return {};
  return fmt::format("{}, {}, {} unmatched sends, receives and collectives, expected {}, {}, {}",
                     found[0], found[1], found[2], wanted[0], wanted[1], wanted[2]);
}

std::string text_of_change(const Outcome& again, const Outcome& first) {
  if (again.values != first.values)
    return first_difference(again.values, first.values) +
           first_difference(first.values, again.values);
  for (std::size_t i = 0; i < first.defects.size(); ++i)
    if (again.defects[i] != first.defects[i])
      return fmt::format("{} times defect {}, was {}", again.defects[i], i, first.defects[i]);
  return fmt::format("other notes {} {} {} {} {}", again.notes[0], again.notes[1], again.notes[2],
                     again.notes[3], again.notes[4]);
}

}  // namespace

std::uint64_t seeds(std::uint64_t number) {
  const char* const wanted = std::getenv("LULL_SEEDS");
  return wanted == nullptr ? number : std::stoull(wanted);
}

std::string text_of(const RandomTraceOptions& options) {
  std::string text = fmt::format("{} processes, {} threads, {} steps", options.processes,
                                 options.threads, options.steps);
  const auto add = [&](const auto& features) {
    for (const RandomFeature& feature : features)
      if (options.*feature.option) text += fmt::format(", {}", feature.name);
  };
  add(kFeatures);
  add(kThreadFeatures);
  add(kFaults);
  return text;
}

std::string failure_of(std::uint64_t seed, const RandomTraceOptions& options) {
  const auto trace = support::random_trace(seed, options);
  const Outcome first = by_engine(*trace, 1, AnalysisOptions{}.slice_events);
  if (!first.fault.empty()) return first.fault;
  if (auto text = unlike_reference(first, *trace); !text.empty())
    return "unlike the reference: " + text;
  for (const unsigned threads : {1u, 2u, 4u})
    for (const std::uint64_t slice : {1u, 17u, 400u}) {
      const Outcome again = by_engine(*trace, threads, slice);
      if (again == first) continue;
      return fmt::format("{} threads, slices of {} events: {}", threads, slice,
                         text_of_change(again, first));
    }
  return {};
}

std::string shrunk(std::uint64_t seed, RandomTraceOptions options) {
  const auto try_less = [&](auto change) {
    RandomTraceOptions less = options;
    change(less);
    if (!failure_of(seed, less).empty()) options = less;
  };
  for (int round = 0; round < 6; ++round) {
    try_less([](auto& o) { o.steps = std::max(1u, o.steps / 2); });
    try_less([](auto& o) { o.steps = std::max(1u, o.steps - 1); });
  }
  try_less([](auto& o) { o.processes = std::max(1u, o.processes - 1); });
  const auto leave_out = [&](const auto& features) {
    for (const RandomFeature& feature : features)
      try_less([&feature](auto& o) { o.*feature.option = false; });
  };
  leave_out(kFeatures);
  leave_out(kThreadFeatures);
  leave_out(kFaults);
  return fmt::format("seed {}, {}: {}", seed, text_of(options), failure_of(seed, options));
}

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
  options.one_sided = seed % 3 == 1;
  options.shmem = seed % 5 == 2;
  options.grids = seed % 4 < 2;
  options.processes = 1 + static_cast<std::uint32_t>(seed % 7);
  options.steps = 20 + static_cast<std::uint32_t>(seed % 60);
  return options;
}

AnalysisOptions with_map_and_matrix(unsigned threads, std::uint64_t slice_events) {
  AnalysisOptions options;
  options.threads = threads;
  options.slice_events = slice_events;
  options.map = options.matrix = true;
  return options;
}

void expect_independence(
    const std::function<std::string(const TraceSource&, const AnalysisOptions&)>& text_of) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto trace = support::random_trace(seed, options_of(seed));
    const std::string expected = text_of(*trace, with_map_and_matrix(1, 1U << 16U));
    EXPECT_EQ(text_of(*trace, with_map_and_matrix(2, 30)), expected) << seed;
    EXPECT_EQ(text_of(*trace, with_map_and_matrix(8, 1)), expected) << seed;
  }
}

}  // namespace lull::analysis
