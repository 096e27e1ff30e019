// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Goes through the events of all locations in their common order, one step at a time, and keeps the
// state and the last events.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lull/trace/global/event_store.hpp"
#include "lull/trace/global/last_sends.hpp"
#include "lull/trace/global/saved_state.hpp"
#include "lull/trace/global/state_transition.hpp"
#include "lull/trace/global/trace_state.hpp"

namespace lull {

// Where a walk can go on.
struct Bookmark {
  EventIndex next = 0;
  std::vector<std::uint64_t> positions;  // by location
  // Locations whose next event counts as later than it says.
  std::vector<std::pair<LocationId, Timestamp>> late;
  SavedState state;
  [[nodiscard]] std::size_t bytes() const {
    return state.bytes() + positions.size() * sizeof positions[0] + late.size() * sizeof late[0];
  }
};

class TraceWalk {
 public:
  // Keeps the last `history` events, a power of two.
  TraceWalk(EventStore& store, LastSends& last_sends, CallTree& tree, std::size_t history);

  // Takes the next event; false at the end.
  bool step();
  // The index of the next event: so many were taken.
  [[nodiscard]] EventIndex next() const { return next_; }
  // The state behind the last event.
  [[nodiscard]] const TraceState& state() const { return state_; }
  // The event if it is among the last ones, or one that the state speaks of; else null.
  [[nodiscard]] const GlobalEvent* find(EventIndex index) const;

  [[nodiscard]] Bookmark save() const;
  void go_to(const Bookmark& bookmark);

 private:
  // Decodes the events of one location.
  struct Head {
    std::shared_ptr<const EventStore::Block> block;
    const std::byte* place = nullptr;
    std::size_t left = 0;  // events of the block that are not decoded
    EventDecoder decoder;
    std::vector<Event> events;  // decoded ones
    std::vector<std::vector<Value>> values;
    std::size_t used = 0;  // of them
  };
  // A location that has events left, and the time that counts for its next one.
  struct Waiting {
    Timestamp time;
    LocationId location;
    friend auto operator<=>(const Waiting&, const Waiting&) = default;
  };
  struct Slot {
    GlobalEvent event;
    std::vector<Value> values;
    bool open = false;  // the state speaks of it
  };

  bool refill(LocationId location);
  void start(LocationId location);
  [[nodiscard]] std::size_t choose() const;
  [[nodiscard]] std::size_t choose_of_equals() const;
  void advance(std::size_t place);
  void sift_down(std::size_t place);
  Slot& fresh_slot();
  void close(EventIndex index);

  std::optional<std::size_t> find_next();
  [[nodiscard]] bool block(std::size_t place);
  void unblock(Timestamp now);
  void wait(const Waiting& waiting);
  [[nodiscard]] const Event& head_of(LocationId location) const {
    const Head& head = heads_[location.index()];
    return head.events[head.used];
  }

  EventStore& store_;
  LastSends& last_sends_;
  TraceState state_;
  StateTransition transition_;
  std::vector<Head> heads_;
  std::vector<std::uint64_t> positions_;  // by location: of its next event
  std::vector<Waiting> waiting_;          // a heap, the earliest first
  std::vector<Waiting> blocked_;          // whose next event is a receive before its send
  EventIndex next_ = 0;
  EventIndex oldest_ = 0;  // of the last events
  std::vector<Slot> slots_;
  std::unordered_map<EventIndex, Slot> kept_;  // older ones that the state speaks of
  std::size_t batch_;
};

}  // namespace lull
