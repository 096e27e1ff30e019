// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/grammar/square_index.hpp"

#include <algorithm>
#include <utility>

namespace lull::structure {
namespace {

// Polynomial hashes modulo a Mersenne prime: unlike modulo 2^64, no string of two symbols causes
// many collisions.
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
  const std::uint64_t both = std::uint64_t{item.symbol.value} << 32U | item.count;
  return reduced(mixed(0, both) * 0x9E3779B97F4A7C15u);
}

}  // namespace

std::size_t SquareIndex::half_at_end(std::span<const Item> items) {
  if (items.size() - base_ > 2 * kWindow) {
    const std::size_t begin = items.size() - kWindow;
    if (size() > begin)
      forget_front(begin - base_);
    else
      begin_at_window_of(items.size());
  }
  items = items_ = items.subspan(base_);
  while (noted_.size() < items.size()) {
    take(items[noted_.size()]);
    note_last();
  }
  const std::size_t n = items.size();
  if (n >= kLengths[1] && before_[n - 1][1] == kNone) return short_half_at_end(items);
  Found found;
  for (std::size_t kind = 0; kind < kLengths.size() && found.half == 0; ++kind)
    try_places(items, kind, found);
  return found.half;
}

// Finds halves that are shorter than all indexed lengths greater than 1.
std::size_t SquareIndex::short_half_at_end(std::span<const Item> items) {
  for (std::size_t half = 1; half < kLengths[1] && 2 * half <= items.size(); ++half) {
    if (items[items.size() - 1 - half] != items.back()) continue;
    ++comparisons_;
    if (std::ranges::equal(items.subspan(items.size() - 2 * half, half), items.last(half)))
      return half;
  }
  return 0;
}

void SquareIndex::try_places(std::span<const Item> items, std::size_t kind, Found& found) {
  const std::size_t n = items.size();
  if (n <= kLengths[kind]) return;
  std::uint32_t place = before_[n - 1][kind];
  for (std::size_t i = 0; i < kPlaces && place != kNone; ++i, place = before_[place][kind]) {
    const std::size_t half = n - 1 - place;
    if (2 * half > n) return;
    if (half <= found.tried) continue;
    found.tried = half;
    ++comparisons_;
    if (half > 1 && items[n - 2] != items[place - 1]) continue;
    if (hash(n - 2 * half, half) != hash(n - half, half) ||
        !std::ranges::equal(items.subspan(n - 2 * half, half), items.last(half)))
      continue;
    found.half = half;
    return;
  }
}

void SquareIndex::take(Item item) {
  const std::size_t place = noted_.size();
  while (powers_.size() <= place + 1) powers_.push_back(product(powers_.back(), kBase));
  const std::uint64_t own = hash_of(item);
  prefix_.push_back(reduced(product(prefix_.back(), kBase) + own));
  before_.push_back({kNone, kNone, kNone, kNone});
  noted_.push_back(0);
  newest_tags_[0] = tag_of(own, 0);
  if (place + 1 < kLengths[1]) return;
  newest_tags_[1] = tag(place, 1);
  if (!slots_.empty()) __builtin_prefetch(&slots_[newest_tags_[1] & (slots_.size() - 1)]);
}

// A new ending is new for all longer lengths, too.
void SquareIndex::note_last() {
  const auto last = static_cast<std::uint32_t>(noted_.size() - 1);
  for (std::size_t kind = 0; kind < kLengths.size() && last + 1 >= kLengths[kind]; ++kind) {
    if (kind > 0) {
      const std::uint32_t shorter = before_[last][kind - 1];
      if (shorter == kNone) return;
      if (!is_noted(shorter, kind) && shorter + 1 >= kLengths[kind])
        note(shorter, kind, tag(shorter, kind));
    }
    before_[last][kind] = note(last, kind, kind < 2 ? newest_tags_[kind] : tag(last, kind));
  }
}

std::uint32_t SquareIndex::note(std::uint32_t place, std::size_t kind, std::uint32_t own) {
  noted_[place] |= std::uint8_t{1} << kind;
  if (4 * (used_ + 1) > 3 * slots_.size()) begin_slots();
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = own & mask;
  std::size_t unused = slots_.size();  // a reusable slot on the probe path
  for (; slots_[at].place != kFree; at = (at + 1) & mask) {
    Slot& slot = slots_[at];
    if (slot.place == kNone)
      unused = std::min(unused, at);
    else if (slot.tag == own && ends_alike(slot.place, place, kind))
      return std::exchange(slot.place, place);
  }
  if (unused == slots_.size()) {
    unused = at;
    ++used_;
  }
  slots_[unused] = {own, place};
  return kNone;
}

