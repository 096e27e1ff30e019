// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Events of all locations in one order: by time, but within a location as they were recorded, and
// what needs another event comes behind it, a receive behind its send: where clocks contradict
// that, the receive and what follows it at its location count as not earlier than the send. Of
// equal times the lower location comes first.
#pragma once

#include <cstdint>

#include "lull/trace/event/event.hpp"
#include "lull/trace/rules/call_tree.hpp"

namespace lull {

// The place of an event among all events of the trace, from 0.
using EventIndex = std::uint64_t;
inline constexpr EventIndex kNoEvent = ~EventIndex{0};

// An event with links to events before it (kNoEvent: there is none).
struct GlobalEvent {
  EventIndex index = kNoEvent;
  std::uint64_t position = 0;  // among the location's own events, from 0
  LocationId location;
  // The call path; of Enter the one that begins, of Leave that ends.
  CallNodeId node;
  // Enter of the enclosing region instance; of Leave the matching one. A leave of a region that is
  // not open has neither.
  EventIndex enter = kNoEvent;
  // What it goes back to: of a receive the send; of MpiCollectiveEnd the begin; of an RMA
  // completion the transfer; of events on a lock the one before on the same lock; of
  // ThreadTeamBegin the fork; of ThreadBegin the creation; of ThreadWait the end; of
  // IoOperationComplete and its like the begin.
  EventIndex match = kNoEvent;
  EventIndex request = kNoEvent;  // of a completion: the event that posted the operation
  Event event;

  [[nodiscard]] Timestamp time() const { return event.time; }
  // The event's contents if it is of that kind, else null.
  template <class Body>
  [[nodiscard]] const Body* get_if() const {
    return std::get_if<Body>(&event.body);
  }
};

}  // namespace lull
