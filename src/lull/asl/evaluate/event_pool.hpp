// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The events that somebody may speak of: the last few, and those that are held. An event that is
// held lives; one that an element of a state is, is open as well: at open events states can be
// asked as they were then (state_cell.hpp). Open events form a list, the earliest first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

#include "lull/asl/model/archive.hpp"

namespace lull::asl {

struct PastElement;

// An event beyond its turn.
struct HeldEvent : EventRecord {
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

  // What has to be done when attributes that a record keeps are no longer needed, or kept twice.
  std::function<void(EventRecord&)> drop_attributes;
  std::function<void(EventRecord&)> keep_attributes;
  // What an open event needed when it is open no longer.
  std::function<void(HeldEvent&)> closed;

  // The next event of the trace; lives until kLast others have come.
  EventRecord& take(const GlobalEvent& event) {
    EventRecord& place = last_[event.index % kLast];
    if (!place.attributes.empty()) drop_attributes(place);
    place.event = event;
    place.classes.clear();
    place.attributes.clear();
    place.described = false;
    place.held = nullptr;
    end_ = event.index + 1;
    return place;
  }
  // One of the last events, or one that is held; else null.
  [[nodiscard]] const EventRecord* find(EventIndex index) const {
    if (index < end_ && index + kLast >= end_) return &last_[index % kLast];
    const auto held = held_.find(index);
    return held == held_.end() ? nullptr : held->second.get();
  }
  // So many events have come.
  [[nodiscard]] EventIndex end() const { return end_; }
  [[nodiscard]] std::size_t held() const { return held_.size(); }
  [[nodiscard]] HeldEvent* last_open() const { return last_open_; }

  // Keeps an event, as the record that is returned, until it is released as often.
  HeldEvent& hold(const EventRecord& event) {
    if (event.held == nullptr) event.held = &held_record(event);
    auto& record = static_cast<HeldEvent&>(*event.held);
    ++record.holders;
    return record;
  }
  void release(HeldEvent& record) {
    if (--record.holders > 0) return;
    const EventIndex index = record.event.index;
    if (index < end_ && index + kLast >= end_) last_[index % kLast].held = nullptr;
    if (!record.attributes.empty()) drop_attributes(record);
    const auto own = held_.find(index);
    free_.push_back(std::move(own->second));
    held_.erase(own);
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
  HeldEvent& held_record(const EventRecord& from) {
    std::unique_ptr<HeldEvent>& record = held_[from.event.index];
    if (record != nullptr) return *record;
    if (free_.empty()) {
      record = std::make_unique<HeldEvent>();
    } else {
      record = std::move(free_.back());
      free_.pop_back();
    }
    static_cast<EventRecord&>(*record) = from;
    record->held = record.get();
    record->holders = 0;
    record->opened = 0;
    if (!record->attributes.empty()) keep_attributes(*record);
    return *record;
  }

  std::vector<EventRecord> last_ = std::vector<EventRecord>(kLast);
  EventIndex end_ = 0;
  std::unordered_map<EventIndex, std::unique_ptr<HeldEvent>> held_;
  std::vector<std::unique_ptr<HeldEvent>> free_;
  HeldEvent* first_open_ = nullptr;
  HeldEvent* last_open_ = nullptr;
};

}  // namespace lull::asl
