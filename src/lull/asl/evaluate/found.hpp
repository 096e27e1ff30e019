// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What was found of one pattern with its arguments: how many matches, the sums of their exports,
// aggregates that properties asked for, and the matches themselves where they are asked for.
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

// An error, and the event at which it came.
struct EventError {
  RunError error;
  std::optional<GlobalEvent> event;
};
// The same, thrown behind the last event.
struct RunErrorAtEvent : RunError {
  GlobalEvent event;
};

// An aggregate over all matches, added up as they come.
struct Accumulator {
  const code::Aggregate* aggregate = nullptr;
  const Node* node = nullptr;
  std::uint64_t count = 0;
  ExactSum reals;
  std::int64_t integers = 0;
  std::optional<Value> best;
  std::optional<EventError> error;  // the rest is not added up
};

// Of what a pattern exports.
struct ExportSum {
  ExactSum reals;
  std::int64_t integers = 0;
  bool too_large = false;  // for an int

  void add(std::int64_t value) {
    too_large = too_large || __builtin_add_overflow(integers, value, &integers);
  }
};

struct Found {
  InstanceRecord instance;
  bool searched = false;  // from the first event on
  bool complete = false;  // the whole trace was searched
  bool keeps = false;     // its matches are asked for
  std::uint64_t matches = 0;
  std::uint64_t unmatched = 0;  // roots for which UNIQUE met an empty set
  std::uint64_t clamped = 0;    // charges that were longer than their calls
  std::vector<ExportSum> sums;  // by export: of int and float
  std::deque<MatchRecord> kept;
  std::map<const Node*, Accumulator> accumulators;
  std::optional<EventError> error;
  std::uint64_t selection = 0;  // the last one of its family that it was part of
};

// A match of a pattern with a metric.
struct Charge {
  PatternId pattern;
  std::uint64_t match = 0;     // number of the match that charges, from 1
  LocationId location;         // that is charged
  CallNodeId node;             // the call path
  EventIndex call = kNoEvent;  // Enter of the call, if it has one
  std::int64_t ticks = 0;
  // Of the match: its root, the events of its INSTANTIATION, and those over which it charges.
  std::span<const EventRecord* const> events;
};

}  // namespace lull::asl
