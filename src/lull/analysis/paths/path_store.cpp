// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/paths/path_store.hpp"

#include <algorithm>

namespace lull::analysis {

bool PathStore::append(PathBlock& block, std::size_t index, const PathPlace& place) {
  if (block.has(index, place)) return true;
  if (block.size_.load(std::memory_order_relaxed) != index) return false;
  block.places_[index] = place;
  block.size_.store(index + 1, std::memory_order_release);
  return true;
}

PathBlock* PathStore::with(PathBlock* block, PathBlock* before, std::size_t index,
                           const PathPlace& place) {
  const std::scoped_lock lock(mutex_);
  if (index > 0 && append(*block, index, place)) return block;
  std::vector<PathBlock*>& ways = before != nullptr ? before->next_ : first_;
  for (PathBlock* const other : ways)
    if ((index == 0 || std::equal(block->places_.begin(), block->places_.begin() + index,
                                  other->places_.begin())) &&
        append(*other, index, place))
      return other;
  PathBlock& fresh = blocks_.emplace_back();
  if (index > 0) std::copy_n(block->places_.begin(), index, fresh.places_.begin());
  fresh.size_.store(index, std::memory_order_relaxed);
  append(fresh, index, place);
  if (ways.size() < kMostWays) ways.push_back(&fresh);
  return &fresh;
}

}  // namespace lull::analysis
