// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/stashed_cursor.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <type_traits>
#include <utility>

namespace lull {
namespace {

constexpr std::size_t kBatch = 64;

constexpr std::uint64_t zigzag(std::uint64_t difference) {
  return difference << 1 ^ (0 - (difference >> 63));
}
constexpr std::uint64_t unzigzag(std::uint64_t number) { return number >> 1 ^ (0 - (number & 1)); }

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

class StashedCursor final : public EventCursor {
 public:
  StashedCursor(std::unique_ptr<EventCursor> inner, std::size_t ahead)
      : inner_(std::move(inner)), ahead_(ahead) {}

  std::span<const Event> next() override {
    if (packer_.exhausted()) refill();
    values_.clear();
    packer_.unpack(kBatch, events_, values_);
    return events_;
  }

  void release(std::size_t unread) override {
    assert(unread == 0);  // events that were packed need no file
    static_cast<void>(unread);
  }
  [[nodiscard]] const std::string& damage() const override { return inner_->damage(); }

 private:
  void refill() {
    packer_.clear();
    while (!ended_ && packer_.size() < ahead_) {
      const std::span<const Event> events = inner_->next();
      ended_ = events.empty();
      for (const Event& event : events) packer_.pack(event);
    }
    packer_.shrink();
    if (!ended_) inner_->release(0);
  }

  std::unique_ptr<EventCursor> inner_;
  std::size_t ahead_;
  bool ended_ = false;
  EventPacker packer_;
  std::vector<Event> events_;
  std::vector<std::vector<Value>> values_;
};

}  // namespace

void EventPacker::clear() {
  position_ = end_ = count_ = unpacked_ = 0;
  packed_time_ = unpacked_time_ = 0;
}

// Seven bits a byte, the lowest first; the eighth says that more follow. pack() has made room.
void EventPacker::put(std::uint64_t number) {
  while (number >= 0x80) {
    bytes_[end_++] = static_cast<std::byte>(number | 0x80);
    number >>= 7;
  }
  bytes_[end_++] = static_cast<std::byte>(number);
}

void EventPacker::make_room(std::size_t size) {
  if (bytes_.size() - end_ < size) bytes_.resize(std::max(2 * bytes_.size(), end_ + size));
}

void EventPacker::shrink() {
  bytes_.resize(end_);
  bytes_.shrink_to_fit();
}

std::uint64_t EventPacker::take() {
  std::uint64_t number = 0;
  for (unsigned shift = 0;; shift += 7) {
    const auto byte = static_cast<std::uint64_t>(bytes_[position_++]);
    number |= (byte & 0x7F) << shift;
    if (byte < 0x80) return number;
  }
}

void EventPacker::put_bytes(const void* bytes, std::size_t size) {
  make_room(size);
  std::memcpy(bytes_.data() + end_, bytes, size);
  end_ += size;
}

void EventPacker::take_bytes(void* bytes, std::size_t size) {
  std::memcpy(bytes, bytes_.data() + position_, size);
  position_ += size;
}

void EventPacker::pack(const Event& event) {
  constexpr std::size_t kNumbers = 8;  // more than any event takes
  constexpr std::size_t kNumberBytes = 10;
  make_room(kNumbers * kNumberBytes);
  put(event.body.index());
  put(zigzag(event.time.ticks - packed_time_));
  packed_time_ = event.time.ticks;
  ++count_;
  std::visit(
      [this]<class Body>(const Body& body) {
        if constexpr (std::is_same_v<Body, Enter> || std::is_same_v<Body, Leave>) {
          put(body.region.value);
        } else if constexpr (std::is_same_v<Body, MpiSend> || std::is_same_v<Body, MpiRecv>) {
          put(peer_of(body));
          put(body.communicator.value);
          put(body.tag);
          put(body.length);
        } else if constexpr (std::is_same_v<Body, MetricSample>) {
          put(body.metric.value);
          put(body.values.size());
          put_bytes(body.values.data(), body.values.size_bytes());
        } else if constexpr (!std::is_empty_v<Body>) {
          static_assert(std::is_trivially_copyable_v<Body>);
          put_bytes(&body, sizeof body);
        }
      },
      event.body);
}

void EventPacker::unpack_one(Event& event, std::vector<std::vector<Value>>& values) {
  const std::uint64_t kind = take();
  unpacked_time_ += unzigzag(take());
  event.time = Timestamp{unpacked_time_};
  event.attributes = nullptr;
  const auto fill = [this, &values]<class Body>(Body& body) {
    if constexpr (std::is_same_v<Body, Enter> || std::is_same_v<Body, Leave>) {
      body.region.value = static_cast<std::uint32_t>(take());
    } else if constexpr (std::is_same_v<Body, MpiSend> || std::is_same_v<Body, MpiRecv>) {
      peer_of(body) = static_cast<std::uint32_t>(take());
      body.communicator.value = static_cast<std::uint32_t>(take());
      body.tag = static_cast<std::uint32_t>(take());
      body.length = take();
    } else if constexpr (std::is_same_v<Body, MetricSample>) {
      body.metric.value = static_cast<std::uint32_t>(take());
      std::vector<Value>& copy = values.emplace_back(take());
      take_bytes(copy.data(), copy.size() * sizeof(Value));
      body.values = copy;
    } else if constexpr (!std::is_empty_v<Body>) {
      take_bytes(&body, sizeof body);
    }
  };
  with_kind(kind, event.body, fill);
}

void EventPacker::unpack(std::size_t limit, std::vector<Event>& events,
                         std::vector<std::vector<Value>>& values) {
  const std::size_t number = std::min(limit, count_ - unpacked_);
  values.reserve(number);  // their places must not change
  events.resize(number);
  for (Event& event : events) unpack_one(event, values);
  unpacked_ += number;
}

std::unique_ptr<EventCursor> make_stashed_cursor(std::unique_ptr<EventCursor> inner,
                                                 std::size_t ahead) {
  return std::make_unique<StashedCursor>(std::move(inner), ahead);
}

}  // namespace lull
