// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Places of call paths in their trees, stored once for all locations whose trees have grown alike:
// processes of a parallel program usually do the same things in the same order. Places are stored
// in blocks; a location whose tree grows differently continues in a separate block.
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
  RegionId region;  // undefined: an attachment node, or time outside any region
  LocalPathId next_sibling;
  std::uint32_t parameter = 0;  // 0: none
  std::uint64_t key = 0;        // equal for equal paths on all locations
  friend bool operator==(const PathPlace&, const PathPlace&) = default;
};

// Consecutive places. Only grows: existing entries can be read by any thread.
class PathBlock {
 public:
  static constexpr std::size_t kPlaces = 16;

  const PathPlace& operator[](std::size_t index) const { return places_[index]; }
  // Returns whether it has that place at `index`.
  [[nodiscard]] bool has(std::size_t index, const PathPlace& place) const {
    return index < size_.load(std::memory_order_acquire) && places_[index] == place;
  }

 private:
  friend class PathStore;

  std::array<PathPlace, kPlaces> places_;
  std::atomic<std::size_t> size_{0};
  std::vector<PathBlock*> next_;  // some of its successors
};

class PathStore {
 public:
  // Returns a block that has that place at `index` and equals `block` before it. `block` follows
  // `before`, or is the first one if null. Thread-safe; constant time.
  PathBlock* with(PathBlock* block, PathBlock* before, std::size_t index, const PathPlace& place);
  // Current number of blocks.
  [[nodiscard]] std::size_t blocks() const { return blocks_.size(); }

 private:
  // Limit for the successors of a block that are shared.
  static constexpr std::size_t kMostWays = 64;

  static bool append(PathBlock& block, std::size_t index, const PathPlace& place);

  std::mutex mutex_;
  std::deque<PathBlock> blocks_;
  std::vector<PathBlock*> first_;
};

}  // namespace lull::analysis
