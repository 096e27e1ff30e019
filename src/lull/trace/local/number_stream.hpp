// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Numbers of seven bits a byte, the lowest first; the eighth says that more follow. They can be
// read in both directions: a number ends with the first byte that says so.
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
  // The number that begins at `place`, which moves behind it.
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
  // The number that ends before `place`, which moves to its begin.
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
