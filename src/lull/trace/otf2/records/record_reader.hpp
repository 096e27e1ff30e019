// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Reads the contents of one record of an event file, number by number. Numbers beyond the end of
// the record are zero, and the record becomes unsound.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "lull/trace/otf2/records/local_maps.hpp"

namespace lull::otf2 {

static_assert(std::endian::native == std::endian::little);

// Returns the number of 1 to 8 bytes at this address; 8 bytes must be readable.
[[nodiscard]] inline std::uint64_t number_at(const std::uint8_t* at, std::size_t size,
                                             bool little_endian) {
  std::uint64_t number = 0;
  std::memcpy(&number, at, sizeof number);
  if (!little_endian) [[unlikely]]
    return __builtin_bswap64(number) >> (64 - 8 * size);
  return number & (~std::uint64_t{0} >> (64 - 8 * size));
}

class RecordReader {
 public:
  // This many bytes after a record must be readable; they are never consumed.
  static constexpr std::size_t kBehind = 8;

  RecordReader(const std::uint8_t* begin, const std::uint8_t* end, bool little_endian,
               const LocalMaps* maps)
      : at_(begin), end_(end), little_endian_(little_endian), maps_(maps) {}

  [[nodiscard]] bool sound() const { return sound_; }

  std::uint8_t u8() { return static_cast<std::uint8_t>(fixed(1)); }
  std::uint16_t u16() { return static_cast<std::uint16_t>(fixed(2)); }
  // Compressed: a byte with the number of bytes that follow; 255 stands for the largest number.
  std::uint32_t u32() { return static_cast<std::uint32_t>(compressed(4)); }
  std::uint64_t u64() { return compressed(8); }
  std::int64_t i64() { return static_cast<std::int64_t>(compressed(8)); }
  // An uncompressed number of `size` bytes.
  [[gnu::always_inline]] std::uint64_t fixed(std::size_t size) {
    if (size > left()) return fail();
    const std::uint64_t number = load(size);
    at_ += size;
    return number;
  }
  // Returns the archive's number of a definition.
  std::uint32_t reference(OTF2_MappingType kind) {
    const std::uint32_t local = u32();
    return maps_ == nullptr ? local : static_cast<std::uint32_t>(maps_->find(kind, local));
  }
  std::uint64_t reference64(OTF2_MappingType kind) {
    const std::uint64_t local = u64();
    return maps_ == nullptr ? local : maps_->find(kind, local);
  }

  void refuse() { fail(); }

 private:
  [[nodiscard]] std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }
  std::uint64_t fail() {
    sound_ = false;
    at_ = end_;
    return 0;
  }
  // `size`: 1 to 8 bytes.
  [[nodiscard, gnu::always_inline]] std::uint64_t load(std::size_t size) const {
    return number_at(at_, size, little_endian_);
  }
  [[gnu::always_inline]] std::uint64_t compressed(std::size_t most) {
    if (at_ == end_) return fail();
    const std::size_t size = *at_++;
    if (size == 0) return 0;
    if (size > most) return size == 0xFF ? ~std::uint64_t{0} : fail();
    if (size > left()) return fail();
    const std::uint64_t number = load(size);
    at_ += size;
    return number;
  }

  const std::uint8_t* at_;
  const std::uint8_t* end_;
  bool little_endian_;
  bool sound_ = true;
  const LocalMaps* maps_;  // null: no mapping
};

}  // namespace lull::otf2
