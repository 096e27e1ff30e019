// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/distribution/piece_store.hpp"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

namespace lull::analysis::piece_store {
namespace {

using Pointers = std::vector<Pointer>;

constexpr std::size_t kMove = 16;  // pieces that move between threads at once

struct Shared {
  std::mutex mutex;
  Pointers pieces;
};

Shared& shared() {
  static Shared all;
  return all;
}

Pointers& own() {
  thread_local Pointers pieces;
  return pieces;
}

// Reserves room for kMove more, so that nothing is lost in transit if memory runs out.
void make_room(Pointers& pieces) {
  if (pieces.capacity() - pieces.size() < kMove) pieces.reserve(2 * pieces.capacity() + kMove);
}

void move_last(Pointers& from, Pointers& to) {
  make_room(to);
  const auto first = from.end() - static_cast<std::ptrdiff_t>(std::min(kMove, from.size()));
  std::move(first, from.end(), std::back_inserter(to));
  from.erase(first, from.end());
}

// Shares those that were given back first: the others are in the cache.
void share_first(Pointers& pieces) {
  const auto end = pieces.begin() + kMove;
  const std::scoped_lock lock(shared().mutex);
  make_room(shared().pieces);
  std::move(pieces.begin(), end, std::back_inserter(shared().pieces));
  pieces.erase(pieces.begin(), end);
}

}  // namespace

Pointer take() {
  Pointers& pieces = own();
  if (pieces.empty()) {
    const std::scoped_lock lock(shared().mutex);
    move_last(shared().pieces, pieces);
  }
  if (pieces.empty()) return Pointer(new MemoryPiece);  // uninitialised
  Pointer piece = std::move(pieces.back());
  pieces.pop_back();
  return piece;
}

void give_back(Pointer piece) noexcept {
  constexpr std::size_t kMost = 8 * kMove;
  Pointers& pieces = own();
  try {
    pieces.push_back(std::move(piece));
    if (pieces.size() >= kMost) share_first(pieces);
  } catch (const std::bad_alloc&) {
    // Pieces that could not be recorded are freed; those that could not be shared stay here.
  }
}

void forget() {
  own() = Pointers();
  const std::scoped_lock lock(shared().mutex);
  shared().pieces = Pointers();
}

}  // namespace lull::analysis::piece_store
