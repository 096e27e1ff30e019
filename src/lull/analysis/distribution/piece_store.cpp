// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/distribution/piece_store.hpp"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <utility>
#include <vector>

namespace lull::analysis::piece_store {
namespace {

using Pointers = std::vector<Pointer>;

constexpr std::size_t kMove = 16;  // pieces that go from one thread to others at once

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

void move_last(Pointers& from, Pointers& to) {
  const auto first = from.end() - static_cast<std::ptrdiff_t>(std::min(kMove, from.size()));
  std::move(first, from.end(), std::back_inserter(to));
  from.erase(first, from.end());
}

// Those that were given back first: the others are in the cache.
void share_first(Pointers& pieces) {
  const auto end = pieces.begin() + kMove;
  const std::scoped_lock lock(shared().mutex);
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
  if (pieces.empty()) return Pointer(new MemoryPiece);  // bytes are not set
  Pointer piece = std::move(pieces.back());
  pieces.pop_back();
  return piece;
}

void give_back(Pointer piece) {
  Pointers& pieces = own();
  pieces.push_back(std::move(piece));
  constexpr std::size_t kMost = 8 * kMove;
  if (pieces.size() >= kMost) share_first(pieces);
}

void forget() {
  own() = Pointers();
  const std::scoped_lock lock(shared().mutex);
  shared().pieces = Pointers();
}

}  // namespace lull::analysis::piece_store
