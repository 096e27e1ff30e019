// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A table of what has consecutive numbers and comes and goes about in their order. An access costs
// a look into an array, whose size is the distance of the oldest number that was not erased to the
// newest. Every number has to be erased once.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace lull::analysis {

// Value has clear(): values are not made anew.
template <class Value>
class NumberedTable {
 public:
  // Made when it is new; stays where it is until it is erased.
  Value& operator[](std::uint64_t number) {
    assert(number >= first_);
    while (number - first_ >= places_.size()) grow();
    if (number >= end_) end_ = number + 1;
    std::uint32_t& place = places_[number & (places_.size() - 1)];
    assert(place != kErased);
    if (place == kNone) place = new_place();
    return values_[place];
  }
  void erase(std::uint64_t number) {
    Value& value = (*this)[number];
    value.clear();
    std::uint32_t& place = places_[number & (places_.size() - 1)];
    free_.push_back(place);
    place = kErased;
    for (; first_ < end_; ++first_) {
      std::uint32_t& front = places_[first_ & (places_.size() - 1)];
      if (front != kErased) break;
      front = kNone;
    }
  }
  [[nodiscard]] bool empty() const { return first_ == end_; }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr std::uint32_t kErased = kNone - 1;

  std::uint32_t new_place() {
    if (free_.empty()) {
      values_.emplace_back();
      return static_cast<std::uint32_t>(values_.size() - 1);
    }
    const std::uint32_t place = free_.back();
    free_.pop_back();
    return place;
  }
  void grow() {
    std::vector<std::uint32_t> larger(places_.size() * 2, kNone);
    for (std::uint64_t number = first_; number < end_; ++number)
      larger[number & (larger.size() - 1)] = places_[number & (places_.size() - 1)];
    places_ = std::move(larger);
  }

  std::uint64_t first_ = 0;  // all before are erased
  std::uint64_t end_ = 0;    // none from here on is known
  std::vector<std::uint32_t> places_ = std::vector<std::uint32_t>(8, kNone);
  std::deque<Value> values_;
  std::vector<std::uint32_t> free_;
};

}  // namespace lull::analysis
