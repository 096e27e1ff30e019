// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The place of each call path of one location in its tree. Grows while others read: entries added
// before the current slice of time can be read by any thread. Memory: half a byte for each path, in
// addition to the store's blocks.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <memory>
#include <vector>

#include "lull/analysis/paths/path_store.hpp"

namespace lull::analysis {

class PathPlaces {
 public:
  // The store must outlive this object.
  explicit PathPlaces(PathStore& store) : store_(store) {}

  void add(const PathPlace& place) {
    const std::size_t path = size();
    const std::size_t index = path % PathBlock::kPlaces;
    if (index == 0 || !last_->has(index, place))
      change_last(path / PathBlock::kPlaces, index, place);
    size_.store(path + 1, std::memory_order_relaxed);
  }
  [[gnu::always_inline]] const PathPlace& operator[](std::size_t path) const {
    const PathBlock* const block =
        pointer(path / PathBlock::kPlaces).load(std::memory_order_acquire);
    return (*block)[path % PathBlock::kPlaces];
  }
  // Current number of paths. Thread-safe.
  [[nodiscard]] std::size_t size() const { return size_.load(std::memory_order_relaxed); }

 private:
  using Pointer = std::atomic<PathBlock*>;
  static constexpr std::size_t kFirst = 8;  // pointers; each chunk is as large as all previous ones

  void change_last(std::size_t block, std::size_t index, const PathPlace& place) {
    if (index == 0) before_ = last_;
    if (index == 0 && block >= kFirst && std::has_single_bit(block))
      chunks_[chunk_of(block)] = std::make_unique<Pointer[]>(block);
    last_ = store_.with(last_, before_, index, place);
    pointer(block).store(last_, std::memory_order_release);
  }
  static std::size_t chunk_of(std::size_t block) {
    return static_cast<std::size_t>(std::bit_width(block / kFirst)) - 1;
  }
  [[nodiscard]] Pointer& pointer(std::size_t block) const {
    return block < kFirst ? first_[block] : chunks_[chunk_of(block)][block - std::bit_floor(block)];
  }

  mutable std::array<Pointer, kFirst> first_{};
  PathStore& store_;
  PathBlock* last_ = nullptr;
  PathBlock* before_ = nullptr;  // the block before `last_`
  std::array<std::unique_ptr<Pointer[]>, 26> chunks_;
  std::atomic<std::size_t> size_{0};
};

// Indexed by location; null for locations that another process of the analysis replays.
using PathDirectory = std::vector<const PathPlaces*>;

}  // namespace lull::analysis
