// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/event_packer.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory_resource>
#include <type_traits>

namespace lull {
namespace {

constexpr std::size_t kBlock = 8192;

// Blocks are cut from large pieces. Among other things they would fill the gaps that whoever is
// packed leaves behind when it gives its buffers back.
std::pmr::memory_resource& block_memory() {
  static std::pmr::synchronized_pool_resource memory({256, kBlock});
  return memory;
}

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
  // The lowest bytes only, 1 to 8. Touches eight.
  void low_bytes(std::uint64_t number, std::size_t size) {
    if constexpr (std::endian::native == std::endian::big) number <<= 64 - 8 * size;
    std::memcpy(to, &number, sizeof number);
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
  std::uint64_t low_bytes(std::size_t size) {
    std::uint64_t number = 0;
    std::memcpy(&number, from, sizeof number);
    from += size;
    const std::size_t rest = 64 - 8 * size;
    if constexpr (std::endian::native == std::endian::big) return number >> rest;
    return number << rest >> rest;
  }
};

// The first byte of an event: in two bits how many bytes of time follow, in six its kind: Enter or
// Leave with one of the first regions, a message like a recent one whose place follows, or any
// other event.
constexpr unsigned kTimeBits = 2;
// How many bytes the number in these bits stands for.
constexpr std::size_t time_bytes(std::uint32_t bits) { return std::size_t{1} << (bits & 3); }
constexpr std::uint32_t kFewRegions = 31;
constexpr std::uint32_t kRecentMessage = 2 * kFewRegions;
constexpr std::uint32_t kOther = kRecentMessage + 1;

// A short kind for Enter and Leave, if there is one; `kOther` for all others.
std::uint32_t short_kind(const EventBody& body) {
  const auto* enter = std::get_if<Enter>(&body);
  const auto* leave = std::get_if<Leave>(&body);
  if (enter != nullptr && enter->region.value < kFewRegions) return enter->region.value;
  if (leave != nullptr && leave->region.value < kFewRegions)
    return kFewRegions + leave->region.value;
  return kOther;
}

// Time never goes back but in damaged traces: such a difference takes all eight bytes.
unsigned time_bits(std::uint64_t difference) {
  const auto width = std::bit_width(difference);
  return (width > 8 ? 1u : 0u) + (width > 16 ? 1u : 0u) + (width > 32 ? 1u : 0u);
}

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

using Message = RecentMessages::Message;

Message message_of(const MpiSend& event) {
  return {event.receiver, event.communicator, true, event.length};
}
Message message_of(const MpiRecv& event) {
  return {event.sender, event.communicator, false, event.length};
}
void set(EventBody& body, const Message& message, std::uint32_t tag) {
  if (message.sent)
    body = MpiSend{message.peer, message.communicator, tag, message.length};
  else
    body = MpiRecv{message.peer, message.communicator, tag, message.length};
}

template <class Body>
void write(Writer& to, const Body& body) {
  if constexpr (std::is_same_v<Body, Enter> || std::is_same_v<Body, Leave>) {
    to.number(body.region.value);
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
  } else if constexpr (std::is_same_v<Body, MetricSample>) {
    body.metric.value = static_cast<std::uint32_t>(from.number());
    std::vector<Value>& copy = values.emplace_back(from.number());
    from.bytes(copy.data(), copy.size() * sizeof(Value));
    body.values = copy;
  } else if constexpr (!std::is_empty_v<Body>) {
    from.bytes(&body, sizeof body);
  }
}

// use(message, tag) if it is a send or receive.
template <class Use>
void with_message(const EventBody& body, Use use) {
  if (const auto* send = std::get_if<MpiSend>(&body)) use(message_of(*send), send->tag);
  if (const auto* receive = std::get_if<MpiRecv>(&body)) use(message_of(*receive), receive->tag);
}

// The event without its time, which it gives relative to that of the event before.
std::uint64_t read_event(Reader& from, Event& event, RecentMessages& messages,
                         std::vector<std::vector<Value>>& values) {
  const auto first = static_cast<std::uint32_t>(*from.from++);
  const std::uint64_t passed = from.low_bytes(time_bytes(first));
  event.attributes = nullptr;
  const std::uint32_t kind = first >> kTimeBits;
  if (kind == kRecentMessage) {
    const auto place = static_cast<std::uint8_t>(*from.from++);
    set(event.body, messages[place], static_cast<std::uint32_t>(from.number()));
  } else if (kind < kFewRegions) {
    event.body.emplace<Enter>().region = RegionId(kind);
  } else if (kind < kRecentMessage) {
    event.body.emplace<Leave>().region = RegionId(kind - kFewRegions);
  } else {
    const auto fill = [&](auto& body) { read(from, body, values); };
    with_kind(from.number(), event.body, fill);
    with_message(event.body,
                 [&](const Message& message, std::uint32_t) { messages.remember(message); });
  }
  return passed;
}

}  // namespace

void EventPacker::Return::operator()(std::byte* bytes) const {
  block_memory().deallocate(bytes, size);
}

// Goes on in a new block. Where that begins.
std::byte* EventPacker::make_room(std::byte* written, std::size_t size) {
  if (!blocks_.empty()) blocks_.back().end = written;
  constexpr std::size_t kTouched = sizeof(std::uint64_t);  // behind the end
  const std::size_t whole = std::max(size + kTouched, kBlock);
  auto* const begin = static_cast<std::byte*>(block_memory().allocate(whole));
  blocks_.push_back({{begin, Return{whole}}, nullptr});
  room_end_ = begin + whole - kTouched;
  if (blocks_.size() == 1) position_ = begin;
  return begin;
}

void EventPacker::pack(std::span<const Event> events) {
  constexpr std::size_t kMost = 80;  // more numbers than any event takes
  static_assert(sizeof(EventBody) < kMost);
  Writer to{written_};
  std::uint64_t time = packed_time_;
  for (const Event& event : events) {
    std::size_t size = kMost;
    if (const auto* sample = std::get_if<MetricSample>(&event.body)) [[unlikely]]
      size += sample->values.size_bytes();
    if (static_cast<std::size_t>(room_end_ - to.to) < size) [[unlikely]]
      to.to = make_room(to.to, size);
    const std::uint64_t passed = event.time.ticks - time;
    time = event.time.ticks;
    const unsigned bits_of_time = time_bits(passed);
    std::uint32_t kind = short_kind(event.body);
    std::uint8_t place = 0;
    std::uint32_t message_tag = 0;
    with_message(event.body, [&](const Message& message, std::uint32_t tag) {
      message_tag = tag;
      place = RecentMessages::place_of(message);
      if (packed_messages_[place] == message) kind = kRecentMessage;
      packed_messages_.remember(message);
    });
    *to.to++ = static_cast<std::byte>(kind << kTimeBits | bits_of_time);
    to.low_bytes(passed, time_bytes(bits_of_time));
    if (kind == kRecentMessage) {
      *to.to++ = static_cast<std::byte>(place);
      to.number(message_tag);
    }
    if (kind != kOther) continue;
    to.number(event.body.index());
    std::visit([&to](const auto& body) { write(to, body); }, event.body);
  }
  written_ = to.to;
  packed_time_ = time;
  size_ += events.size();
}

void EventPacker::unpack(std::size_t limit, std::vector<Event>& events,
                         std::vector<std::vector<Value>>& values) {
  const std::size_t number = std::min(limit, size_);
  values.reserve(number);  // their places must not change
  events.resize(number);
  Reader from{position_};
  const std::byte* end = first_end();
  for (Event& event : events) {
    if (from.from == end) [[unlikely]] {
      blocks_.pop_front();
      from.from = blocks_.front().bytes.get();
      end = first_end();
    }
    unpacked_time_ += read_event(from, event, unpacked_messages_, values);
    event.time = Timestamp{unpacked_time_};
  }
  position_ = from.from;
  size_ -= number;
  if (size_ == 0) {
    blocks_.clear();
    room_end_ = written_ = nullptr;
  }
}

}  // namespace lull
