// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Records indexed by their events, which are added in nearly ascending order and removed in any
// order. Both take constant time; memory is proportional to the present records.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <unordered_map>

#include "lull/trace/global/global_trace.hpp"

namespace lull::asl {

// Record has event.index, and a member for the place's number: std::uint64_t place.
template <class Record>
class OlderEvents {
 public:
  void add(Record& record) {
    const EventIndex index = record.event.index;
    ++size_;
    if (!places_.empty() && index <= places_.back().index) {
      record.place = kAstray;
      astray_.emplace(index, &record);
      return;
    }
    record.place = first_ + places_.size();
    places_.push_back({index, &record});
  }
  void remove(const Record& record) {
    --size_;
    if (record.place == kAstray) {
      astray_.erase(record.event.index);
      return;
    }
    places_[record.place - first_].record = nullptr;
    while (!places_.empty() && places_.front().record == nullptr) {
      places_.pop_front();
      ++first_;
    }
    if (places_.size() > kFew && places_.size() > 2 * (size_ + 1)) close_gaps();
  }
  // Returns null if the event is not found.
  [[nodiscard]] Record* find(EventIndex index) const {
    const auto place = std::ranges::lower_bound(places_, index, {}, &Place::index);
    if (place != places_.end() && place->index == index && place->record != nullptr)
      return place->record;
    const auto astray = astray_.find(index);
    return astray == astray_.end() ? nullptr : astray->second;
  }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  struct Place {
    EventIndex index = 0;
    Record* record = nullptr;
  };
  void close_gaps() {
    std::erase_if(places_, [](const Place& place) { return place.record == nullptr; });
    for (std::size_t i = 0; i < places_.size(); ++i) places_[i].record->place = first_ + i;
  }

  static constexpr std::uint64_t kAstray = ~std::uint64_t{0};
  static constexpr std::size_t kFew = 64;
  std::deque<Place> places_;
  std::uint64_t first_ = 0;  // number of the first place
  std::unordered_map<EventIndex, Record*> astray_;
  std::size_t size_ = 0;
};

}  // namespace lull::asl
