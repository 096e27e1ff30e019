// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Many short lists of waiting messages in one table; a freed entry is reused next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "lull/analysis/events/operations.hpp"

namespace lull::analysis {

class MessageLists {
 public:
  struct List {
    std::uint32_t first = kNone;
    std::uint32_t size = 0;
  };

  // Writes both sides directly into the entry: copying data that was just written is slow.
  void add(List& list, const SendOperation& send, const ReceiveOperation& receive) {
    const std::uint32_t at = new_place();
    Place& place = place_at(at);
    place.message.send = send;
    place.message.receive = receive;
    link(list, at);
  }
  // Returns whether all lists are empty.
  [[nodiscard]] bool empty() const { return used_ == 0; }
  // Moves the first message of one list to the front of another; it keeps its address.
  void move_first(List& from, List& to) {
    const std::uint32_t at = from.first;
    from.first = place_at(at).next;
    --from.size;
    link(to, at);
  }
  // The list must not be empty. Messages keep their addresses until their list is cleared.
  [[nodiscard]] const StoredMessage& first(const List& list) const {
    return place_at(list.first).message;
  }
  // Calls use(message) for each, from last to first.
  template <class Use>
  void for_each(const List& list, Use use) const {
    for (std::uint32_t at = list.first; at != kNone; at = place_at(at).next)
      use(place_at(at).message);
  }
  void clear(List& list) {
    for (std::uint32_t at = list.first; at != kNone;) {
      const std::uint32_t next = std::exchange(place_at(at).next, free_);
      free_ = at;
      at = next;
      --used_;
    }
    list = {};
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Place {
    StoredMessage message;
    std::uint32_t next = kNone;  // in its list, or in the free list
  };
  static constexpr std::uint32_t kBlock = 64;  // entries

  [[nodiscard]] Place& place_at(std::uint32_t at) const {
    return blocks_[at / kBlock][at % kBlock];
  }
  void link(List& list, std::uint32_t at) {
    place_at(at).next = std::exchange(list.first, at);
    ++list.size;
  }
  std::uint32_t new_place() {
    if (free_ == kNone) [[unlikely]]
      add_block();
    const std::uint32_t place = free_;
    free_ = place_at(place).next;
    ++used_;
    return place;
  }
  [[gnu::noinline]] void add_block() {
    const auto first = static_cast<std::uint32_t>(blocks_.size() * kBlock);
    blocks_.push_back(std::make_unique<Place[]>(kBlock));
    for (std::uint32_t at = first + kBlock; at-- > first;)
      place_at(at).next = std::exchange(free_, at);
  }

  std::vector<std::unique_ptr<Place[]>> blocks_;  // entries do not move
  std::uint32_t free_ = kNone;
  std::size_t used_ = 0;  // entries
};

}  // namespace lull::analysis
