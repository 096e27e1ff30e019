// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What has consecutive numbers and comes and goes about in their order. An access costs a look into
// an array, whose size is the distance of the oldest number that is not done to the newest.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace lull::analysis {

// Value has clear(), by which it becomes one that was never used; values are not made anew.
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
  // Every number has to be done with once.
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

  std::uint64_t first_ = 0;  // all before are done
  std::uint64_t end_ = 0;    // none from here on is known
  std::vector<Slot> slots_ = std::vector<Slot>(8);
};

}  // namespace lull::analysis
