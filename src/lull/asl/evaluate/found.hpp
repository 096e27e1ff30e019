// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The results for one pattern with its arguments: the number of matches, the sums of their exports,
// aggregates requested by properties, and the matches themselves if requested.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lull/asl/evaluate/expressions/world.hpp"
#include "lull/asl/evaluate/values/exact_sum.hpp"

namespace lull::asl {

// An error and the event at which it occurred.
struct EventError {
  RunError error;
  std::optional<GlobalEvent> event;
};
// The same for errors thrown after the last event.
struct RunErrorAtEvent : RunError {
  GlobalEvent event;
};

// An aggregate over all matches, accumulated during the search.
struct Accumulator {
  const code::Aggregate* aggregate = nullptr;
  const Node* node = nullptr;
  std::uint64_t count = 0;
  ExactSum reals;
  std::int64_t integers = 0;
  std::optional<Value> best;
  std::optional<EventError> error;  // ends the accumulation
};

// The sum of an exported value.
struct ExportSum {
  ExactSum reals;
  std::int64_t integers = 0;
  bool too_large = false;  // the int overflowed

  void add(std::int64_t value) {
    too_large = too_large || __builtin_add_overflow(integers, value, &integers);
  }
};

struct Found {
  InstanceRecord instance;
  bool searched = false;  // searched from the first event
  bool complete = false;  // the whole trace was searched
  bool keeps = false;     // keeps its matches
  std::uint64_t matches = 0;
  std::uint64_t unmatched = 0;  // roots for which UNIQUE met an empty set
  std::uint64_t clamped = 0;    // charges longer than their calls
  std::vector<ExportSum> sums;  // indexed by export; used for int and float
  std::deque<MatchRecord> kept;
  std::map<const Node*, Accumulator> accumulators;
  std::optional<EventError> error;
  std::uint64_t selection = 0;  // the last selection of its family that included it
};

// A match of a pattern with a metric.
struct Charge {
  PatternId pattern;
  std::uint64_t match = 0;     // number of the charging match, from 1
  LocationId location;         // the charged location
  CallNodeId node;             // call path
  EventIndex call = kNoEvent;  // Enter of the call, if any
  std::int64_t ticks = 0;
  // The match's root, the events of its INSTANTIATION, and the events it charges over.
  std::span<const EventRecord* const> events;
};

}  // namespace lull::asl
