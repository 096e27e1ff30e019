// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/program_structure.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>

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

ProgramStructure structure_of(const TraceSource& trace, std::size_t threads,
                              const ReadProgress& progress) {
  const Definitions& definitions = trace.definitions();
  ProgramStructure program;
  program.locations.resize(definitions.locations.size());
  program.loops.resize(definitions.locations.size());
  program.decides = deciding_locations(definitions);
  std::mutex mutex;
  std::uint64_t read = 0;
  const auto note = [&](std::uint64_t events) {
    const std::scoped_lock lock(mutex);
    read += events;
    if (progress) progress(read);
  };
  for_each_location(definitions.locations.size(), threads, [&](LocationId location) {
    LocationStructure& found = program.locations[location.index()];
    found = detect(trace, location, note);
    program.loops[location.index()] = find_main_loop(found.grammar, definitions);
  });
  std::vector<MainLoop*> deciding;
  for (std::size_t i = 0; i < program.loops.size(); ++i)
    if (program.decides[i] && program.loops[i]) deciding.push_back(&*program.loops[i]);
  if (!deciding.empty()) program.agreement = agree_on_main_loop(deciding);
  return program;
}

std::vector<Timestamp> times_at(const TraceSource& trace, LocationId location,
                                const std::vector<std::uint64_t>& positions) {
  std::vector<Timestamp> times;
  std::uint64_t position = 0;
  Timestamp last;
  for_each_event(trace, location, [&](const Event& event) {
    while (times.size() < positions.size() && positions[times.size()] == position)
      times.push_back(event.time);
    ++position;
    last = event.time;
  });
  times.resize(positions.size(), last);
  return times;
}

}  // namespace lull::structure
