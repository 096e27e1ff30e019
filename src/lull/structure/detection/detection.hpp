// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Detects what repeats in the events of locations: sequences, loops and single events (Trahay et
// al., Selecting Points of Interest in Traces Using Patterns of Events, section III), as a grammar
// for each location. Calls that do the same are one symbol, and the strings of symbols are folded
// (folding.hpp). Near linear time.
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

// What is no part of the structure: it says something about the events around it, or about the
// measurement. Where it comes is left to chance.
[[nodiscard]] inline bool is_sample(const EventBody& body) {
  return std::holds_alternative<MetricSample>(body) ||
         std::holds_alternative<CallingContextSample>(body) ||
         std::holds_alternative<BufferFlush>(body) ||
         std::holds_alternative<MeasurementOnOff>(body);
}

// Builds the grammar of one location, event by event.
class Detector {
 public:
  // Both must outlive this.
  Detector(const Definitions& definitions, Grammar& grammar)
      : grammar_(grammar), regions_(definitions) {
    foldings_.push_back(std::make_unique<Folding>(grammar_));
  }

  // The next event, no sample.
  void add(const EventBody& body);
  // All have come.
  void finish();
  // Comparisons of hashes so far: what it costs.
  [[nodiscard]] std::uint64_t comparisons() const;

 private:
  struct Frame {
    RegionId region;
    SymbolId enter;
  };

  Frame open(RegionId region, const EventBody& body);
  // The innermost region is over: it becomes a symbol of the one around it.
  void close(const Frame& frame, SymbolId leave);

  Grammar& grammar_;
  OpenRegions<Frame> regions_;
  std::vector<std::unique_ptr<Folding>> foldings_;  // by depth; used again
  std::size_t depth_ = 0;
};

struct LocationStructure {
  LocationId location;
  Grammar grammar{};
  std::uint64_t events = 0;    // in the grammar
  std::uint64_t samples = 0;   // outside
  std::uint64_t patterns = 0;  // rules of the grammar that are no events
  std::uint64_t parts = 0;     // items of all rules: how large the structure is
  std::string damage{};        // why the location breaks off; empty when it is whole
};

// Reads the location. `progress` is called with how many events were read since the last time;
// `clock`, if there is one, sees all of them.
[[nodiscard]] LocationStructure detect(
    const TraceSource& source, LocationId location,
    const std::function<void(std::uint64_t events)>& progress = {}, LocationClock* clock = nullptr);

}  // namespace lull::structure
