// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Many short lists of messages that wait, in one table: a place that was given up is the next one
// to be taken.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>

#include "lull/analysis/operations.hpp"

namespace lull::analysis {

class MessageLists {
 public:
  struct List {
    std::uint32_t first = kNone;
    std::uint32_t size = 0;
  };

  void add(List& list, const StoredMessage& message) {
    std::uint32_t place = free_;
    if (place == kNone) {
      place = static_cast<std::uint32_t>(places_.size());
      places_.push_back({message, list.first});
    } else {
      free_ = places_[place].next;
      places_[place] = {message, list.first};
    }
    list.first = place;
    ++list.size;
  }
  // Of a list that is not empty. Messages stay where they are until their list is cleared.
  [[nodiscard]] const StoredMessage& first(const List& list) const {
    return places_[list.first].message;
  }
  // use(message) for each, the last one first.
  template <class Use>
  void for_each(const List& list, Use use) const {
    for (std::uint32_t at = list.first; at != kNone; at = places_[at].next)
      use(places_[at].message);
  }
  void clear(List& list) {
    for (std::uint32_t at = list.first; at != kNone;) {
      const std::uint32_t next = places_[at].next;
      places_[at].next = free_;
      free_ = at;
      at = next;
    }
    list = {};
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Place {
    StoredMessage message;
    std::uint32_t next = kNone;  // of its list, or of those that are free
  };
  std::deque<Place> places_;
  std::uint32_t free_ = kNone;
};

}  // namespace lull::analysis
