// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/event_packer.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace lull {
namespace {

constexpr std::size_t kBlock = 8192;

constexpr std::uint64_t zigzag(std::uint64_t difference) {
  return difference << 1 ^ (0 - (difference >> 63));
}
constexpr std::uint64_t unzigzag(std::uint64_t number) { return number >> 1 ^ (0 - (number & 1)); }

// Numbers of seven bits a byte, the lowest first; the eighth says that more follow.
struct Writer {
  std::byte* to;

  void number(std::uint64_t number) {
    while (number >= 0x80) {
      *to++ = static_cast<std::byte>(number | 0x80);
      number >>= 7;
    }
    *to++ = static_cast<std::byte>(number);
  }
  void bytes(const void* bytes, std::size_t size) {
    if (size > 0) std::memcpy(to, bytes, size);
    to += size;
  }
};

struct Reader {
  const std::byte* from;

  std::uint64_t number() {
    auto byte = static_cast<std::uint64_t>(*from++);
    std::uint64_t number = byte & 0x7F;
    for (unsigned shift = 7; byte >= 0x80; shift += 7) {
      byte = static_cast<std::uint64_t>(*from++);
      number |= (byte & 0x7F) << shift;
    }
    return number;
  }
  void bytes(void* bytes, std::size_t size) {
    if (size > 0) std::memcpy(bytes, from, size);
    from += size;
  }
};

// Makes an event of the given kind with `fill(body)`.
template <std::size_t Kind = 0, class Fill>
void with_kind(std::size_t kind, EventBody& body, Fill& fill) {
  if constexpr (Kind < std::variant_size_v<EventBody>) {
    if (kind == Kind)
      fill(body.emplace<Kind>());
    else
      with_kind<Kind + 1>(kind, body, fill);
  }
}

auto& peer_of(MpiSend& event) { return event.receiver; }
auto& peer_of(MpiRecv& event) { return event.sender; }
auto peer_of(const MpiSend& event) { return event.receiver; }
auto peer_of(const MpiRecv& event) { return event.sender; }

template <class Body>
void write(Writer& to, const Body& body) {
  if constexpr (std::is_same_v<Body, Enter> || std::is_same_v<Body, Leave>) {
    to.number(body.region.value);
  } else if constexpr (std::is_same_v<Body, MpiSend> || std::is_same_v<Body, MpiRecv>) {
    to.number(peer_of(body));
    to.number(body.communicator.value);
    to.number(body.tag);
    to.number(body.length);
  } else if constexpr (std::is_same_v<Body, MetricSample>) {
    to.number(body.metric.value);
    to.number(body.values.size());
    to.bytes(body.values.data(), body.values.size_bytes());
  } else if constexpr (!std::is_empty_v<Body>) {
    static_assert(std::is_trivially_copyable_v<Body>);
    to.bytes(&body, sizeof body);
  }
}

template <class Body>
void read(Reader& from, Body& body, std::vector<std::vector<Value>>& values) {
  if constexpr (std::is_same_v<Body, Enter> || std::is_same_v<Body, Leave>) {
    body.region.value = static_cast<std::uint32_t>(from.number());
  } else if constexpr (std::is_same_v<Body, MpiSend> || std::is_same_v<Body, MpiRecv>) {
    peer_of(body) = static_cast<std::uint32_t>(from.number());
    body.communicator.value = static_cast<std::uint32_t>(from.number());
    body.tag = static_cast<std::uint32_t>(from.number());
    body.length = from.number();
  } else if constexpr (std::is_same_v<Body, MetricSample>) {
    body.metric.value = static_cast<std::uint32_t>(from.number());
    std::vector<Value>& copy = values.emplace_back(from.number());
    from.bytes(copy.data(), copy.size() * sizeof(Value));
    body.values = copy;
  } else if constexpr (!std::is_empty_v<Body>) {
    from.bytes(&body, sizeof body);
  }
}

}  // namespace

void EventPacker::make_room(std::size_t size) {
  const std::size_t room = std::max(size, kBlock);
  Block& block = blocks_.emplace_back(std::make_unique_for_overwrite<std::byte[]>(room), nullptr);
  block.end = block.bytes.get();
  room_end_ = block.end + room;
  if (blocks_.size() == 1) position_ = block.end;
}

void EventPacker::pack(const Event& event) {
  constexpr std::size_t kMost = 8 * 10;  // more numbers than any event takes
  static_assert(sizeof(EventBody) < kMost);
  std::size_t size = kMost;
  if (const auto* sample = std::get_if<MetricSample>(&event.body)) [[unlikely]]
    size += sample->values.size_bytes();
  if (blocks_.empty() || static_cast<std::size_t>(room_end_ - blocks_.back().end) < size)
    make_room(size);
  Writer to{blocks_.back().end};
  to.number(event.body.index());
  to.number(zigzag(event.time.ticks - packed_time_));
  packed_time_ = event.time.ticks;
  std::visit([&to](const auto& body) { write(to, body); }, event.body);
  blocks_.back().end = to.to;
  ++size_;
}

void EventPacker::unpack(std::size_t limit, std::vector<Event>& events,
                         std::vector<std::vector<Value>>& values) {
  const std::size_t number = std::min(limit, size_);
  values.reserve(number);  // their places must not change
  events.resize(number);
  Reader from{position_};
  for (Event& event : events) {
    if (from.from == blocks_.front().end) {
      blocks_.pop_front();
      from.from = blocks_.front().bytes.get();
    }
    const std::uint64_t kind = from.number();
    unpacked_time_ += unzigzag(from.number());
    event.time = Timestamp{unpacked_time_};
    event.attributes = nullptr;
    const auto fill = [&](auto& body) { read(from, body, values); };
    with_kind(kind, event.body, fill);
  }
  position_ = from.from;
  size_ -= number;
  if (size_ == 0) blocks_.clear();
}

}  // namespace lull
