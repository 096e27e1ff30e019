// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A cursor for traces with more locations than files may be open: reads many events ahead, packs
// them into a few bytes each, and gives the file back until they are used up. Attributes of events
// are not kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "lull/trace/cursor.hpp"

namespace lull {

// Events as bytes: a kind, the time since the event before, and what the event holds.
class EventPacker {
 public:
  void clear();
  void pack(const Event& event);
  // Gives back memory that the packed events do not need.
  void shrink();
  [[nodiscard]] std::size_t size() const { return count_; }

  // Unpacks up to `limit` events behind those unpacked before; metric values go into `values`.
  void unpack(std::size_t limit, std::vector<Event>& events,
              std::vector<std::vector<Value>>& values);
  [[nodiscard]] bool exhausted() const { return unpacked_ == count_; }

 private:
  void make_room(std::size_t size);
  void put(std::uint64_t number);
  void put_bytes(const void* bytes, std::size_t size);
  std::uint64_t take();
  void take_bytes(void* bytes, std::size_t size);
  void unpack_one(Event& event, std::vector<std::vector<Value>>& values);

  std::vector<std::byte> bytes_;
  std::size_t end_ = 0;       // of what was packed
  std::size_t position_ = 0;  // of what is unpacked next
  std::size_t count_ = 0;
  std::size_t unpacked_ = 0;
  std::uint64_t packed_time_ = 0;
  std::uint64_t unpacked_time_ = 0;
};

// Reads up to `ahead` events at a time from `inner`.
[[nodiscard]] std::unique_ptr<EventCursor> make_stashed_cursor(std::unique_ptr<EventCursor> inner,
                                                               std::size_t ahead);

}  // namespace lull
