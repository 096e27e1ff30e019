// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Encodes events as bytes, one after the other: the kind, the time since the previous event, and
// the event's contents. The most frequent events take two to four bytes. An encoder and a decoder
// that start together always have the same state. Event attributes are not kept.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <variant>
#include <vector>

#include "lull/trace/event/event.hpp"

namespace lull {

// Recently packed sends and receives: the next one often equals one of them except for its tag. The
// encoder and the decoder each keep such a table, and both tables are always equal.
class RecentMessages {
 public:
  struct Message {
    std::uint32_t peer = 0;
    CommunicatorId communicator;
    bool sent = false;
    std::uint64_t length = 0;
    friend bool operator==(const Message&, const Message&) = default;
  };

  // Returns where the message is, or would be.
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

namespace event_coding {

// Writes numbers with seven bits per byte, lowest first; the eighth bit marks that more bytes
// follow.
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
  // Writes only the lowest `size` bytes (1 to 8), but touches eight.
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

// The first byte of an event. Two bits give the number of bytes of time that follow; six give the
// kind: Enter or Leave with one of the first regions, a message like a recent one, whose place
// follows, or any other event.
constexpr unsigned kTimeBits = 2;
// Returns the number of bytes that these bits stand for.
constexpr std::size_t time_bytes(std::uint32_t bits) { return std::size_t{1} << (bits & 3); }
constexpr std::uint32_t kFewRegions = 31;
constexpr std::uint32_t kRecentMessage = 2 * kFewRegions;
constexpr std::uint32_t kOther = kRecentMessage + 1;

// Returns the short kind of an Enter or Leave, if there is one; otherwise `kOther`.
template <class Body>
std::uint32_t short_kind([[maybe_unused]] const Body& body) {
  if constexpr (std::is_same_v<Body, Enter>)
    if (body.region.value < kFewRegions) return body.region.value;
  if constexpr (std::is_same_v<Body, Leave>)
    if (body.region.value < kFewRegions) return kFewRegions + body.region.value;
  return kOther;
}

// Time goes back only in damaged traces; such a difference takes all eight bytes.
inline unsigned time_bits(std::uint64_t difference) {
  const auto width = std::bit_width(difference);
  return (width > 8 ? 1u : 0u) + (width > 16 ? 1u : 0u) + (width > 32 ? 1u : 0u);
}

// Calls use(Body{}) with the type of event that has the given number.
template <std::size_t Kind = 0, class Use>
void with_kind(std::size_t kind, Use& use) {
  if constexpr (Kind < std::variant_size_v<EventBody>) {
    if (kind == Kind)
      use(std::variant_alternative_t<Kind, EventBody>{});
    else
      with_kind<Kind + 1>(kind, use);
  }
}

using Message = RecentMessages::Message;

template <class Body>
inline constexpr bool kIsMessage = std::is_same_v<Body, MpiSend> || std::is_same_v<Body, MpiRecv>;

inline Message message_of(const MpiSend& event) {
  return {event.receiver, event.communicator, true, event.length};
}
inline Message message_of(const MpiRecv& event) {
  return {event.sender, event.communicator, false, event.length};
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

}  // namespace event_coding

class EventEncoder {
 public:
  // The number of bytes after the written ones that are touched as well.
  static constexpr std::size_t kTouched = sizeof(std::uint64_t);

  // Returns more bytes than such an event takes.
  template <class Body>
  [[nodiscard]] static std::size_t room_for([[maybe_unused]] const Body& body) {
    constexpr std::size_t kMost = 80;
    static_assert(sizeof(EventBody) < kMost);
    if constexpr (std::is_same_v<Body, MetricSample>)
      return kMost + body.values.size_bytes();
    else
      return kMost;
  }
  [[nodiscard]] static std::size_t room_for(const Event& event) {
    const auto* sample = std::get_if<MetricSample>(&event.body);
    return sample == nullptr ? room_for(Enter{}) : room_for(*sample);
  }

