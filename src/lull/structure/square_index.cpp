// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/square_index.hpp"

#include <algorithm>
#include <utility>

namespace lull::structure {
namespace {

// Polynomials modulo a Mersenne prime: unlike those modulo 2^64, no string of two symbols makes
// many of them equal.
constexpr std::uint64_t kPrime = (std::uint64_t{1} << 61U) - 1;
constexpr std::uint64_t kBase = 0x1B873593CC9E2D51u;

constexpr std::uint64_t reduced(std::uint64_t number) {
  number = (number & kPrime) + (number >> 61U);
  return number >= kPrime ? number - kPrime : number;
}

constexpr std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide wide = Wide{a} * b;
  return reduced(static_cast<std::uint64_t>(wide & kPrime) +
                 static_cast<std::uint64_t>(wide >> 61U));
}

std::uint64_t hash_of(Item item) {
  return reduced(mixed(item.symbol.value + 1, item.count) * 0x9E3779B97F4A7C15u);
}

}  // namespace

std::size_t SquareIndex::half_at_end(std::span<const Item> items) {
  if (items.size() - base_ > 2 * kWindow) begin_at_window_of(items.size());
  while (size() < items.size()) take(items[size()]);
  items = items.subspan(base_);
  const std::size_t n = items.size();
  if (n < 2) return 0;
  std::size_t tried = 0;
  for (std::size_t kind = 0; kind < kLengths.size() && n > kLengths[kind]; ++kind) {
    std::uint32_t place = before_[kind][n - 1];
    for (std::size_t i = 0; i < kPlaces && place != kNone; ++i, place = before_[kind][place]) {
      const std::size_t half = n - 1 - place;
      if (2 * half > n) break;
      if (half <= tried) continue;
      tried = half;
      ++comparisons_;
      if (hash(n - 2 * half, half) == hash(n - half, half) &&
          std::ranges::equal(items.subspan(n - 2 * half, half), items.last(half)))
        return half;
    }
  }
  return 0;
}

void SquareIndex::take(Item item) {
  const std::size_t place = prefix_.size() - 1;
  while (powers_.size() <= place + 1) powers_.push_back(product(powers_.back(), kBase));
  prefix_.push_back(reduced(product(prefix_.back(), kBase) + hash_of(item)));
  for (std::size_t kind = 0; kind < kLengths.size(); ++kind) {
    std::uint32_t before = kNone;
    if (place + 1 >= kLengths[kind])
      before = std::exchange(slot_of(key(place, kind)).place, static_cast<std::uint32_t>(place));
    before_[kind].push_back(before);
  }
}

void SquareIndex::cut(std::size_t size) {
  if (size < base_) return begin_at_window_of(size);
  while (this->size() > size) {
    const std::size_t place = prefix_.size() - 2;
    for (std::size_t kind = 0; kind < kLengths.size(); ++kind) {
      if (place + 1 >= kLengths[kind]) slot_of(key(place, kind)).place = before_[kind].back();
      before_[kind].pop_back();
    }
    prefix_.pop_back();
  }
}

void SquareIndex::begin_at_window_of(std::size_t size) {
  clear();
  base_ = size > kWindow ? size - kWindow : 0;
}

void SquareIndex::clear() {
  base_ = 0;
  prefix_.resize(1);
  for (auto& places : before_) places.clear();
  if (used_ > 0) std::ranges::fill(slots_, Slot{});
  used_ = 0;
}

std::uint64_t SquareIndex::hash(std::size_t from, std::size_t length) const {
  return reduced(prefix_[from + length] + kPrime - product(prefix_[from], powers_[length]));
}

std::uint64_t SquareIndex::key(std::size_t end, std::size_t kind) const {
  const std::size_t length = kLengths[kind];
  const std::uint64_t key = mixed(hash(end + 1 - length, length), length);
  return key == 0 ? 1 : key;
}

SquareIndex::Slot& SquareIndex::slot_of(std::uint64_t key) {
  if (2 * (used_ + 1) > slots_.size()) grow();
  std::size_t slot = (key * 0x9E3779B97F4A7C15u >> 32U) & (slots_.size() - 1);
  while (slots_[slot].key != 0 && slots_[slot].key != key) slot = (slot + 1) & (slots_.size() - 1);
  if (slots_[slot].key == 0) {
    slots_[slot].key = key;
    ++used_;
  }
  return slots_[slot];
}

void SquareIndex::grow() {
  const auto lives = [](const Slot& slot) { return slot.place != kNone; };
  const std::vector<Slot> before = std::exchange(slots_, {});
  const auto alive = static_cast<std::size_t>(std::ranges::count_if(before, lives));
  std::size_t size = 64;
  while (size < 4 * (alive + 1)) size *= 2;
  slots_.resize(size);
  used_ = 0;
  for (const Slot& slot : before)
    if (lives(slot)) slot_of(slot.key).place = slot.place;
}

}  // namespace lull::structure
