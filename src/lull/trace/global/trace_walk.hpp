// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Replays the events of all locations in their total order, one at a time, and keeps the state and
// the last events.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lull/base/memory/large_vector.hpp"
#include "lull/trace/global/event_store.hpp"
#include "lull/trace/global/last_sends.hpp"
#include "lull/trace/global/receive_numbers.hpp"
#include "lull/trace/global/saved_state.hpp"
#include "lull/trace/global/state_transition.hpp"
#include "lull/trace/global/trace_state.hpp"

namespace lull {

// A point from which a walk can continue.
struct Bookmark {
  EventIndex next = 0;
  std::vector<std::uint64_t> positions;  // indexed by location
  // Locations whose next event counts as later than recorded.
  std::vector<std::pair<LocationId, Timestamp>> late;
  SavedState state;
  [[nodiscard]] std::size_t bytes() const {
    return state.bytes() + positions.size() * sizeof positions[0] + late.size() * sizeof late[0];
  }
};

class TraceWalk {
 public:
  // Keeps the last `history` events; a power of two.
  TraceWalk(EventStore& store, LastSends& last_sends, ReceiveNumbers& receive_numbers,
            CallTree& tree, std::size_t history);
  TraceWalk(const TraceWalk&) = delete;
  TraceWalk& operator=(const TraceWalk&) = delete;

  // Takes the next event; returns false at the end.
  bool step();
  // Returns the index of the next event, which is the number of events taken.
  [[nodiscard]] EventIndex next() const { return next_; }
  // Returns the state after the last event.
  [[nodiscard]] const TraceState& state() const { return state_; }
  // Returns the event if it is in the history or the state refers to it; else null.
  [[nodiscard]] const GlobalEvent* find(EventIndex index) const {
    if (index >= next_) return nullptr;
    return index >= oldest_ ? &last_[place_of(index)] : find_kept(index);
  }

  [[nodiscard]] Bookmark save() const;
  void go_to(const Bookmark& bookmark);

 private:
  // Decodes the events of one location.
  struct Head {
    const Event* next = nullptr;  // within the decoded events
    const Event* end = nullptr;
    std::vector<Event> events;
    std::vector<std::vector<Value>> values;
    std::shared_ptr<const EventStore::Block> block;
    const std::byte* place = nullptr;
    std::size_t left = 0;  // events of the block not yet decoded
    EventDecoder decoder;
  };
  // A location with remaining events, and the effective time of its next one.
  struct Waiting {
    Timestamp time;
    LocationId location;
    friend auto operator<=>(const Waiting&, const Waiting&) = default;
    // The same as <, but without branches: the result is hard to predict.
    [[nodiscard]] std::size_t is_before(const Waiting& other) const {
      const auto earlier = static_cast<std::size_t>(time < other.time);
      const auto same = static_cast<std::size_t>(time == other.time);
      return earlier | (same & static_cast<std::size_t>(location < other.location));
    }
  };

  // The kind of thing that a location's next event may wait for.
  enum class Wants : std::uint8_t { Nothing, Message, Resource };

  using Resource = StateTransition::Resource;
  using Expected = StateTransition::Expected;
  // Receives whose messages are missing, by channel.
  struct Blocked {
    Waiting waiting;
    Expected message;
  };

  [[gnu::noinline]] bool refill(LocationId location);
  [[nodiscard]] bool start(LocationId location);
  [[nodiscard]] static Wants wants(const Event& event);
  void advance();
  void sift_down();
  [[nodiscard]] std::size_t place_of(EventIndex index) const { return index & last_place_; }
  [[nodiscard]] GlobalEvent& fresh_slot();
  [[gnu::noinline]] void keep_values(GlobalEvent& event);
  [[nodiscard]] const GlobalEvent* find_kept(EventIndex index) const;
  void close(EventIndex index);

  bool find_next();
  // Rare, so kept out of line.
  [[nodiscard, gnu::noinline]] bool block();
  [[nodiscard, gnu::noinline]] bool hold();
  [[gnu::noinline]] void unblock(const MessageChannel& channel, Timestamp now);
  [[gnu::noinline]] void resume_waiters(const Resource& resource);
  [[gnu::noinline]] void take_first(std::set<Waiting>& from);
  void wait(const Waiting& waiting);
  [[gnu::noinline]] void stop_waiting();
  [[gnu::noinline]] void keep(const GlobalEvent& event);
  [[nodiscard]] const Event& head_of(LocationId location) const {
    return *heads_[location.index()].next;
  }

  EventStore& store_;
  LastSends& last_sends_;
  TraceState state_;
  StateTransition transition_;
  std::vector<Head> heads_;
  std::vector<std::uint64_t> positions_;  // indexed by location: position of its next event
  std::vector<Wants> wants_;              // indexed by location: what that event may wait for
  std::vector<Waiting> waiting_;          // a heap, the earliest first
  // Locations whose next event is a receive before its send.
  std::set<Waiting> blocked_;
  std::unordered_map<MessageChannel, std::vector<Blocked>, MessageChannel::Hash> blocked_on_;
  // Locations, all at one time, whose next event depends on another event of that time.
  std::set<Waiting> held_;
  std::map<Resource, std::set<Waiting>> held_for_;
  EventIndex next_ = 0;
  EventIndex oldest_ = 0;  // the oldest event in the history
  LargeVector<GlobalEvent> last_;
  std::size_t last_place_;                  // size of the history (a power of two) less one
  std::vector<std::uint8_t> open_;          // by place in last_: if the state refers to it
  std::vector<std::vector<Value>> values_;  // by place in last_: its metric values, if any
  std::unordered_map<EventIndex, GlobalEvent> kept_;  // older events that the state refers to
  std::size_t batch_;
};

}  // namespace lull
