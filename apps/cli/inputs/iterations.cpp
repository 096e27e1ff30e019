// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/inputs/iterations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "lull/base/error.hpp"
#include "lull/base/progress.hpp"
#include "lull/base/text/counted.hpp"
#include "lull/base/text/printable.hpp"
#include "lull/trace/definitions/places.hpp"
#include "lull/trace/rules/recording_gaps.hpp"

namespace lull::cli {
namespace {

constexpr std::size_t kMostIterations = 4096;  // beyond that, iterations are joined
constexpr double kSmallShare = 0.25;           // share of the events

// Returns every `together`-th border, and the last one.
std::vector<Timestamp> thinned(const std::vector<Timestamp>& times, std::size_t together) {
  std::vector<Timestamp> result;
  for (std::size_t i = 0; i + 1 < times.size(); i += together) result.push_back(times[i]);
  result.push_back(times.back());
  return result;
}

FoundIterations found_in(const structure::Iterations& iterations, const Definitions& definitions,
                         const ProgramIterations& of) {
  FoundIterations found;
  found.loop = of.loop;
  found.remark = of.remark;
  found.together = (iterations.number + kMostIterations - 1) / kMostIterations;
  found.borders.iterations =
      static_cast<std::uint32_t>((iterations.number + found.together - 1) / found.together);
  found.borders.times.resize(definitions.locations.size());
  for (const Process& process : definitions.processes) {
    if (process.locations.empty() || !iterations.has(process.locations.front())) continue;
    // Threads use the borders of their process's first location.
    const std::vector<Timestamp> times =
        thinned(iterations.borders[process.locations.front().index()], found.together);
    for (const LocationId location : process.locations)
      found.borders.times[location.index()] = times;
  }
  return found;
}

std::string place_in(const Definitions& definitions, const std::vector<RegionId>& regions) {
  std::vector<std::string> around;
  for (const RegionId region : regions)
    around.push_back(region.index() < definitions.regions.size()
                         ? definitions.regions[region.index()].name
                         : "an undefined region");
  return around.empty() ? "at the outermost level" : fmt::format("in {}", fmt::join(around, " > "));
}

void add_remark(std::string& remarks, const std::string& remark) {
  if (!remarks.empty() && !remark.empty()) remarks += " ";
  remarks += remark;
}

}  // namespace

void FoundIterations::describe(report::Iterations& iterations) const {
  iterations.loop = loop;
  iterations.together = together;
  if (!remark.empty()) iterations.remarks.push_back(remark);
}

std::string remark_on_share(const structure::MainLoop& loop, std::uint64_t events,
                            const std::string& place) {
  const double share = static_cast<double>(loop.events()) / static_cast<double>(events);
  if (share >= kSmallShare) return {};
  return fmt::format(
      "The loop has only {:.1f} % of the events of {}. If a region is called in each of the "
      "iterations that you expect, name it.",
      100 * share, place);
}

std::string place_of_loop(const Definitions& definitions, const structure::MainLoop& loop) {
  return place_in(definitions, loop.around);
}

std::string NoMainLoop::reason() const {
  if (longest.empty()) return "the trace has no loop";
  std::vector<std::string> loops;
  for (const NamedLoop& loop : longest)
    loops.push_back(fmt::format("{} {}, {:.1f} % of events and {:.1f} % of time",
                                counted(loop.iterations, "iteration"), loop.place,
                                100 * loop.events, 100 * loop.time));
  return fmt::format(
      "on most locations, the loop with the most events has neither half of the time nor half of "
      "the events and a tenth of the time. The {} of {}: {}",
      loops.size() == 1 ? "only loop" : "longest loops", location, fmt::join(loops, "; "));
}

NoMainLoop no_main_loop(const Definitions& definitions,
                        const structure::ProgramStructure& program) {
  NoMainLoop none;
  const LocationId location = program.with_loops();
  if (!location.defined()) return none;
  none.location = place_of(definitions, location);
  for (const structure::LoopShare& loop : program.longest[location.index()])
    none.longest.push_back(
        {place_in(definitions, loop.around), loop.iterations, loop.events, loop.time});
  return none;
}

ProgramIterations iterations_if_any(const TraceSource& trace, const std::string& region,
                                    std::size_t threads) {
  const Definitions& definitions = trace.definitions();
  std::uint64_t expected = 0;
  for (const Location& location : definitions.locations) expected += location.events;
  Progress progress("looking for iterations", expected);
  const auto update = [&progress](std::uint64_t events) { progress.update(events); };
  if (!region.empty()) {
    structure::Iterations calls = structure::calls_of(trace, region, threads);
    if (calls.number == 0)
      throw usage_error("no iterations: no process calls a region named '{}'", printable(region));
    return {std::move(calls),
            "of " + region,
            remark_on_kept_iterations(definitions.archive_properties),
            {}};
  }
  const structure::ProgramStructure program = structure::structure_of(trace, threads, update);
  ProgramIterations found;
  if (program.agreement.iterations == 0) {
    found.none = no_main_loop(definitions, program);
    return found;
  }
  for (std::size_t i = 0; i < program.loops.size() && found.loop.empty(); ++i) {
    const LocationId location(i);
    const structure::MainLoop* loop = program.aligned_loop(location);
    if (!program.decides[i] || loop == nullptr) continue;
    found.loop = place_of_loop(definitions, *loop);
    found.remark =
        remark_on_share(*loop, program.locations[i].events, place_of(definitions, location));
  }
  found.iterations = structure::iterations_of(trace, program, threads);
  add_remark(found.remark, remark_on_kept_iterations(definitions.archive_properties));
  return found;
}

ProgramIterations program_iterations(const TraceSource& trace, const std::string& region,
                                     std::size_t threads) {
  ProgramIterations found = iterations_if_any(trace, region, threads);
  if (found.none)
    throw usage_error(
        "no iterations: {}; name a region each call of which is one: --loop REGION, or "
        "--iterations=REGION for lull analyze",
        printable(found.none->reason()));
  return found;
}

FoundIterations as_borders(const ProgramIterations& found, const Definitions& definitions) {
  return found_in(found.iterations, definitions, found);
}

FoundIterations find_iterations(const TraceSource& trace, const std::string& region,
                                std::size_t threads) {
  return as_borders(program_iterations(trace, region, threads), trace.definitions());
}

}  // namespace lull::cli
