// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/program_structure.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>

#include "lull/base/run_on_threads.hpp"

namespace lull::structure {
std::vector<bool> deciding_locations(const Definitions& definitions) {
  std::vector<bool> decides(definitions.locations.size());
  for (const Process& process : definitions.processes)
    if (process.type == ProcessType::Process && !process.locations.empty())
      decides[process.locations.front().index()] = true;
  return decides;
}

void for_each_location(std::size_t locations, std::size_t threads,
                       const std::function<void(LocationId)>& work) {
  std::atomic<std::size_t> next{0};
  run_on_threads(std::min(threads, locations), [&] {
    for (std::size_t i = next++; i < locations; i = next++) work(LocationId(i));
  });
}

std::uint64_t ProgramStructure::events() const {
  std::uint64_t sum = 0;
  for (const LocationStructure& location : locations) sum += location.events;
  return sum;
}

const MainLoop* ProgramStructure::aligned_loop(LocationId location) const {
  const auto& loop = loops[location.index()];
  return loop && loop->iterations() == agreement.iterations ? &*loop : nullptr;
}

LocationId ProgramStructure::with_loops() const {
  const auto first =
      std::ranges::find_if(longest, [](const auto& loops) { return !loops.empty(); });
  return first == longest.end() ? LocationId{}
                                : LocationId(static_cast<std::size_t>(first - longest.begin()));
}

ProgramStructure structure_of(const TraceSource& trace, std::size_t threads,
                              const ReadProgress& progress) {
  const std::vector<bool> all(trace.definitions().locations.size(), true);
  ProgramStructure program = detect_locations(trace, all, threads, progress);
  agree_on_main_loop(program);
  return program;
}

ProgramStructure detect_locations(const TraceSource& trace, std::vector<bool> mine,
                                  std::size_t threads, const ReadProgress& progress) {
  const Definitions& definitions = trace.definitions();
  ProgramStructure program;
  program.locations.resize(mine.size());
  program.loops.resize(mine.size());
  program.found.resize(mine.size());
  program.longest.resize(mine.size());
  program.decides = deciding_locations(definitions);
  program.mine = std::move(mine);
  std::mutex mutex;
  std::uint64_t read = 0;
  const auto note = [&](std::uint64_t events) {
    const std::scoped_lock lock(mutex);
    read += events;
    if (progress) progress(read);
  };
  for_each_location(program.mine.size(), threads, [&](LocationId location) {
    const std::size_t i = location.index();
    if (!program.mine[i]) return;
    LocationClock clock(definitions);
    LocationStructure& own = program.locations[i];
    own = detect(trace, location, note, program.decides[i] ? &clock : nullptr);
    auto& loop = program.loops[i];
    loop = find_main_loop(own.grammar, definitions);
    if (!loop) return;
    program.found[i] = {loop->iterations(), loop->warm_up};
    if (!program.decides[i]) return;
    program.found[i].main = is_main(share_of_loop(*loop, own.events, clock));
    program.longest[i] = longest_loops(own.grammar, loop, own.events, definitions, clock);
  });
  return program;
}

void agree_on_main_loop(ProgramStructure& program) {
  std::vector<Agreement> found;
  for (std::size_t i = 0; i < program.found.size(); ++i)
    if (program.decides[i] && program.found[i].iterations > 0) found.push_back(program.found[i]);
  if (found.empty()) return;
  program.agreement = agreement_of(found);
  if (!program.agreement.main) {
    program.agreement = {0, false, false};
    return;
  }
  for (std::size_t i = 0; i < program.loops.size(); ++i)
    if (program.decides[i] && program.loops[i] &&
        program.loops[i]->iterations() != program.agreement.iterations)
      program.loops[i]->trim_to(program.agreement.iterations);
}

TimesAt times_at(const TraceSource& trace, LocationId location,
                 const std::vector<std::uint64_t>& positions) {
  TimesAt found;
  std::uint64_t position = 0;
  Timestamp last;
  Duration last_off;
  for_each_measured_event(trace, location, [&](const Event& event, Duration off) {
    while (found.times.size() < positions.size() && positions[found.times.size()] == position) {
      found.times.push_back(event.time);
      found.off.push_back(off);
    }
    ++position;
    last = event.time;
    last_off = off;
  });
  found.times.resize(positions.size(), last);
  found.off.resize(positions.size(), last_off);
  return found;
}

}  // namespace lull::structure
