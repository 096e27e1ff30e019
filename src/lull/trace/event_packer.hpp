// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Events as bytes (event_coding.hpp), first in, first out. Attributes of events are not kept.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "lull/trace/event_coding.hpp"

namespace lull {

class EventPacker {
 public:
  void pack(std::span<const Event> events);
  // Events that were packed and not unpacked yet.
  [[nodiscard]] std::size_t size() const { return size_; }

  // Takes out up to `limit` events; metric values go into `values`.
  void unpack(std::size_t limit, std::vector<Event>& events,
              std::vector<std::vector<Value>>& values);

 private:
  // Gives a block's memory back to where all blocks come from.
  struct Return {
    std::size_t size = 0;
    void operator()(std::byte* bytes) const;
  };
  // Given back as soon as it is unpacked.
  struct Block {
    std::unique_ptr<std::byte[], Return> bytes;
    const std::byte* end = nullptr;  // of what was written; known when the next block begins
  };

  std::byte* make_room(std::byte* written, std::size_t size);
  // The end of what the first block holds.
  [[nodiscard]] const std::byte* first_end() const {
    return blocks_.size() > 1 ? blocks_.front().end : written_;
  }

  std::deque<Block> blocks_;
  std::byte* room_end_ = nullptr;        // of the last block
  std::byte* written_ = nullptr;         // in the last block, the end of what is packed
  const std::byte* position_ = nullptr;  // in the first block, of what is unpacked next
  std::size_t size_ = 0;
  EventEncoder encoder_;
  EventDecoder decoder_;
};

}  // namespace lull
