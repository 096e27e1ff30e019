// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Values with consecutive numbers that are used and finished roughly in order. An access is an
// array lookup; the array's size is the distance from the oldest unfinished number to the newest.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace lull::analysis {

// Value has clear(), which resets it to its initial state; values are reused.
template <class Value>
class NumberedRing {
 public:
  // Valid until the next call.
  Value& operator[](std::uint64_t number) {
    assert(number >= first_);
    while (number - first_ >= slots_.size()) [[unlikely]] grow();
    if (number >= end_) end_ = number + 1;
    Slot& slot = slot_of(number);
    assert(!slot.done);
    return slot.value;
  }
  // Every number must be finished once.
  void finish(std::uint64_t number) {
    Slot& finished = slot_of(number);
    assert(number >= first_ && number < end_ && !finished.done);
    finished.value.clear();
    finished.done = true;
    for (; first_ < end_ && slot_of(first_).done; ++first_) slot_of(first_).done = false;
  }
  [[nodiscard]] bool empty() const { return first_ == end_; }

 private:
  struct Slot {
    Value value;
    bool done = false;
  };

  Slot& slot_of(std::uint64_t number) { return slots_[number & (slots_.size() - 1)]; }
  void grow() {
    std::vector<Slot> larger(slots_.size() * 2);
    for (std::uint64_t number = first_; number < end_; ++number)
      larger[number & (larger.size() - 1)] = std::move(slot_of(number));
    slots_ = std::move(larger);
  }

  std::uint64_t first_ = 0;  // all before are finished
  std::uint64_t end_ = 0;    // no number from here on is used yet
  std::vector<Slot> slots_ = std::vector<Slot>(8);
};

}  // namespace lull::analysis
