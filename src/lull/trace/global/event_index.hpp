// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A total order of the events of all locations: by time, but in recorded order within a location,
// and with every event after those it depends on, such as a receive after its send. Where clocks
// contradict this, the receive and the events after it at its location count as not earlier than
// the send. For equal times the lower location comes first.
#pragma once

#include <cstdint>

#include "lull/trace/event/event.hpp"
#include "lull/trace/rules/call_tree.hpp"

namespace lull {

// The index of an event among all events of the trace, from 0.
using EventIndex = std::uint64_t;
inline constexpr EventIndex kNoEvent = ~EventIndex{0};

// An event with links to earlier events (kNoEvent if there is none).
struct GlobalEvent {
  EventIndex index = kNoEvent;
  std::uint64_t position = 0;  // among the location's events, from 0
  LocationId location;
  // The call path; for Enter the one that begins, for Leave the one that ends.
  CallNodeId node;
  // The Enter of the enclosing region instance; for Leave the matching one. A leave of a region
  // that is not open has neither.
  EventIndex enter = kNoEvent;
  // The earlier event that belongs to this one: for a receive the send; for MpiCollectiveEnd its
  // MpiCollectiveBegin; for an RMA completion the transfer; for lock events the previous event on
  // the same lock; for ThreadTeamBegin the fork; for ThreadBegin the creation; for ThreadWait the
  // end; for IoOperationComplete and the like the start of the operation.
  EventIndex match = kNoEvent;
  EventIndex request = kNoEvent;  // for a completion: the event that posted the operation
  Event event;

  [[nodiscard]] Timestamp time() const { return event.time; }
  // Returns the event's body if it is of this kind, else null.
  template <class Body>
  [[nodiscard]] const Body* get_if() const {
    return std::get_if<Body>(&event.body);
  }
};

}  // namespace lull
