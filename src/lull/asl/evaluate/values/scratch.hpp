// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Memory for values that live no longer than the current root event: sets, events that were looked
// up, frames. Everything is released at once and reused for the next root.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "lull/asl/evaluate/values/set_value.hpp"
#include "lull/asl/model/archive.hpp"

namespace lull::asl {

class Scratch {
 public:
  // Returns `count` uninitialised values.
  [[nodiscard]] std::span<Value> values(std::size_t count) {
    if (block_ == blocks_.size() || used_ + count > blocks_[block_].size) [[unlikely]]
      next_block(count);
    Value* const begin = blocks_[block_].values.get() + used_;
    used_ += count;
    return {begin, count};
  }
  // Returns a set that refers to these elements.
  [[nodiscard]] const SetValue* set(std::span<const Value> elements) {
    return take(SetValue(elements));
  }
  // Returns the set that is a state's value at that moment.
  [[nodiscard]] const SetValue* set(const StateCell& cell, Moment moment) {
    return take(SetValue(cell, moment, *this));
  }
  [[nodiscard]] const SetValue* copied_set(std::span<const Value> elements) {
    const std::span<Value> own = values(elements.size());
    std::ranges::copy(elements, own.begin());
    return set(own);
  }
  [[nodiscard]] const SetValue* trace_set(EventIndex end) {
    return take(SetValue::events_before(end));
  }
  [[nodiscard]] EventRecord& record() {
    if (records_used_ == records_.size()) records_.emplace_back();
    return records_[records_used_++];
  }

  // A position; release() frees everything after it.
  struct Mark {
    std::size_t block = 0;
    std::size_t used = 0;
    std::size_t sets = 0;
    std::size_t records = 0;
  };
  [[nodiscard]] Mark mark() const { return {block_, used_, sets_used_, records_used_}; }
  void release(const Mark& mark) {
    block_ = mark.block;
    used_ = mark.used;
    sets_used_ = mark.sets;
    records_used_ = mark.records;
    ++epoch_;
  }
  // Changes with each release: earlier copies may be invalid.
  [[nodiscard]] std::uint64_t epoch() const { return epoch_; }
  void clear() { release({}); }
  [[nodiscard]] std::size_t bytes() const {
    return block_ * kBlock * sizeof(Value) + records_used_ * sizeof(EventRecord);
  }

 private:
  const SetValue* take(const SetValue& value) {
    if (sets_used_ == sets_.size()) sets_.emplace_back();
    SetValue& set = sets_[sets_used_++];
    set = value;
    return &set;
  }
  // Advances to a block with room for `count` values.
  void next_block(std::size_t count) {
    while (block_ < blocks_.size() && used_ + count > blocks_[block_].size) {
      ++block_;
      used_ = 0;
    }
    if (block_ < blocks_.size()) return;
    const std::size_t size = std::max(count, kBlock);
    blocks_.push_back({std::make_unique<Value[]>(size), size});
    used_ = 0;
  }

  static constexpr std::size_t kBlock = 4096;
  struct Block {
    std::unique_ptr<Value[]> values;  // NOLINT(*-avoid-c-arrays): uninitialised
    std::size_t size = 0;
  };
  std::vector<Block> blocks_;
  std::size_t block_ = 0;  // the current block
  std::size_t used_ = 0;   // values used in it
  std::deque<SetValue> sets_;
  std::size_t sets_used_ = 0;
  std::deque<EventRecord> records_;
  std::size_t records_used_ = 0;
  std::uint64_t epoch_ = 1;
};

}  // namespace lull::asl
