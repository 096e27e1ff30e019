// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// All events of a trace as one sequence, by index, with links between events that belong together
// and the state at each of them. Made for programs that look at one event after the other, and back
// from there. Memory is bounded, however long the trace is: the last events are at hand; bookmarks
// hold the state at intervals, and what lies farther back is walked to from the nearest of them.
// Only receives that overtake others of their channel are remembered one by one. Times are those of
// the source: on_one_clock() in clock/corrected_trace.hpp makes one whose clocks agree. One thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "lull/trace/global/event_index.hpp"
#include "lull/trace/global/trace_state.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull {

// There is no event of an index.
struct NoSuchEvent : std::out_of_range {
  using std::out_of_range::out_of_range;
};

class GlobalTrace {
 public:
  struct Options {
    std::size_t history = std::size_t{1} << 16;            // events at hand
    std::size_t bookmark_distance = std::size_t{1} << 14;  // events; grows where memory is short
    std::size_t bookmark_memory = std::size_t{64} << 20;   // bytes
    std::size_t event_memory = std::size_t{128} << 20;     // bytes, of packed events
  };

  // Throws Error as the source does.
  explicit GlobalTrace(std::unique_ptr<TraceSource> source);
  GlobalTrace(std::unique_ptr<TraceSource> source, const Options& options);
  ~GlobalTrace();
  GlobalTrace(GlobalTrace&&) noexcept;
  GlobalTrace& operator=(GlobalTrace&&) noexcept;

  [[nodiscard]] const Definitions& definitions() const;
  // All call paths met so far.
  [[nodiscard]] const CallTree& call_tree() const;

  // Whether there is an event of that index: reads on as far as that.
  [[nodiscard]] bool has(EventIndex index);
  // The event, until the trace is asked for another one; null: the trace has ended.
  [[nodiscard]] const GlobalEvent* find(EventIndex index);
  // The number of events. The first call reads the trace to its end.
  [[nodiscard]] std::uint64_t size();

  // The event at `index`. Constant time within the history before the event that was asked for
  // last, and for events that the state there speaks of. Metric values live until the next call.
  // Throws NoSuchEvent.
  [[nodiscard]] GlobalEvent event(EventIndex index);
  // What goes on directly after the event at `index`. Constant time for the next index; lives until
  // the next call of event() or state(). Throws NoSuchEvent.
  [[nodiscard]] const TraceState& state(EventIndex index);

  // Sentences about locations that break off, as far as they were read.
  [[nodiscard]] std::vector<std::string> damage() const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace lull
