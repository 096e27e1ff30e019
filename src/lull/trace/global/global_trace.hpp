// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// All events of a trace as one sequence, accessible by index, with links between related events and
// the state after each of them. Designed for sequential access with occasional steps back. Memory
// is bounded, however long the trace is: the last events are held; bookmarks save the state at
// intervals, and older events are replayed from the nearest bookmark. Only receives that overtake
// others on their channel are stored individually. Times come from the source; on_one_clock() in
// clock/corrected_trace.hpp provides a source with synchronised clocks. Single-threaded.
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

// No event has the requested index.
struct NoSuchEvent : std::out_of_range {
  using std::out_of_range::out_of_range;
};

class GlobalTrace {
 public:
  struct Options {
    std::size_t history = std::size_t{1} << 16;            // number of events held
    std::size_t bookmark_distance = std::size_t{1} << 14;  // events; grows when memory is short
    std::size_t bookmark_memory = std::size_t{64} << 20;   // bytes
    std::size_t event_memory = std::size_t{128} << 20;     // bytes of packed events
  };

  // Throws Error like the source.
  explicit GlobalTrace(std::unique_ptr<TraceSource> source);
  GlobalTrace(std::unique_ptr<TraceSource> source, const Options& options);
  ~GlobalTrace();
  GlobalTrace(GlobalTrace&&) noexcept;
  GlobalTrace& operator=(GlobalTrace&&) noexcept;

  [[nodiscard]] const Definitions& definitions() const;
  // Returns the call paths found so far.
  [[nodiscard]] const CallTree& call_tree() const;

  // Returns whether the index is valid; reads the trace up to there.
  [[nodiscard]] bool has(EventIndex index);
  // Returns the event, valid until the next query; null after the end of the trace.
  [[nodiscard]] const GlobalEvent* find(EventIndex index);
  // Returns the number of events. The first call reads the trace to its end.
  [[nodiscard]] std::uint64_t size();

  // Returns the event at `index`. Constant time within the history before the last queried event,
  // and for events that the state there refers to. Metric values are valid until the next call.
  // Throws NoSuchEvent.
  [[nodiscard]] GlobalEvent event(EventIndex index);
  // Returns the state directly after the event at `index`. Constant time for the next index; valid
  // until the next call to event() or state(). Throws NoSuchEvent.
  [[nodiscard]] const TraceState& state(EventIndex index);

  // Returns sentences about locations whose events end early, among those read so far.
  [[nodiscard]] std::vector<std::string> damage() const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace lull
