// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A trace in memory, made by tests, generators and other code that creates events.
#pragma once

#include <deque>
#include <vector>

#include "lull/trace/source/cursor.hpp"

namespace lull {

class MemoryTrace final : public TraceSource {
 public:
  Definitions definitions_table;
  std::vector<std::vector<Event>> events;  // indexed by location, in recorded order

  [[nodiscard]] const Definitions& definitions() const override { return definitions_table; }
  [[nodiscard]] std::unique_ptr<EventCursor> open(LocationId location,
                                                  const EventSelection& selection,
                                                  Attributes attributes) const override;

  // Keeps metric values alive as long as the trace; the returned span is for a MetricSample.
  std::span<const Value> store(std::vector<Value> values);
  // Does the same with an event's attributes.
  const AttributeList* store(AttributeList attributes);

 private:
  std::deque<AttributeList> attributes_;
  std::deque<std::vector<Value>> values_;
};

}  // namespace lull
