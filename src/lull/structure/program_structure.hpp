// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The structure of a whole trace: a grammar and the main loop of each location, detected by several
// threads, and the main loop that the locations agree on. Reads the trace once, and a second time
// for durations.
//
// The layer: grammar/ turns the calls of a location into a grammar with loops while they are read,
// in near linear time (Folding); detection/ applies this to a location; loops/ finds the main loop,
// tolerating iterations that nearly fit (Likeness); durations/ follows a grammar with the times of
// a second pass. filter/ writes smaller archives. Several processes can share the detection
// (sharing.hpp).
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

// Called with the total number of events read, by one thread at a time; may be empty.
using ReadProgress = std::function<void(std::uint64_t events)>;

// All vectors are indexed by location. Locations that were detected elsewhere (sharing.hpp) have no
// grammars and no loops.
struct ProgramStructure {
  std::vector<LocationStructure> locations;
  std::vector<std::optional<MainLoop>> loops;
  std::vector<Agreement> found;  // the location's own result
  std::vector<bool> mine;        // detected here
  std::vector<bool> decides;     // the first location of a process; the others follow it
  // The agreed main loop, if it has iterations. A loop that is too small is in `longest`.
  Agreement agreement;
  // Longest loops first; filled for deciding locations.
  std::vector<std::vector<LoopShare>> longest;

  // Returns the main loop of a location that has as many iterations as the program; else null.
  [[nodiscard]] const MainLoop* aligned_loop(LocationId location) const;

  // For a program without a main loop, returns the first location with loops; undefined if no
  // location here has loops.
  [[nodiscard]] LocationId with_loops() const;

  [[nodiscard]] std::uint64_t events() const;
};

// Damaged locations end where the damage begins. Throws Error.
[[nodiscard]] ProgramStructure structure_of(const TraceSource& trace, std::size_t threads,
                                            const ReadProgress& progress = {});

// Does the same in two steps: detects the locations that are `mine`, then agrees on all of them.
[[nodiscard]] ProgramStructure detect_locations(const TraceSource& trace, std::vector<bool> mine,
                                                std::size_t threads,
                                                const ReadProgress& progress = {});
void agree_on_main_loop(ProgramStructure& program);

// Returns, indexed by location, true for the first location of each process.
[[nodiscard]] std::vector<bool> deciding_locations(const Definitions& definitions);

// Calls use(event) for each event of a location that is not a sample.
template <class Use>
void for_each_event(const TraceSource& trace, LocationId location, Use&& use) {
  const auto cursor = trace.open(location, select_all_events());
  for (auto events = cursor->next(); !events.empty(); events = cursor->next())
    for (const Event& event : events)
      if (!is_sample(event.body)) use(event);
}

// Calls use(event, off) for each event of a location that is not a sample. `off` is the recording's
// off time up to the event.
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

// Calls work(location) for each location, on that many threads.
void for_each_location(std::size_t locations, std::size_t threads,
                       const std::function<void(LocationId)>& work);

// The times of the events at ascending positions of a location, and the recording's off time up to
// each event. Beyond the end, the last event's times are used.
struct TimesAt {
  std::vector<Timestamp> times;
  std::vector<Duration> off;
};
[[nodiscard]] TimesAt times_at(const TraceSource& trace, LocationId location,
                               const std::vector<std::uint64_t>& positions);

}  // namespace lull::structure
