// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Numbers encoded with seven bits per byte, lowest first; the eighth bit marks that more bytes
// follow. Readable in both directions: the last byte of a number has the eighth bit clear.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lull {

class NumberStream {
 public:
  void append(std::uint64_t number) {
    for (; number >= kMore; number >>= 7)
      bytes_.push_back(static_cast<std::uint8_t>(number | kMore));
    bytes_.push_back(static_cast<std::uint8_t>(number));
  }
  // Returns the number that begins at `place`, and moves `place` past it.
  [[nodiscard]] std::uint64_t next(std::size_t& place) const {
    std::uint64_t byte = bytes_[place++];
    if (byte < kMore) [[likely]]
      return byte;
    std::uint64_t number = byte & ~kMore;
    for (unsigned shift = 7; byte >= kMore; shift += 7) {
      byte = bytes_[place++];
      number |= (byte & ~kMore) << shift;
    }
    return number;
  }
  // Returns the number that ends before `place`, and moves `place` to its start.
  [[nodiscard]] std::uint64_t previous(std::size_t& place) const {
    --place;
    while (place > 0 && bytes_[place - 1] >= kMore) --place;
    std::size_t begin = place;
    return next(begin);
  }

  [[nodiscard]] std::size_t size() const { return bytes_.size(); }
  void shrink() { bytes_.shrink_to_fit(); }

 private:
  static constexpr std::uint64_t kMore = 0x80;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace lull
