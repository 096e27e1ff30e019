// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A key for each call path of one location: the same for equal paths on all locations. Grows while
// others read: what was added before the present slice of time can be read by any thread.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace lull::analysis {

class PathKeys {
 public:
  void add(std::uint64_t key) {
    const std::size_t size = this->size();
    const Place place = place_of(size);
    if (place.index == 0)
      chunks_[place.chunk] = std::make_unique<std::uint64_t[]>(kFirst << place.chunk);
    chunks_[place.chunk][place.index] = key;
    size_.store(size + 1, std::memory_order_relaxed);
  }
  void replace_last(std::uint64_t key) {
    const Place place = place_of(size() - 1);
    chunks_[place.chunk][place.index] = key;
  }
  [[nodiscard]] std::uint64_t operator[](std::size_t path) const {
    const Place place = place_of(path);
    return chunks_[place.chunk][place.index];
  }
  // So far. Any thread.
  [[nodiscard]] std::size_t size() const { return size_.load(std::memory_order_relaxed); }

 private:
  static constexpr std::size_t kFirst = 16;  // each chunk is twice as long as the one before
  struct Place {
    std::size_t chunk;
    std::size_t index;
  };
  static Place place_of(std::size_t path) {
    const std::size_t shifted = path / kFirst + 1;
    const auto chunk = static_cast<std::size_t>(std::bit_width(shifted)) - 1;
    return {chunk, path - kFirst * ((std::size_t{1} << chunk) - 1)};
  }

  std::array<std::unique_ptr<std::uint64_t[]>, 29> chunks_;
  std::atomic<std::size_t> size_{0};
};

}  // namespace lull::analysis
