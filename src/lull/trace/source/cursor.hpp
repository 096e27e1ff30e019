// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The way into a trace: definitions, and for each location a cursor over its events. An archive on
// disk and a trace in memory look alike. Different cursors may be used by different threads at the
// same time; one cursor by one thread at a time.
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

  // The next events in recorded order; empty at the end. Valid until the next call.
  // A damaged location ends where the damage begins; it never throws for it.
  virtual std::span<const Event> next() = 0;

  // The same, into a packer; whether there were any.
  virtual bool pack_next(EventPacker& packer);

  // The same, into what keeps them, whatever of them it has kept before.
  virtual bool next_kept(KeptEvents& kept);

  // Whether events can be had one by one with feed() instead. Its users use nothing else, but for
  // seek() and position(), which is then that of the next event.
  [[nodiscard]] virtual bool feeds() const { return false; }
  // Why feed() has come to an end: the next event is not before its limit; some hundreds of events
  // are a block, and there may be more; there are no more.
  enum class FeedEnd { Limit, Block, End };
  // Hands on the next events, without attributes, as far as they are before `until`.
  virtual FeedEnd feed(Timestamp until, EventSink& sink);
  // A time between that of the event that was fed last and that of the next one.
  [[nodiscard]] virtual Timestamp next_time() { return {}; }

  // Its next events are needed soon: gets what that takes into the cache.
  virtual void expect() const {}

  // Gives file handle and buffers back. The next call of next() goes on where it was, beginning
  // with the last `unread` events of the batch before.
  virtual void release(std::size_t unread) = 0;

  // The next call of next() begins with event number `position` of the location, counted from 0
  // among all that were recorded. For cursors over all kinds of events.
  virtual void seek(std::uint64_t position) = 0;

  // Where the first event of the last batch is among all that were recorded: what seek() takes.
  // Nothing when that is not known.
  [[nodiscard]] virtual std::optional<std::uint64_t> position() const = 0;

  // A sentence saying where and why the location broke off; empty when it is whole.
  [[nodiscard]] virtual const std::string& damage() const = 0;
};

// Whether the additional attributes of events are wanted; most readers do without.
enum class Attributes { Skip, Read };

class TraceSource {
 public:
  TraceSource() = default;
  TraceSource(const TraceSource&) = delete;
  TraceSource& operator=(const TraceSource&) = delete;
  virtual ~TraceSource() = default;

  [[nodiscard]] virtual const Definitions& definitions() const = 0;
  // Only the selected kinds of events are delivered, all others are skipped.
  [[nodiscard]] virtual std::unique_ptr<EventCursor> open(
      LocationId location, const EventSelection& selection,
      Attributes attributes = Attributes::Skip) const = 0;
};

}  // namespace lull
