// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Maps an event's position in its location to its number among the location's Enters, with one bit
// per event.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace lull::asl {

class EnterNumbers {
 public:
  void add(std::uint64_t position, bool enter) {
    const std::uint64_t word = position / 64;
    while (bits_.size() <= word) {
      before_.push_back(enters_);
      bits_.push_back(0);
    }
    if (!enter) return;
    bits_[word] |= std::uint64_t{1} << (position % 64);
    ++enters_;
  }
  // Returns the number of the Enter at that position, from 0.
  [[nodiscard]] std::uint64_t number_of(std::uint64_t position) const {
    const std::uint64_t earlier = (std::uint64_t{1} << (position % 64)) - 1;
    return before_[position / 64] +
           static_cast<std::uint64_t>(std::popcount(bits_[position / 64] & earlier));
  }

 private:
  std::vector<std::uint64_t> bits_;
  std::vector<std::uint64_t> before_;  // number of Enters before each word
  std::uint64_t enters_ = 0;
};

}  // namespace lull::asl
