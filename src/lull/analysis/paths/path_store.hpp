// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Where call paths lie in their trees, kept once for all locations whose trees have grown alike:
// processes of a parallel program do the same things in the same order, as a rule. Places come in
// blocks; a location whose tree grows otherwise than those before it goes on in a block of its own.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <vector>

#include "lull/analysis/events/operations.hpp"
#include "lull/trace/event/ids.hpp"

namespace lull::analysis {

struct PathPlace {
  LocalPathId parent;
  RegionId region;  // undefined: an attachment node, or time outside every region
  LocalPathId next_sibling;
  std::uint32_t parameter = 0;  // 0: none
  std::uint64_t key = 0;        // the same for equal paths on all locations
  friend bool operator==(const PathPlace&, const PathPlace&) = default;
};

// Places that follow each other. Only grows: what is there can be read by any thread.
class PathBlock {
 public:
  static constexpr std::size_t kPlaces = 16;

  const PathPlace& operator[](std::size_t index) const { return places_[index]; }
  // Whether it has that place there.
  [[nodiscard]] bool has(std::size_t index, const PathPlace& place) const {
    return index < size_.load(std::memory_order_acquire) && places_[index] == place;
  }

 private:
  friend class PathStore;

  std::array<PathPlace, kPlaces> places_;
  std::atomic<std::size_t> size_{0};
  std::vector<PathBlock*> next_;  // some of those that come after it
};

class PathStore {
 public:
  // A block that has that place at `index`, before it the same as `block`. `block` comes after
  // `before`; null: it would be the first one. Any thread; takes constant time.
  PathBlock* with(PathBlock* block, PathBlock* before, std::size_t index, const PathPlace& place);
  // So far.
  [[nodiscard]] std::size_t blocks() const { return blocks_.size(); }

 private:
  // So many ways in which trees go on from one block are told apart; further ones are not shared.
  static constexpr std::size_t kMostWays = 64;

  static bool append(PathBlock& block, std::size_t index, const PathPlace& place);

  std::mutex mutex_;
  std::deque<PathBlock> blocks_;
  std::vector<PathBlock*> first_;
};

}  // namespace lull::analysis
