// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/event/event_packer.hpp"

#include <algorithm>
#include <memory_resource>
#include <utility>

namespace lull {
namespace {

constexpr std::size_t kBlock = 8192;

// Blocks are cut from large pieces of memory: among other allocations, they would fill the gaps
// left by the buffers that a packed location has freed.
std::pmr::memory_resource& block_memory() {
  static std::pmr::synchronized_pool_resource memory({256, kBlock});
  return memory;
}

}  // namespace

void EventPacker::Return::operator()(std::byte* bytes) const {
  block_memory().deallocate(bytes, size);
}

// Continues in a new block. Returns where it begins.
std::byte* EventPacker::make_room(std::byte* written, std::size_t size) {
  if (!blocks_.empty()) blocks_.back().end = written;
  constexpr std::size_t kTouched = EventEncoder::kTouched;
  const std::size_t whole = std::max(size + kTouched, kBlock);
  auto* const begin = static_cast<std::byte*>(block_memory().allocate(whole));
  blocks_.push_back({{begin, Return{whole}}, nullptr});
  room_end_ = begin + whole - kTouched;
  if (blocks_.size() == 1) position_ = begin;
  return begin;
}

void EventPacker::pack(std::span<const Event> events) {
  EventEncoder encoder = encoder_;
  std::byte* to = written_;
  for (const Event& event : events) {
    const std::size_t size = EventEncoder::room_for(event);
    if (static_cast<std::size_t>(room_end_ - to) < size) [[unlikely]]
      to = make_room(to, size);
    to = encoder.write(event, to);
  }
  encoder_ = encoder;
  written_ = to;
  size_ += events.size();
  if (!keeps_attributes_) return;
  for (std::size_t i = 0; i < events.size(); ++i)
    if (events[i].attributes != nullptr)
      attributes_.push_back({taken_ + size_ - events.size() + i, *events[i].attributes});
}

void EventPacker::go_to_next_block() {
  blocks_.pop_front();
  position_ = blocks_.front().bytes.get();
}

void EventPacker::took(std::size_t number) {
  size_ -= number;
  taken_ += number;
  while (!attributes_.empty() && attributes_.front().event < taken_) attributes_.pop_front();
  if (size_ > 0) return;
  blocks_.clear();
  room_end_ = written_ = nullptr;
}

void EventPacker::unpack(std::size_t limit, std::vector<Event>& events,
                         std::vector<std::vector<Value>>& values) {
  events.resize(std::min(limit, size_));
  for (Event& event : events) position_ = decoder_.read(next_place(), event, values);
  if (keeps_attributes_) {
    if (unpacked_ == nullptr) unpacked_ = std::make_unique<std::deque<AttributeList>>();
    unpacked_->clear();
    for (; !attributes_.empty() && attributes_.front().event - taken_ < events.size();
         attributes_.pop_front())
      events[attributes_.front().event - taken_].attributes =
          &unpacked_->emplace_back(std::move(attributes_.front().attributes));
  }
  took(events.size());
}

}  // namespace lull