  // Writes the event at `place`, and returns where the next one goes.
  std::byte* write(const Event& event, std::byte* place) {
    // The most frequent kinds avoid the function table.
    if (const auto* enter = std::get_if<Enter>(&event.body))
      return write(event.time, *enter, place);
    if (const auto* leave = std::get_if<Leave>(&event.body))
      return write(event.time, *leave, place);
    if (const auto* send = std::get_if<MpiSend>(&event.body))
      return write(event.time, *send, place);
    if (const auto* receive = std::get_if<MpiRecv>(&event.body))
      return write(event.time, *receive, place);
    return std::visit([&](const auto& body) { return write(event.time, body, place); }, event.body);
  }

  template <class Body>
  std::byte* write(Timestamp time, const Body& body, std::byte* place) {
    using namespace event_coding;
    Writer to{place};
    const std::uint64_t passed = time.ticks - time_;
    time_ = time.ticks;
    const unsigned bits_of_time = time_bits(passed);
    std::uint32_t kind = short_kind(body);
    [[maybe_unused]] std::uint8_t recent = 0;
    if constexpr (kIsMessage<Body>) {
      const Message message = message_of(body);
      recent = RecentMessages::place_of(message);
      if (messages_[recent] == message) kind = kRecentMessage;
      messages_.remember(message);
    }
    *to.to++ = static_cast<std::byte>(kind << kTimeBits | bits_of_time);
    to.low_bytes(passed, time_bytes(bits_of_time));
    if (kind == kOther) {
      to.number(kEventKind<Body>);
      event_coding::write(to, body);
      return to.to;
    }
    if constexpr (kIsMessage<Body>) {
      *to.to++ = static_cast<std::byte>(recent);
      to.number(body.tag);
    }
    return to.to;
  }

 private:
  std::uint64_t time_ = 0;
  RecentMessages messages_;
};

class EventDecoder {
 public:
  // Returns the time of the event at `place`.
  [[nodiscard]] Timestamp time_at(const std::byte* place) const {
    event_coding::Reader from{place + 1};
    return Timestamp{time_ +
                     from.low_bytes(event_coding::time_bytes(static_cast<std::uint32_t>(*place)))};
  }

  // Reads the event at `place`; metric values go into `values`, and must stay there as long as the
  // event is used. Returns where the next one is.
  const std::byte* read(const std::byte* place, Event& event,
                        std::vector<std::vector<Value>>& values) {
    event.attributes = nullptr;
    return read(place, values, [&event](Timestamp time, const auto& body) {
      event.time = time;
      event.body = body;
    });
  }

  // Does the same, but calls use(time, body).
  template <class Use>
  const std::byte* read(const std::byte* place, std::vector<std::vector<Value>>& values, Use use) {
    using namespace event_coding;
    Reader from{place};
    const auto first = static_cast<std::uint32_t>(*from.from++);
    time_ += from.low_bytes(time_bytes(first));
    const Timestamp time{time_};
    const std::uint32_t kind = first >> kTimeBits;
    if (kind < kFewRegions) {
      use(time, Enter{RegionId(kind)});
    } else if (kind < kRecentMessage) {
      use(time, Leave{RegionId(kind - kFewRegions)});
    } else if (kind == kRecentMessage) {
      const Message& message = messages_[static_cast<std::uint8_t>(*from.from++)];
      const auto tag = static_cast<std::uint32_t>(from.number());
      if (message.sent)
        use(time, MpiSend{message.peer, message.communicator, tag, message.length});
      else
        use(time, MpiRecv{message.peer, message.communicator, tag, message.length});
    } else {
      const auto read_body = [&]<class Body>(Body body) {
        event_coding::read(from, body, values);
        if constexpr (kIsMessage<Body>) messages_.remember(message_of(body));
        use(time, body);
      };
      with_kind(from.number(), read_body);
    }
    return from.from;
  }

 private:
  std::uint64_t time_ = 0;
  RecentMessages messages_;
};

}  // namespace lull
