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

#include "lull/base/memory/large_vector.hpp"
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
  [[nodiscard]] const GlobalEvent* find(EventIndex index) const {
    if (index >= next_) return nullptr;
    return index >= oldest_ ? &last_[place_of(index)] : find_kept(index);
  }

  [[nodiscard]] Bookmark save() const;
  void go_to(const Bookmark& bookmark);

 private:
  // Decodes the events of one location.
  struct Head {
    const Event* next = nullptr;  // of those that are decoded
    const Event* end = nullptr;
    std::vector<Event> events;
    std::vector<std::vector<Value>> values;
    std::shared_ptr<const EventStore::Block> block;
    const std::byte* place = nullptr;
    std::size_t left = 0;  // events of the block that are not decoded
    EventDecoder decoder;
  };
  // A location that has events left, and the time that counts for its next one.
  struct Waiting {
    Timestamp time;
    LocationId location;
    friend auto operator<=>(const Waiting&, const Waiting&) = default;
    // The same as <, without branches: who is earlier is hard to foresee.
    [[nodiscard]] std::size_t is_before(const Waiting& other) const {
      const auto earlier = static_cast<std::size_t>(time < other.time);
      const auto same = static_cast<std::size_t>(time == other.time);
      return earlier | (same & static_cast<std::size_t>(location < other.location));
    }
  };

  // What a location's next event may have to wait for.
  enum class Wants : std::uint8_t { Nothing, Message, Resource };

  using Resource = StateTransition::Resource;
  using Expected = StateTransition::Expected;
  // Receives whose messages are not there, by channel.
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
  // What is rare is not to be in the way.
  [[nodiscard, gnu::noinline]] bool block();
  [[nodiscard, gnu::noinline]] bool hold();
  [[gnu::noinline]] void unblock(const MessageChannel& channel, Timestamp now);
  [[gnu::noinline]] void let_go(const Resource& resource);
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
  std::vector<std::uint64_t> positions_;  // by location: of its next event
  std::vector<Wants> wants_;              // and what that may wait for
  std::vector<Waiting> waiting_;          // a heap, the earliest first
  // Locations whose next event is a receive before its send.
  std::set<Waiting> blocked_;
  std::unordered_map<MessageChannel, std::vector<Blocked>, MessageChannel::Hash> blocked_on_;
  // Locations, all at one time, whose next event needs another one of that time.
  std::set<Waiting> held_;
  std::map<Resource, std::set<Waiting>> held_for_;
  EventIndex next_ = 0;
  EventIndex oldest_ = 0;  // of the last events
  LargeVector<GlobalEvent> last_;
  std::size_t last_place_;                  // one less than there are of them, a power of two
  std::vector<std::uint8_t> open_;          // of each of them: whether the state speaks of it
  std::vector<std::vector<Value>> values_;  // and its metric values, if there are any at all
  std::unordered_map<EventIndex, GlobalEvent> kept_;  // older ones that the state speaks of
  std::size_t batch_;
};

}  // namespace lull
