// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The events that may be referenced: the last few events, and held events. A held event stays
// alive; an event that is an element of a state is also open: states can be queried as they were at
// open events (state_cell.hpp). Open events form a list, the earliest first.
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

struct HeldEvent : EventRecord {
  std::uint64_t place = 0;  // see OlderEvents
  std::uint32_t holders = 0;
  std::uint32_t opened = 0;       // number of state elements that keep it open
  bool complete = false;          // opened while it was the current event
  HeldEvent* previous = nullptr;  // the previous event in the list of open events
  HeldEvent* next = nullptr;
  std::vector<PastElement*> needed;  // not needed by later open events
};

class EventPool {
 public:
  // Number of recent events kept; a power of two.
  static constexpr std::size_t kLast = 64;

  EventPool() = default;
  EventPool(const EventPool&) = delete;
  EventPool& operator=(const EventPool&) = delete;

  // Called when attributes that a record keeps are no longer needed, or when a record must keep
  // copied attributes.
  std::function<void(EventRecord&)> drop_attributes;
  std::function<void(EventRecord&)> keep_attributes;
  // Called with an event's record when the event is no longer open.
  std::function<void(HeldEvent&)> closed;

  // Adds the next event of the trace; it is valid until kLast other events have been added, or
  // while it is held.
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
  // Returns the event if it is recent or held; else null.
  [[nodiscard]] HeldEvent* find(EventIndex index) const {
    if (is_among_last(index)) return last_[index % kLast];
    return older_.find(index);
  }
  // Returns the number of events taken so far.
  [[nodiscard]] EventIndex end() const { return end_; }
  // Returns the number of held events that are no longer recent.
  [[nodiscard]] std::size_t held() const { return older_.size(); }
  [[nodiscard]] HeldEvent* last_open() const { return last_open_; }

  // Holds an event, as the returned record, until it has been released as often as held.
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
  // Returns the record of an event that was looked up.
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
  OlderEvents<HeldEvent> older_;  // held events
  EventIndex end_ = 0;
  HeldEvent* first_open_ = nullptr;
  HeldEvent* last_open_ = nullptr;
};

}  // namespace lull::asl
