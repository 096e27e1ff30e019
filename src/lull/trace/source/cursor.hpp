// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Access to a trace: its definitions, and a cursor over the events of each location. An archive on
// disk and a trace in memory have the same interface. Different cursors may be used by different
// threads at the same time; one cursor by one thread at a time.
//
// The layer: event/ has the events, generated from base/event_list.def, and packs them;
// definitions/ has the tables; source/ has cursors, traces in memory and traces that change others;
// rules/ has what all readers have in common: which regions are open, even in a broken trace
// (CallStack, OpenRegions), and which receive takes which message (PostingOrder, CommitQueue).
// otf2/ is the only folder that uses the OTF2 library. summary/ counts a whole trace and finds its
// data defects. global/ puts the events of all locations into one order (GlobalTrace), messages/
// finds all messages at once (MessageTable), local/ holds one location (LocalTrace). Events come in
// batches or, from Lull's own decoder, one by one (EventCursor::feed); another thread may read them
// ahead (AheadCursor).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "lull/trace/definitions/definitions.hpp"
#include "lull/trace/event/event.hpp"

namespace lull {

class EventPacker;
class EventSink;
struct KeptEvents;

class EventCursor {
 public:
  EventCursor() = default;
  EventCursor(const EventCursor&) = delete;
  EventCursor& operator=(const EventCursor&) = delete;
  virtual ~EventCursor() = default;

  // Returns the next events in recorded order; empty at the end. Valid until the next call. A
  // damaged location ends where the damage begins, without an exception.
  virtual std::span<const Event> next() = 0;

  // Does the same into a packer; returns whether there were any events.
  virtual bool pack_next(EventPacker& packer);

  // Does the same into a store of events, discarding what it held.
  virtual bool next_kept(KeptEvents& kept);

  // Returns whether feed() can deliver events one by one instead. Users of feed() call no other
  // functions than seek() and position(), which then refers to the next event.
  [[nodiscard]] virtual bool feeds() const { return false; }
  // Why feed() returned: the next event is not before the limit; a block of some hundreds of events
  // ended, and there may be more; there are no more.
  enum class FeedEnd { Limit, Block, End };
  // Passes on the next events before `until`, without attributes.
  virtual FeedEnd feed(Timestamp until, EventSink& sink);
  // Returns a time between the time of the last fed event and the time of the next one.
  [[nodiscard]] virtual Timestamp next_time() { return {}; }

  // Prefetches what the next events need.
  virtual void expect() const {}

  // Releases file handle and buffers. The next call to next() continues at the same position,
  // beginning with the last `unread` events of the previous batch.
  virtual void release(std::size_t unread) = 0;

  // Makes next() continue with event number `position` of the location, counted from 0 among all
  // recorded events. Only for cursors over all kinds of events.
  virtual void seek(std::uint64_t position) = 0;

  // Returns the index of the last batch's first event among all recorded events, as for seek().
  // Nothing when it is not known.
  [[nodiscard]] virtual std::optional<std::uint64_t> position() const = 0;

  // Returns a sentence saying where and why the location ended early; empty when it is complete.
  [[nodiscard]] virtual const std::string& damage() const = 0;
};

// Selects whether additional attributes of events are read; most readers do not need them.
enum class Attributes { Skip, Read };

class TraceSource {
 public:
  TraceSource() = default;
  TraceSource(const TraceSource&) = delete;
  TraceSource& operator=(const TraceSource&) = delete;
  virtual ~TraceSource() = default;

  [[nodiscard]] virtual const Definitions& definitions() const = 0;
  // Returns a cursor that delivers only the selected kinds of events.
  [[nodiscard]] virtual std::unique_ptr<EventCursor> open(
      LocationId location, const EventSelection& selection,
      Attributes attributes = Attributes::Skip) const = 0;
};

}  // namespace lull
