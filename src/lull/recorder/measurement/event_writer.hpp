// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Encodes the events of one thread as the OTF2 library would (event_writer_test.cpp compares them),
// but takes no lock and allocates nothing: a signal handler may record events whatever it has
// interrupted. The numbers of used bytes in the chunk and of open regions are stored as one number,
// when an event is complete: if a handler jumps out of an event that is being written, the event is
// discarded (recover). Used by its own thread; by another thread only after the owner has
// stopped recording.
#pragma once

#include <otf2/otf2.h>

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "lull/recorder/files/event_records.hpp"

namespace lull::recorder {

struct EventFile;
class EventFiles;

// Fields of records.
struct Byte {
  static constexpr std::size_t kMost = 1;
  std::uint8_t value;
  [[nodiscard]] char* write(char* to) const {
    *to = static_cast<char>(value);
    return to + 1;
  }
};
// A number of 8 bytes.
struct Fixed {
  static constexpr std::size_t kMost = 8;
  std::uint64_t value;
  [[nodiscard]] char* write(char* to) const {
    std::memcpy(to, &value, sizeof value);
    return to + sizeof value;
  }
};
// The number of bytes that follow, then these bytes; a single byte for the greatest value. May set
// the next 8 bytes to zero.
template <class Number>
struct Compressed {
  static constexpr std::size_t kMost = 1 + sizeof(Number);
  Number value;
  [[nodiscard, gnu::always_inline]] char* write(char* to) const {
    if (value == static_cast<Number>(~Number{0})) [[unlikely]] {
      *to = static_cast<char>(kLongOrUndefined);
      return to + 1;
    }
    const std::uint64_t all = value;
    const auto size = static_cast<std::size_t>(std::bit_width(all) + 7) / 8;
    *to = static_cast<char>(size);
    const std::uint64_t little =
        std::endian::native == std::endian::little ? all : __builtin_bswap64(all);
    std::memcpy(to + 1, &little, sizeof little);
    return to + 1 + size;
  }
};
using Number32 = Compressed<std::uint32_t>;
using Number64 = Compressed<std::uint64_t>;

class EventWriter {
 public:
  explicit EventWriter(EventFile& file, EventFiles& files) : file_(file), files_(files) {}
  EventWriter(const EventWriter&) = delete;
  EventWriter& operator=(const EventWriter&) = delete;

  // Number of open regions.
  [[nodiscard]] std::uint32_t depth() const {
    return static_cast<std::uint32_t>(at_.load(std::memory_order_relaxed) >> 32);
  }
  [[nodiscard]] std::uint64_t events() const { return events_; }

  // Writes an event. If `time` is before the last event's time, the last event's time is used.
  template <class... Fields>
  void write(std::uint8_t type, OTF2_AttributeList* attributes, std::uint64_t time,
             Fields... fields) {
    constexpr std::size_t kMost = 2 + (std::size_t{0} + ... + Fields::kMost);
    Record record;
    if (!begin(record, attributes, time, kMost)) [[unlikely]]
      return drop(attributes, 0);
    record.add_type(type);
    char* const length = is_one_number(type) ? nullptr : record.to++;
    ((record.to = fields.write(record.to)), ...);
    if (length != nullptr) *length = static_cast<char>(record.to - length - 1);
    complete(record, 0);
  }
  // Writes an enter or leave event; `change` is added to the number of open regions.
  [[gnu::always_inline]] void write_call(std::uint8_t type, OTF2_AttributeList* attributes,
                                         std::uint64_t time, std::uint32_t region, int change) {
    Record record;
    if (!begin(record, attributes, time, 1 + Number32::kMost)) [[unlikely]]
      return drop(attributes, change);
    record.add_type(type);
    record.to = Number32{region}.write(record.to);
    complete(record, change);
  }
  // Writes a metric event with `count` values.
  void write_metric(OTF2_AttributeList* attributes, std::uint64_t time, std::uint32_t metric,
                    std::uint8_t count, const OTF2_Type* types, const OTF2_MetricValue* values);

  // Discards the event that was being written and never will be complete.
  void recover() noexcept;

 private:
  friend class EventFiles;
  static constexpr std::size_t kStamp = 9;
  static constexpr std::size_t kSlack = 8;

  // The event being written. Its first byte is stored last, when it is complete: a reader of a
  // killed process's memory sees only complete events. Its address is never taken, so it stays in
  // registers.
  struct Record {
    char* begin = nullptr;
    char* to = nullptr;
    std::uint64_t time = 0;
    char first = 0;

    [[gnu::always_inline]] void add_type(std::uint8_t type) {
      if (to == begin)
        first = static_cast<char>(type);
      else
        *to = static_cast<char>(type);
      ++to;
    }
  };
  // Returns false if there is no room.
  [[nodiscard, gnu::always_inline]] bool begin(Record& record, OTF2_AttributeList* attributes,
                                               std::uint64_t time, std::size_t most) {
    const std::size_t size =
        kStamp + most + kSlack + (attributes == nullptr ? 0 : size_of(attributes));
    if (used() + size > room_ && !next_chunk(time, size)) [[unlikely]]
      return false;
    record.begin = record.to = memory_ + used();
    record.time = time;
    if (time > time_ || time_ == 0) {
      record.add_type(kTimestamp);
      record.to = Fixed{time}.write(record.to);
    } else {
      record.time = time_;
    }
    if (attributes != nullptr) [[unlikely]] {
      if (const std::uint32_t count = OTF2_AttributeList_GetNumberOfElements(attributes);
          count > 0) {
        record.add_type(kAttributes);
        record.to = write_list(attributes, count, record.to);
      }
    }
    return true;
  }
  [[gnu::always_inline]] void complete(const Record& record, int change) {
    std::atomic_signal_fence(std::memory_order_release);
    *record.begin = record.first;
    std::atomic_signal_fence(std::memory_order_release);
    const std::uint64_t depth = std::uint64_t{depth_after(change)} << 32;
    at_.store(depth | static_cast<std::uint32_t>(record.to - memory_), std::memory_order_relaxed);
    std::atomic_signal_fence(std::memory_order_release);
    time_ = record.time;
    ++events_;
  }
  [[nodiscard]] std::uint32_t used() const {
    return static_cast<std::uint32_t>(at_.load(std::memory_order_relaxed));
  }
  [[nodiscard]] std::uint32_t depth_after(int change) const {
    return depth() + static_cast<std::uint32_t>(change);
  }
  [[nodiscard]] static std::size_t size_of(OTF2_AttributeList* attributes) noexcept;
  // Writes and empties the list, without its record type; returns the end.
  [[nodiscard]] static char* write_list(OTF2_AttributeList* attributes, std::uint32_t count,
                                        char* to) noexcept;
  [[nodiscard]] bool next_chunk(std::uint64_t time, std::size_t size) noexcept;
  void drop(OTF2_AttributeList* attributes, int change) noexcept;
  void begin_chunk(char* memory, std::size_t room) noexcept;
  void extend_chunk(char* memory, std::size_t room) noexcept;

  EventFile& file_;
  EventFiles& files_;
  std::atomic<std::uint64_t> at_{0};  // used bytes of the chunk; above 32 bits: open regions
  char* memory_ = nullptr;            // start of the chunk; null: there is none
  std::size_t room_ = 0;
  std::uint64_t time_ = 0;    // the last event's, in the chunk
  std::uint64_t events_ = 0;  // the thread's, in all chunks
  bool closed_ = false;
};

}  // namespace lull::recorder
