// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Detects repetition in the events of locations: sequences, loops and single events (Trahay et al.,
// Selecting Points of Interest in Traces Using Patterns of Events, section III), as a grammar per
// location. Equal calls are one symbol, and strings of symbols are folded (folding.hpp). Near
// linear time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lull/structure/detection/location_clock.hpp"
#include "lull/structure/grammar/folding.hpp"
#include "lull/structure/grammar/grammar.hpp"
#include "lull/trace/rules/open_regions.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull::structure {

// Returns whether the event is not part of the structure: it describes the events around it or the
// measurement, and its position is accidental.
[[nodiscard]] inline bool is_sample(const EventBody& body) {
  return std::holds_alternative<MetricSample>(body) ||
         std::holds_alternative<CallingContextSample>(body) ||
         std::holds_alternative<BufferFlush>(body) ||
         std::holds_alternative<MeasurementOnOff>(body);
}

// Builds the grammar of one location, event by event.
class Detector {
 public:
  // Both must outlive this object.
  Detector(const Definitions& definitions, Grammar& grammar)
      : grammar_(grammar), regions_(definitions) {
    foldings_.push_back(std::make_unique<Folding>(grammar_));
  }

  // Adds the next event, which must not be a sample.
  void add(const EventBody& body);
  // Call after the last event.
  void finish();
  // Returns the number of hash comparisons made so far, a measure of the cost.
  [[nodiscard]] std::uint64_t comparisons() const;

 private:
  struct Frame {
    RegionId region;
    SymbolId enter;
  };

  Frame open(RegionId region, const EventBody& body);
  // Closes the innermost region, which becomes a symbol of its parent.
  void close(const Frame& frame, SymbolId leave);

  Grammar& grammar_;
  OpenRegions<Frame> regions_;
  std::vector<std::unique_ptr<Folding>> foldings_;  // indexed by depth; reused
  std::size_t depth_ = 0;
};

struct LocationStructure {
  LocationId location;
  Grammar grammar{};
  std::uint64_t events = 0;    // events in the grammar
  std::uint64_t samples = 0;   // samples, not in the grammar
  std::uint64_t patterns = 0;  // rules other than events
  std::uint64_t parts = 0;     // number of items in all rules: the size of the structure
  std::string damage{};        // why the location ends early; empty if undamaged
};

// Reads the location. Calls `progress` with the number of events read since the previous call;
// `clock`, if not null, sees all events.
[[nodiscard]] LocationStructure detect(
    const TraceSource& source, LocationId location,
    const std::function<void(std::uint64_t events)>& progress = {}, LocationClock* clock = nullptr);

}  // namespace lull::structure
