// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The events that somebody may speak of: the last few, and those that are held. An event that is
// held lives; one that an element of a state is, is open as well: at open events states can be
// asked as they were then (state_cell.hpp). Open events form a list, the earliest first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include "lull/asl/evaluate/values/older_events.hpp"
#include "lull/asl/model/archive.hpp"

namespace lull::asl {

struct PastElement;

// An event of the pool.
struct HeldEvent : EventRecord {
  std::uint64_t place = 0;  // see OlderEvents
  std::uint32_t holders = 0;
  std::uint32_t opened = 0;       // by so many elements of states
  bool complete = false;          // it was opened in its turn
  HeldEvent* previous = nullptr;  // open one
  HeldEvent* next = nullptr;
  std::vector<PastElement*> needed;  // by it, and by no later open event
};

class EventPool {
 public:
  // The last events, a power of two.
  static constexpr std::size_t kLast = 64;

  EventPool() = default;
  EventPool(const EventPool&) = delete;
  EventPool& operator=(const EventPool&) = delete;

  // What has to be done when attributes that a record keeps are no longer needed, or are of a
  // record that has not kept them.
  std::function<void(EventRecord&)> drop_attributes;
  std::function<void(EventRecord&)> keep_attributes;
  // What an open event needed when it is open no longer.
  std::function<void(HeldEvent&)> closed;

  // The next event of the trace; lives until kLast others have come, or longer if it is held.
  EventRecord& take(const GlobalEvent& event) {
    HeldEvent*& place = last_[event.index % kLast];
    if (place != nullptr && place->holders > 0) {
      older_.add(*place);
      place = nullptr;
    } else if (place != nullptr && !place->attributes.empty()) {
      drop_attributes(*place);
    }
    if (place == nullptr) place = &unused();
    place->event = event;
    place->classes.clear();
    place->described = false;
    end_ = event.index + 1;
    return *place;
  }
  // One of the last events, or one that is held; else null.
  [[nodiscard]] HeldEvent* find(EventIndex index) const {
    if (is_among_last(index)) return last_[index % kLast];
    return older_.find(index);
  }
  // So many events have come.
  [[nodiscard]] EventIndex end() const { return end_; }
  // How many events are held beyond their turn.
  [[nodiscard]] std::size_t held() const { return older_.size(); }
  [[nodiscard]] HeldEvent* last_open() const { return last_open_; }

  // Keeps an event, as the record that is returned, until it is released as often.
  HeldEvent& hold(const EventRecord& event) {
    if (event.held == nullptr) event.held = &record_of(event);
    auto& record = static_cast<HeldEvent&>(*event.held);
    ++record.holders;
    return record;
  }
  void release(HeldEvent& record) {
    if (--record.holders > 0 || is_among_last(record.event.index)) return;
    older_.remove(record);
    if (!record.attributes.empty()) drop_attributes(record);
    unused_.push_back(&record);
  }

  void open(HeldEvent& record) {
    if (record.opened++ > 0) return;
    record.complete = record.event.index + 1 == end_;
    HeldEvent* before = last_open_;
    while (before != nullptr && before->event.index > record.event.index) before = before->previous;
    record.previous = before;
    record.next = before == nullptr ? first_open_ : before->next;
    (record.previous == nullptr ? first_open_ : record.previous->next) = &record;
    (record.next == nullptr ? last_open_ : record.next->previous) = &record;
  }
  void close(HeldEvent& record) {
    if (--record.opened > 0) return;
    if (!record.needed.empty()) closed(record);
    (record.previous == nullptr ? first_open_ : record.previous->next) = record.next;
    (record.next == nullptr ? last_open_ : record.next->previous) = record.previous;
    record.previous = nullptr;
    record.next = nullptr;
  }

 private:
  [[nodiscard]] bool is_among_last(EventIndex index) const {
    return index < end_ && index + kLast >= end_;
  }
  // Of an event that was looked up.
  HeldEvent& record_of(const EventRecord& from) {
    if (HeldEvent* const known = find(from.event.index)) return *known;
    HeldEvent& record = unused();
    static_cast<EventRecord&>(record) = from;
    record.held = &record;
    if (!record.attributes.empty()) keep_attributes(record);
    older_.add(record);
    return record;
  }
  HeldEvent& unused() {
    if (unused_.empty()) {
      HeldEvent& record = records_.emplace_back();
      record.held = &record;
      return record;
    }
    HeldEvent& record = *unused_.back();
    unused_.pop_back();
    return record;
  }

  std::deque<HeldEvent> records_;
  std::vector<HeldEvent*> unused_;
  std::array<HeldEvent*, kLast> last_{};
  OlderEvents<HeldEvent> older_;  // that are held
  EventIndex end_ = 0;
  HeldEvent* first_open_ = nullptr;
  HeldEvent* last_open_ = nullptr;
};

}  // namespace lull::asl
