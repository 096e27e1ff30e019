// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A trace that lives in memory: made by tests, by generators, by whoever builds events themselves.
#pragma once

#include <deque>
#include <vector>

#include "lull/trace/source/cursor.hpp"

namespace lull {

class MemoryTrace final : public TraceSource {
 public:
  Definitions definitions_table;
  std::vector<std::vector<Event>> events;  // by location, in recorded order

  [[nodiscard]] const Definitions& definitions() const override { return definitions_table; }
  [[nodiscard]] std::unique_ptr<EventCursor> open(LocationId location,
                                                  const EventSelection& selection,
                                                  Attributes attributes) const override;

  // Keeps metric values alive as long as the trace; the span goes into a MetricSample.
  std::span<const Value> store(std::vector<Value> values);
  // The same with attributes of an event.
  const AttributeList* store(AttributeList attributes);

 private:
  std::deque<AttributeList> attributes_;
  std::deque<std::vector<Value>> values_;
};

}  // namespace lull
