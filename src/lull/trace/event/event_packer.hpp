// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Packs events into bytes (event_coding.hpp), first in, first out. Event attributes are kept
// separately, if requested.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "lull/base/memory/fifo.hpp"
#include "lull/trace/event/event_coding.hpp"

namespace lull {

class EventPacker {
 public:
  // Keeps attributes from now on.
  void keep_attributes() { keeps_attributes_ = true; }
  // Attaches attributes to the event that was packed last.
  void attach(const AttributeList& attributes) {
    attributes_.push_back({taken_ + size_ - 1, attributes});
  }

  void pack(std::span<const Event> events);
  template <class Body>
  void pack(Timestamp time, const Body& body) {
    const std::size_t size = EventEncoder::room_for(body);
    if (static_cast<std::size_t>(room_end_ - written_) < size) [[unlikely]]
      written_ = make_room(written_, size);
    written_ = encoder_.write(time, body, written_);
    ++size_;
  }
  // Returns the number of events that were packed and not yet unpacked.
  [[nodiscard]] std::size_t size() const { return size_; }

  // Returns the time of the next event; there must be one.
  [[nodiscard]] Timestamp next_time() { return decoder_.time_at(next_place()); }
  // Takes out up to `limit` events; metric values go into `values`. Attributes live until the next
  // call.
  void unpack(std::size_t limit, std::vector<Event>& events,
              std::vector<std::vector<Value>>& values);
  // Takes out the next events, without attributes, by calling use(time, body) while
  // is_wanted(time). Returns their number.
  template <class IsWanted, class Use>
  std::size_t unpack_while(IsWanted is_wanted, Use use);

 private:
  // Returns a block's memory to the resource that all blocks come from.
  struct Return {
    std::size_t size = 0;
    void operator()(std::byte* bytes) const;
  };
  // Freed as soon as it is unpacked.
  struct Block {
    std::unique_ptr<std::byte[], Return> bytes;
    const std::byte* end = nullptr;  // end of the written bytes; known when the next block begins
  };

  std::byte* make_room(std::byte* written, std::size_t size);
  void go_to_next_block();
  const std::byte* next_place() {
    if (position_ == first_end()) go_to_next_block();
    return position_;
  }
  void took(std::size_t number);
  // Returns the end of the first block's contents.
  [[nodiscard]] const std::byte* first_end() const {
    return blocks_.size() > 1 ? blocks_.front().end : written_;
  }

  Fifo<Block> blocks_;
  std::byte* room_end_ = nullptr;        // the last block's
  std::byte* written_ = nullptr;         // in the last block: end of the packed bytes
  const std::byte* position_ = nullptr;  // in the first block: next event to unpack
  std::size_t size_ = 0;
  struct Attached {
    std::uint64_t event;  // its number
    AttributeList attributes;
  };
  bool keeps_attributes_ = false;
  std::uint64_t taken_ = 0;    // number of events unpacked so far
  Fifo<Attached> attributes_;  // attributes of events not yet unpacked
  std::unique_ptr<std::deque<AttributeList>> unpacked_ = nullptr;  // null until there are any
  EventEncoder encoder_;
  EventDecoder decoder_;
};

template <class IsWanted, class Use>
std::size_t EventPacker::unpack_while(IsWanted is_wanted, Use use) {
  std::vector<std::vector<Value>> values;
  std::size_t number = 0;
  while (number < size_) {
    const std::byte* const place = next_place();
    if (!is_wanted(decoder_.time_at(place))) break;
    position_ = decoder_.read(place, values, use);
    if (!values.empty()) values.clear();
    ++number;
  }
  took(number);
  return number;
}

}  // namespace lull
