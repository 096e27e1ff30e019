// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The open regions of one location, and the rule by which a leave closes them. Everything that
// follows the enters and leaves of a trace uses it, so that all see the same region instances in
// broken traces:
//
// - A leave closes the innermost open instance of its region, and everything open within it.
// - A leave of a region that is not open is a stray: it closes nothing.
// - Leaves do not look below the base. Where a thread begins to work for a team, begin_base() hides
//   the regions that it has opened before.
// - What is open at the end of the trace ends with the last event of the location's process.
//
// A matching leave costs one comparison. All others take amortised constant time, however deep the
// stack is: the first of them builds an index of the open regions, and later ones update it.
// Single-threaded.
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

// A Frame is a plain struct with a member `region`, a RegionId, that does not change while it is on
// the stack.
template <class Frame>
class CallStack {
 public:
  void push(Frame frame) {
    if (full()) [[unlikely]]
      grow();
    frames_.push_back(std::move(frame));
  }
  // Adds a frame, to be filled in place: region first.
  Frame& push() {
    if (full()) [[unlikely]]
      grow();
    return frames_.emplace_back();
  }
  // Removes the innermost frame; there must be one above the base.
  void pop() {
    assert(frames_.size() > base_);
    frames_.pop_back();
    if (frames_.size() < indexed_) [[unlikely]]
      indexed_ = frames_.size();
  }
  // Returns the number of frames that a leave of the region closes: normally 1, n if it skips n
  // - 1 inner ones, 0 for a stray. The caller must pop them.
  [[nodiscard]] std::size_t closed_by(RegionId region) {
    if (frames_.size() > base_ && frames_.back().region == region) [[likely]]
      return 1;
    return search(region);
  }

  // Hides all present frames from leaves. Bases nest.
  void begin_base() {
    bases_.push_back(base_);
    base_ = frames_.size();
  }
  // Reveals what the innermost base has hidden; frames above it must be closed.
  void end_base() {
    assert(!bases_.empty() && frames_.size() == base_);
    base_ = bases_.back();
    bases_.pop_back();
  }
  // Returns the number of hidden frames.
  [[nodiscard]] std::size_t base() const { return base_; }
  // Returns the number of active bases.
  [[nodiscard]] std::size_t bases() const { return bases_.size(); }

  [[nodiscard]] std::size_t size() const { return frames_.size(); }
  [[nodiscard]] bool empty() const { return frames_.empty(); }
  // Returns whether the next push() allocates memory.
  [[nodiscard]] bool full() const { return frames_.size() == frames_.capacity(); }
  // Returns the innermost frame; there must be one.
  [[nodiscard]] Frame& top() { return frames_.back(); }
  // Returns the frame around the innermost one; there must be two.
  [[nodiscard]] Frame& below_top() { return frames_[frames_.size() - 2]; }
  [[nodiscard]] const Frame& top() const { return frames_.back(); }
  // The outermost frame is number 0.
  [[nodiscard]] const Frame& operator[](std::size_t number) const { return frames_[number]; }
  [[nodiscard]] auto begin() const { return frames_.begin(); }
  [[nodiscard]] auto end() const { return frames_.end(); }
  [[nodiscard]] std::span<const Frame> frames() const { return frames_; }

  // Prefetches the innermost frames.
  [[gnu::always_inline]] void expect() const {
    constexpr std::size_t kFrames = 4;
    const std::size_t size = frames_.size();
    for (std::size_t i = size - std::min(size, kFrames); i < size; ++i) prefetch(frames_[i]);
  }

  // Removes all frames and bases.
  void clear() {
    frames_.clear();
    bases_.clear();
    base_ = 0;
    indexed_ = 0;
  }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};
  // A frame in the index.
  struct Entry {
    RegionId region;
    std::size_t outer = kNone;  // the next outer frame of the same region
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

  // Applies pushes and pops since the last update; takes as many steps.
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
  std::vector<std::size_t> bases_;  // those outside the current one
  std::size_t indexed_ = 0;         // indexed frames that were not popped since
  std::vector<Entry> entries_;
  std::unordered_map<RegionId, std::size_t> innermost_;  // kNone: not open
};

}  // namespace lull
