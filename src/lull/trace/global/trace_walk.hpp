// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Goes through the events of all locations in their common order, one step at a time, and keeps the
// state and the last events.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lull/trace/global/event_store.hpp"
#include "lull/trace/global/last_sends.hpp"
#include "lull/trace/global/receive_numbers.hpp"
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
  TraceWalk(EventStore& store, LastSends& last_sends, ReceiveNumbers& receive_numbers,
            CallTree& tree, std::size_t history);
  TraceWalk(const TraceWalk&) = delete;
  TraceWalk& operator=(const TraceWalk&) = delete;

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

  using Resource = StateTransition::Resource;
  using Expected = StateTransition::Expected;
  // Receives whose messages are not there, by channel.
  struct Blocked {
    Waiting waiting;
    Expected message;
  };

  bool refill(LocationId location);
  [[nodiscard]] bool start(LocationId location);
  void advance();
  void sift_down();
  Slot& fresh_slot();
  void close(EventIndex index);

  bool find_next();
  [[nodiscard]] bool block();
  [[nodiscard]] bool hold();
  void unblock(const MessageChannel& channel, Timestamp now);
  void let_go(const Resource& resource);
  void take_first(std::set<Waiting>& from);
  void wait(const Waiting& waiting);
  void stop_waiting();
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
  // Locations whose next event is a receive before its send.
  std::set<Waiting> blocked_;
  std::unordered_map<MessageChannel, std::vector<Blocked>, MessageChannel::Hash> blocked_on_;
  // Locations, all at one time, whose next event needs another one of that time.
  std::set<Waiting> held_;
  std::map<Resource, std::set<Waiting>> held_for_;
  EventIndex next_ = 0;
  EventIndex oldest_ = 0;  // of the last events
  std::vector<Slot> slots_;
  std::unordered_map<EventIndex, Slot> kept_;  // older ones that the state speaks of
  std::size_t batch_;
};

}  // namespace lull
