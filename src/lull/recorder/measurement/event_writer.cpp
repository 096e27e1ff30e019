// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/measurement/event_writer.hpp"

#include <algorithm>
#include <string_view>

#include "lull/recorder/measurement/event_files.hpp"
#include "lull/recorder/system/clock.hpp"

namespace lull::recorder {
namespace {

// The size of an attribute: its number, type and value.
constexpr std::size_t kMostOfAttribute = Number32::kMost + 1 + Number64::kMost;
constexpr std::size_t kMostOfMetricValue = 1 + Number64::kMost;

// Limit for the short form of a record's length: 255 means that 8 bytes of length follow.
constexpr std::size_t kShort = kLongOrUndefined;

char* begin_contents(char* to, std::size_t most) { return to + (most < kShort ? 1 : 9); }
void end_contents(char* length, std::size_t most, const char* end) {
  if (most < kShort) {
    *length = static_cast<char>(end - length - 1);
    return;
  }
  *length = static_cast<char>(kLongOrUndefined);
  (void)Fixed{static_cast<std::uint64_t>(end - length - 9)}.write(length + 1);
}

std::size_t contents_of(OTF2_AttributeList* attributes) {
  return Number32::kMost + OTF2_AttributeList_GetNumberOfElements(attributes) * kMostOfAttribute;
}

}  // namespace

std::size_t EventWriter::size_of(OTF2_AttributeList* attributes) noexcept {
  return 10 + contents_of(attributes);
}

// References have 4 bytes, all other attributes of the recorder 8.
char* EventWriter::write_list(OTF2_AttributeList* attributes, std::uint32_t count,
                              char* length) noexcept {
  const std::size_t most = contents_of(attributes);
  char* to = Number32{count}.write(begin_contents(length, most));
  for (std::uint32_t i = 0; i < count; ++i) {
    OTF2_AttributeRef attribute{};
    OTF2_Type type{};
    OTF2_AttributeValue value{};
    OTF2_AttributeList_GetAttributeByIndex(attributes, i, &attribute, &type, &value);
    to = Byte{type}.write(Number32{attribute}.write(to));
    to = type >= OTF2_TYPE_STRING ? Number32{value.stringRef}.write(to)
                                  : Number64{value.uint64}.write(to);
  }
  end_contents(length, most, to);
  OTF2_AttributeList_RemoveAllAttributes(attributes);
  return to;
}

void EventWriter::write_metric(OTF2_AttributeList* attributes, std::uint64_t time,
                               std::uint32_t metric, std::uint8_t count, const OTF2_Type* types,
                               const OTF2_MetricValue* values) {
  const std::size_t most = Number32::kMost + 1 + count * kMostOfMetricValue;
  Record record;
  if (!begin(record, attributes, time, 10 + most)) return drop(attributes, 0);
  record.add_type(kMetric);
  char* const length = record.to;
  char* to = Byte{count}.write(Number32{metric}.write(begin_contents(length, most)));
  for (std::size_t i = 0; i < count; ++i)
    to = Number64{values[i].unsigned_int}.write(Byte{types[i]}.write(to));
  end_contents(length, most, to);
  record.to = to;
  complete(record, 0);
}

// Clears what was written between the last complete event and the jump.
void EventWriter::recover() noexcept {
  files_.end_waiting(file_);
  if (memory_ == nullptr) return;
  const std::size_t end = used();
  std::memset(memory_ + end, 0, std::min(kLargestEvent, room_ + kSlack - end));
  std::uint64_t events = number_at({memory_, kHeaderSize}, kFirstInHeader) - 1;
  time_ = 0;
  for (std::string_view rest(memory_ + kHeaderSize, end - kHeaderSize); !rest.empty();) {
    const std::size_t length = record_length(rest);
    if (length == 0) break;
    const auto type = static_cast<unsigned char>(rest[0]);
    if (type == kTimestamp) time_ = number_at(rest, 1);
    if (type >= kFirstEvent) ++events;
    rest.remove_prefix(length);
  }
  events_ = events;
}

void EventWriter::begin_chunk(char* memory, std::size_t room) noexcept {
  std::memset(memory, 0, kHeaderSize);
  memory[0] = kChunkHeader;
  memory[1] = kByteOrder;
  (void)Fixed{events_ + 1}.write(memory + kFirstInHeader);
  time_ = 0;
  at_.store((std::uint64_t{depth()} << 32) | kHeaderSize, std::memory_order_relaxed);
  std::atomic_signal_fence(std::memory_order_release);
  extend_chunk(memory, room);
}

void EventWriter::extend_chunk(char* memory, std::size_t room) noexcept {
  memory_ = memory;
  room_ = room - kSlack;
}

// A thread's first chunk begins empty, all others with a buffer flush that covers the exchange.
bool EventWriter::next_chunk(std::uint64_t time, std::size_t size) noexcept {
  if (closed_) return false;
  if (memory_ != nullptr && files_.extend(file_, *this, size)) return true;
  const bool is_first = memory_ == nullptr && events_ == 0;
  if (!files_.exchange(file_, *this)) return false;
  if (is_first) return true;
  Record record;
  if (!begin(record, nullptr, time, 2 + Fixed::kMost)) return false;
  record.add_type(kBufferFlush);
  *record.to++ = Fixed::kMost;
  record.to = Fixed{std::max(time, ticks())}.write(record.to);
  complete(record, 0);
  return true;
}

// Only keeps track of the open regions.
void EventWriter::drop(OTF2_AttributeList* attributes, int change) noexcept {
  if (attributes != nullptr) OTF2_AttributeList_RemoveAllAttributes(attributes);
  at_.store((std::uint64_t{depth_after(change)} << 32) | used(), std::memory_order_relaxed);
}

}  // namespace lull::recorder