// Replaces the place by the previous one, or by none.
void SquareIndex::forget(std::uint32_t place, std::size_t kind) {
  noted_[place] &= ~(std::uint8_t{1} << kind);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = tag(place, kind) & mask; slots_[at].place != kFree; at = (at + 1) & mask) {
    if (slots_[at].place != place || slots_[at].tag != tag(place, kind)) continue;
    slots_[at].place = before_[place][kind];
    return;
  }
}

void SquareIndex::cut(std::size_t size) {
  if (size < base_) return begin_at_window_of(size);
  while (this->size() > size) {
    const auto last = static_cast<std::uint32_t>(noted_.size() - 1);
    for (std::size_t kind = 0; kind < kLengths.size(); ++kind)
      if (is_noted(last, kind)) forget(last, kind);
    before_.pop_back();
    noted_.pop_back();
    prefix_.pop_back();
  }
}

void SquareIndex::begin_at_window_of(std::size_t size) {
  clear();
  base_ = size > kWindow ? size - kWindow : 0;
}

// Forgets endings that include forgotten items, too.
void SquareIndex::forget_front(std::size_t items) {
  std::array<std::size_t, kLengths.size()> first{};
  for (std::size_t kind = 0; kind < kLengths.size(); ++kind) {
    first[kind] = items + kLengths[kind] - 1;
    for (std::size_t place = items; place < std::min(first[kind], noted_.size()); ++place) {
      before_[place][kind] = kNone;
      if (is_noted(place, kind)) forget(static_cast<std::uint32_t>(place), kind);
    }
  }
  const auto moved = static_cast<std::uint32_t>(items);
  const auto count = static_cast<std::ptrdiff_t>(items);
  noted_.erase(noted_.begin(), noted_.begin() + count);
  prefix_.erase(prefix_.begin(), prefix_.begin() + count);
  before_.erase(before_.begin(), before_.begin() + count);
  for (auto& before : before_)
    for (std::size_t kind = 0; kind < kLengths.size(); ++kind)
      before[kind] =
          before[kind] == kNone || before[kind] < first[kind] ? kNone : before[kind] - moved;
  base_ += items;
  move_slots(moved);
}

void SquareIndex::clear() {
  base_ = 0;
  prefix_.assign(1, 0);
  before_.clear();
  noted_.clear();
  if (used_ > 0) std::ranges::fill(slots_, Slot{});
  used_ = 0;
}

std::uint64_t SquareIndex::hash(std::size_t from, std::size_t length) const {
  return reduced(prefix_[from + length] + kPrime - product(prefix_[from], powers_[length]));
}

std::uint32_t SquareIndex::tag(std::size_t end, std::size_t kind) const {
  const std::size_t length = kLengths[kind];
  return tag_of(hash(end + 1 - length, length), kind);
}

std::uint32_t SquareIndex::tag_of(std::uint64_t hash, std::size_t kind) {
  const std::uint64_t key = mixed(hash, kLengths[kind]);
  return static_cast<std::uint32_t>(key * 0x9E3779B97F4A7C15u >> 34U) |
         static_cast<std::uint32_t>(kind) << 30U;
}

bool SquareIndex::ends_alike(std::size_t a, std::size_t b, std::size_t kind) const {
  if (kind == 0) return items_[a] == items_[b];
  const std::size_t length = kLengths[kind];
  return hash(a + 1 - length, length) == hash(b + 1 - length, length);
}

// Reinserts all slots in one pass, beginning at a free slot, which no probe sequence crosses. Most
// slots move little, which is cache-friendly.
void SquareIndex::move_slots(std::uint32_t places) {
  if (slots_.empty()) return;
  const auto first_free = std::ranges::find(slots_, kFree, &Slot::place) - slots_.begin();
  const std::size_t mask = slots_.size() - 1;
  used_ = 0;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const std::size_t at = (static_cast<std::size_t>(first_free) + i) & mask;
    if (slots_[at].place == kFree) continue;
    const Slot slot = std::exchange(slots_[at], Slot{});
    if (slot.place >= places && slot.place != kNone) put({slot.tag, slot.place - places});
  }
}

// Makes room for twice the slots in use.
void SquareIndex::begin_slots() {
  const LargeVector<Slot> before = std::exchange(slots_, {});
  const auto is_used = [](const Slot& slot) { return slot.place < kFree; };
  const auto used = static_cast<std::size_t>(std::ranges::count_if(before, is_used));
  std::size_t size = 64;
  while (size < 2 * (used + 1)) size *= 2;
  slots_.resize(size);
  used_ = 0;
  for (const Slot& slot : before)
    if (is_used(slot)) put(slot);
}

void SquareIndex::put(Slot slot) {
  std::size_t at = slot.tag & (slots_.size() - 1);
  while (slots_[at].place != kFree) at = (at + 1) & (slots_.size() - 1);
  slots_[at] = slot;
  ++used_;
}

}  // namespace lull::structure
