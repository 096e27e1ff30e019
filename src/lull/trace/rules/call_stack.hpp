// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The regions that one location has open, and the rule by which a leave closes them. Whoever
// follows enters and leaves of a trace uses it, so that all see the same region instances in broken
// traces:
//
// - A leave closes the innermost open instance of its region, and whatever is open within that.
// - A leave of a region that is not open is a stray: it closes nothing.
// - Leaves do not look below the base. Where a thread begins to work for a team, begin_base() hides
//   what it has open until then.
// - What is open at the end of the trace ends with the last event of the location's process.
//
// A leave that fits costs one comparison. All others take amortised constant time, however deep the
// stack is: the first of them makes an index of what is open, and the next ones bring it up to
// date. One thread.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lull/base/memory/prefetch.hpp"
#include "lull/trace/event/ids.hpp"

namespace lull {

// A Frame is plain data with a member `region`, a RegionId, that does not change while it is on the
// stack.
template <class Frame>
class CallStack {
 public:
  void push(Frame frame) {
    if (full()) [[unlikely]]
      grow();
    frames_.push_back(std::move(frame));
  }
  // A new one, to be filled in where it is: region first.
  Frame& push() {
    if (full()) [[unlikely]]
      grow();
    return frames_.emplace_back();
  }
  // The innermost frame; there must be one above the base.
  void pop() {
    assert(frames_.size() > base_);
    frames_.pop_back();
    if (frames_.size() < indexed_) [[unlikely]]
      indexed_ = frames_.size();
  }
  // How many frames a leave of the region closes: 1 as a rule, n where it skips n - 1 inner ones,
  // 0 for a stray. It is up to the caller to pop them.
  [[nodiscard]] std::size_t closed_by(RegionId region) {
    if (frames_.size() > base_ && frames_.back().region == region) [[likely]]
      return 1;
    return search(region);
  }

  // Hides all frames that there are from leaves. Bases nest.
  void begin_base() {
    bases_.push_back(base_);
    base_ = frames_.size();
  }
  // Shows again what the innermost base has hidden; what was above must be closed.
  void end_base() {
    assert(!bases_.empty() && frames_.size() == base_);
    base_ = bases_.back();
    bases_.pop_back();
  }
  // Frames that are hidden.
  [[nodiscard]] std::size_t base() const { return base_; }
  // Bases that were begun and not ended.
  [[nodiscard]] std::size_t bases() const { return bases_.size(); }

  [[nodiscard]] std::size_t size() const { return frames_.size(); }
  [[nodiscard]] bool empty() const { return frames_.empty(); }
  // Whether the next push() has to find memory.
  [[nodiscard]] bool full() const { return frames_.size() == frames_.capacity(); }
  // The innermost frame; there must be one.
  [[nodiscard]] Frame& top() { return frames_.back(); }
  // The one that it lies in; there must be two.
  [[nodiscard]] Frame& below_top() { return frames_[frames_.size() - 2]; }
  [[nodiscard]] const Frame& top() const { return frames_.back(); }
  // The outermost is number 0.
  [[nodiscard]] const Frame& operator[](std::size_t number) const { return frames_[number]; }
  [[nodiscard]] auto begin() const { return frames_.begin(); }
  [[nodiscard]] auto end() const { return frames_.end(); }
  [[nodiscard]] std::span<const Frame> frames() const { return frames_; }

  // Gets the innermost frames into the cache.
  [[gnu::always_inline]] void expect() const {
    constexpr std::size_t kFrames = 4;
    const std::size_t size = frames_.size();
    for (std::size_t i = size - std::min(size, kFrames); i < size; ++i) prefetch(frames_[i]);
  }

  // Without frames and bases.
  void clear() {
    frames_.clear();
    bases_.clear();
    base_ = 0;
    indexed_ = 0;
  }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};
  // A frame as the index knows it.
  struct Entry {
    RegionId region;
    std::size_t outer = kNone;  // the next frame of the same region towards the root
  };

  [[gnu::noinline]] void grow() {
    constexpr std::size_t kFirst = 16;
    frames_.reserve(frames_.empty() ? kFirst : 2 * frames_.size());
  }

  [[gnu::noinline]] std::size_t search(RegionId region) {
    update_index();
    const auto found = innermost_.find(region);
    const bool open = found != innermost_.end() && found->second != kNone && found->second >= base_;
    return open ? frames_.size() - found->second : 0;
  }

  // What was pushed and popped since the last time: as many steps as that.
  void update_index() {
    for (; entries_.size() > indexed_; entries_.pop_back())
      innermost_[entries_.back().region] = entries_.back().outer;
    for (; indexed_ < frames_.size(); ++indexed_) {
      const RegionId region = frames_[indexed_].region;
      const auto [place, fresh] = innermost_.try_emplace(region, kNone);
      entries_.push_back({region, std::exchange(place->second, indexed_)});
    }
  }

  std::vector<Frame> frames_;
  std::size_t base_ = 0;
  std::vector<std::size_t> bases_;  // the outer ones
  std::size_t indexed_ = 0;         // frames that the index knows, and that were not popped since
  std::vector<Entry> entries_;
  std::unordered_map<RegionId, std::size_t> innermost_;  // kNone: not open
};

}  // namespace lull
