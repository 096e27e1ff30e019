// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/global/event_store.hpp"

#include <algorithm>
#include <utility>

namespace lull {
namespace {

// Number of blocks that are read at once. After a file was closed, its position must be searched
// again.
constexpr std::size_t kAhead = 32;
constexpr std::size_t kAheadOfMany = 128;
constexpr std::size_t kOpenFiles = 64;

}  // namespace

EventStore::EventStore(const TraceSource& source, std::size_t memory)
    : source_(source), memory_(memory), streams_(source.definitions().location_count()) {}

std::shared_ptr<const EventStore::Block> EventStore::block(LocationId location,
                                                           std::size_t number) {
  Stream& stream = streams_.at(location.index());
  const auto is_here = [&] { return number < stream.slots.size() && stream.slots[number].block; };
  if (!is_here()) {
    if (stream.ended && number >= stream.slots.size()) return nullptr;
    if (const std::size_t wanted = std::min(number, stream.slots.size()); wanted != stream.next) {
      stream.cursor->seek(std::uint64_t{wanted} * kBlockEvents);
      stream.next = wanted;
      stream.open_bytes = stream.open_events = 0;
      stream.encoder = {};
    }
    while (!is_here() && !(stream.ended && stream.next >= stream.slots.size()))
      read_on(location, stream);
    if (!is_here()) return nullptr;
  }
  Slot& slot = stream.slots[number];
  uses_.splice(uses_.begin(), uses_, slot.use);
  auto found = slot.block;
  drop_old();
  return found;
}

void EventStore::read_on(LocationId location, Stream& stream) {
  if (!stream.cursor) stream.cursor = source_.open(location, select_all_events());
  const bool many = streams_.size() > kOpenFiles;
  const std::size_t until = stream.next + (many ? kAheadOfMany : kAhead);
  while (stream.next < until) {
    const std::span<const Event> events = stream.cursor->next();
    add(location, stream, events);
    if (!events.empty()) continue;
    if (stream.open_events > 0) close_block(location, stream);
    stream.ended = true;
    stream.next = std::max(stream.next, stream.slots.size());
    return;
  }
  if (many) stream.cursor->release(0);
}

void EventStore::add(LocationId location, Stream& stream, std::span<const Event> events) {
  while (!events.empty()) {
    const auto now = events.first(std::min(events.size(), kBlockEvents - stream.open_events));
    EventEncoder encoder = stream.encoder;
    std::size_t used = stream.open_bytes;
    for (const Event& event : now) {
      const std::size_t room = used + EventEncoder::room_for(event) + EventEncoder::kTouched;
      if (stream.open.size() < room) stream.open.resize(2 * room);
      std::byte* const begin = stream.open.data();
      used = static_cast<std::size_t>(encoder.write(event, begin + used) - begin);
    }
    stream.encoder = encoder;
    stream.open_bytes = used;
    stream.open_events += now.size();
    if (stream.open_events == kBlockEvents) close_block(location, stream);
    events = events.subspan(now.size());
  }
}

void EventStore::close_block(LocationId location, Stream& stream) {
  if (stream.next >= stream.slots.size()) stream.slots.resize(stream.next + 1);
  if (Slot& slot = stream.slots[stream.next]; !slot.block) {
    const auto size = static_cast<std::ptrdiff_t>(stream.open_bytes + EventEncoder::kTouched);
    Block whole{{stream.open.begin(), stream.open.begin() + size}, stream.open_events};
    bytes_ += whole.bytes.size();
    slot.block = std::make_shared<const Block>(std::move(whole));
    uses_.emplace_front(location, stream.next);
    slot.use = uses_.begin();
  }
  ++stream.next;
  stream.open_bytes = stream.open_events = 0;
  stream.encoder = {};
}

void EventStore::drop_old() {
  while (bytes_ > memory_ && uses_.size() > 1) {
    const auto [location, number] = uses_.back();
    Slot& slot = streams_[location.index()].slots[number];
    bytes_ -= slot.block->bytes.size();
    slot.block.reset();
    uses_.pop_back();
  }
}

std::vector<std::string> EventStore::damage() const {
  std::vector<std::string> sentences;
  for (const Stream& stream : streams_)
    if (stream.cursor && !stream.cursor->damage().empty())
      sentences.push_back(stream.cursor->damage());
  return sentences;
}

}  // namespace lull
