// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Many short lists of messages that wait, in one table: a place that was given up is the next one
// to be taken.
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

  // What was written just now is slow to copy: the two sides go straight to their place.
  void add(List& list, const SendOperation& send, const ReceiveOperation& receive) {
    const std::uint32_t at = new_place();
    Place& place = place_at(at);
    place.message.send = send;
    place.message.receive = receive;
    link(list, at);
  }
  // Whether no list has any.
  [[nodiscard]] bool empty() const { return used_ == 0; }
  // The first of one list becomes the first of another one, and stays where it is.
  void move_first(List& from, List& to) {
    const std::uint32_t at = from.first;
    from.first = place_at(at).next;
    --from.size;
    link(to, at);
  }
  // Of a list that is not empty. Messages stay where they are until their list is cleared.
  [[nodiscard]] const StoredMessage& first(const List& list) const {
    return place_at(list.first).message;
  }
  // use(message) for each, the last one first.
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
    std::uint32_t next = kNone;  // of its list, or of those that are free
  };
  static constexpr std::uint32_t kBlock = 64;  // places

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

  std::vector<std::unique_ptr<Place[]>> blocks_;  // places stay where they are
  std::uint32_t free_ = kNone;
  std::size_t used_ = 0;  // places
};

}  // namespace lull::analysis
