// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Events as bytes: a kind, the time since the event before, and what the event holds; two to four
// bytes for the commonest. First in, first out. Attributes of events are not kept.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "lull/trace/event.hpp"

namespace lull {

// Sends and receives that were packed not long ago: the next one is often like one of them, but for
// its tag. Packing and unpacking keep one each, which are always alike.
class RecentMessages {
 public:
  struct Message {
    std::uint32_t peer = 0;
    CommunicatorId communicator;
    bool sent = false;
    std::uint64_t length = 0;
    friend bool operator==(const Message&, const Message&) = default;
  };

  // Where it is, or would be.
  [[nodiscard]] static std::uint8_t place_of(const Message& message) {
    const std::uint64_t key =
        (std::uint64_t{message.peer} << 1 | (message.sent ? 1u : 0u)) ^ message.length << 32;
    return static_cast<std::uint8_t>((key * 0x9E3779B97F4A7C15ull) >> 60);
  }
  [[nodiscard]] const Message& operator[](std::uint8_t place) const { return messages_[place]; }
  void remember(const Message& message) { messages_[place_of(message)] = message; }

 private:
  std::array<Message, 16> messages_;
};

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
  std::uint64_t packed_time_ = 0;
  std::uint64_t unpacked_time_ = 0;
  RecentMessages packed_messages_;
  RecentMessages unpacked_messages_;
};

}  // namespace lull
