// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Integers by location in a few bytes each: the distance to the previous location, then the value,
// seven bits per byte. Appending takes amortised constant time; a location may occur repeatedly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lull/trace/event/ids.hpp"

namespace lull::analysis {

class PackedRow {
 public:
  void add(LocationId location, std::int64_t value) {
    if (bytes_.capacity() - bytes_.size() < kMostBytes) make_room();
    put(folded(std::int64_t{location.value} - std::int64_t{last_}));
    put(folded(value));
    last_ = location.value;
    ++count_;
  }
  void append(const PackedRow& other) {
    other.for_each([this](LocationId location, std::int64_t value) { add(location, value); });
  }
  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] std::uint32_t count() const { return count_; }  // number of entries
  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

  // Calls use(location, value) for each entry, in the order in which they were added.
  template <class Use>
  void for_each(Use use) const {
    unpack(bytes_, use);
  }
  // Does the same for the bytes() of such a row.
  template <class Use>
  static void unpack(std::span<const std::byte> bytes, Use use) {
    std::uint32_t location = 0;
    const std::byte* at = bytes.data();
    for (const std::byte* const end = at + bytes.size(); at != end;) {
      location += static_cast<std::uint32_t>(unfolded(get(at)));
      use(LocationId(location), unfolded(get(at)));
    }
  }

 private:
  static constexpr std::size_t kMostBytes = 5 + 10;  // per entry

  // Maps small signed numbers to small unsigned ones.
  static std::uint64_t folded(std::int64_t value) {
    return static_cast<std::uint64_t>(value) << 1U ^ static_cast<std::uint64_t>(value >> 63);
  }
  static std::int64_t unfolded(std::uint64_t value) {
    return static_cast<std::int64_t>(value >> 1U ^ (~(value & 1U) + 1));
  }
  void put(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7U) bytes_.push_back(static_cast<std::byte>(value | 0x80U));
    bytes_.push_back(static_cast<std::byte>(value));
  }
  static std::uint64_t get(const std::byte*& at) {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const auto byte = static_cast<std::uint64_t>(*at++);
      value |= (byte & 0x7FU) << shift;
      if (byte < 0x80) return value;
    }
  }
  // Grows by less than a factor of two, as rows take most of the memory.
  void make_room() { bytes_.reserve(bytes_.size() + bytes_.size() / 4 + 2 * kMostBytes); }

  std::vector<std::byte> bytes_;
  std::uint32_t last_ = 0;
  std::uint32_t count_ = 0;
};

}  // namespace lull::analysis
