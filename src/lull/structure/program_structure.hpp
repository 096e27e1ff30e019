// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The structure of a whole trace: a grammar for each location, found by all threads, the main loop
// of each, and what they agree on. The trace is read once for that, and a second time for
// durations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "lull/structure/detection/detection.hpp"
#include "lull/structure/detection/off_time.hpp"
#include "lull/structure/loops/loop_shares.hpp"
#include "lull/structure/loops/main_loop.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull::structure {

// Called with how many events were read in all, by one thread at a time; may be empty.
using ReadProgress = std::function<void(std::uint64_t events)>;

// All lists are by location. Of locations that were detected elsewhere (sharing.hpp) there are
// neither grammars nor loops.
struct ProgramStructure {
  std::vector<LocationStructure> locations;
  std::vector<std::optional<MainLoop>> loops;
  std::vector<Agreement> found;  // what the location itself has found
  std::vector<bool> mine;        // detected here
  std::vector<bool> decides;     // the first of a process; others follow
  // What they agree on; no iterations: no main loop. A loop that is none is in the next.
  Agreement agreement;
  std::vector<std::vector<LoopShare>> longest;  // loops, the longest first; of those that decide

  // The main loop of a location that has as many iterations as the program; else null.
  [[nodiscard]] const MainLoop* aligned_loop(LocationId location) const;

  // Of a program without main loop: the loops of the first location that has some, and which that
  // is; undefined where there is none here.
  [[nodiscard]] LocationId with_loops() const;

  [[nodiscard]] std::uint64_t events() const;
};

// Damaged locations end where the damage begins. Throws Error.
[[nodiscard]] ProgramStructure structure_of(const TraceSource& trace, std::size_t threads,
                                            const ReadProgress& progress = {});

// The same in two steps: the locations that are `mine`, then what those of everybody agree on.
[[nodiscard]] ProgramStructure detect_locations(const TraceSource& trace, std::vector<bool> mine,
                                                std::size_t threads,
                                                const ReadProgress& progress = {});
void agree_on_main_loop(ProgramStructure& program);

// By location: whether it is the first one of a process.
[[nodiscard]] std::vector<bool> deciding_locations(const Definitions& definitions);

// use(event) for each event of a location that is no sample.
template <class Use>
void for_each_event(const TraceSource& trace, LocationId location, Use&& use) {
  const auto cursor = trace.open(location, select_all_events());
  for (auto events = cursor->next(); !events.empty(); events = cursor->next())
    for (const Event& event : events)
      if (!is_sample(event.body)) use(event);
}

// use(event, off) for each event of a location that is no sample; off: for how long recording was
// switched off until then.
template <class Use>
void for_each_measured_event(const TraceSource& trace, LocationId location, Use&& use) {
  OffTime off;
  const auto cursor = trace.open(location, select_all_events());
  for (auto events = cursor->next(); !events.empty(); events = cursor->next())
    for (const Event& event : events) {
      off.look_at(event);
      if (!is_sample(event.body)) use(event, off.until(event.time));
    }
}

// work(location) for each location, on that many threads.
void for_each_location(std::size_t locations, std::size_t threads,
                       const std::function<void(LocationId)>& work);

// The time of the event at each position of a location, ascending, and for how long recording was
// switched off until then; of positions behind the end those of the last event.
struct TimesAt {
  std::vector<Timestamp> times;
  std::vector<Duration> off;
};
[[nodiscard]] TimesAt times_at(const TraceSource& trace, LocationId location,
                               const std::vector<std::uint64_t>& positions);

}  // namespace lull::structure
