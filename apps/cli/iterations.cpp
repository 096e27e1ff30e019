// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/iterations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "lull/base/error.hpp"
#include "lull/base/printable.hpp"
#include "lull/base/progress.hpp"

namespace lull::cli {
namespace {

constexpr std::size_t kMostIterations = 4096;  // more iterations are joined

// Each so-manieth border, and the last one.
std::vector<Timestamp> thinned(const std::vector<Timestamp>& times, std::size_t together) {
  std::vector<Timestamp> result;
  for (std::size_t i = 0; i + 1 < times.size(); i += together) result.push_back(times[i]);
  result.push_back(times.back());
  return result;
}

FoundIterations found_in(const structure::Iterations& iterations, const Definitions& definitions,
                         std::string loop) {
  FoundIterations found;
  found.loop = std::move(loop);
  found.together = (iterations.number + kMostIterations - 1) / kMostIterations;
  found.borders.iterations =
      static_cast<std::uint32_t>((iterations.number + found.together - 1) / found.together);
  found.borders.times.resize(definitions.locations.size());
  for (const Process& process : definitions.processes) {
    if (process.locations.empty() || !iterations.has(process.locations.front())) continue;
    // Threads go along with the first one of their process.
    const std::vector<Timestamp> times =
        thinned(iterations.borders[process.locations.front().index()], found.together);
    for (const LocationId location : process.locations)
      found.borders.times[location.index()] = times;
  }
  return found;
}

}  // namespace

void FoundIterations::describe(report::Iterations& iterations) const {
  iterations.loop = loop;
  iterations.together = together;
}

std::string place_of_loop(const Definitions& definitions, const structure::MainLoop& loop) {
  std::vector<std::string> around;
  for (const RegionId region : loop.around)
    around.push_back(region.index() < definitions.regions.size()
                         ? definitions.regions[region.index()].name
                         : "an undefined region");
  return around.empty() ? "at the outermost level" : fmt::format("in {}", fmt::join(around, " > "));
}

ProgramIterations program_iterations(const TraceSource& trace, const std::string& region,
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
    return {std::move(calls), "of " + region};
  }
  const structure::ProgramStructure program = structure::structure_of(trace, threads, update);
  if (program.agreement.iterations == 0)
    throw usage_error("no iterations: the trace has no loop, but a region can be named");
  std::string loop;
  for (std::size_t i = 0; i < program.loops.size() && loop.empty(); ++i)
    if (program.decides[i] && program.aligned_loop(LocationId(i)) != nullptr)
      loop = place_of_loop(definitions, *program.aligned_loop(LocationId(i)));
  return {structure::iterations_of(trace, program, threads), loop};
}

FoundIterations as_borders(const ProgramIterations& found, const Definitions& definitions) {
  return found_in(found.iterations, definitions, found.loop);
}

FoundIterations find_iterations(const TraceSource& trace, const std::string& region,
                                std::size_t threads) {
  return as_borders(program_iterations(trace, region, threads), trace.definitions());
}

}  // namespace lull::cli
