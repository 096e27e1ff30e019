// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/source/cursor.hpp"

#include <stdexcept>

#include "lull/trace/event/event_packer.hpp"
#include "lull/trace/event/kept_events.hpp"

namespace lull {

bool EventCursor::pack_next(EventPacker& packer) {
  const std::span<const Event> events = next();
  packer.pack(events);
  return !events.empty();
}

bool EventCursor::next_kept(KeptEvents& kept) {
  kept.copy(next());
  return !kept.events.empty();
}

EventCursor::FeedEnd EventCursor::feed(Timestamp, EventSink&) {
  throw std::logic_error("this cursor does not support feed()");
}

}  // namespace lull
