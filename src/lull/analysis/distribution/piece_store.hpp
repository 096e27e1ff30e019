// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Pieces of memory of one size that lists take and give back all the time. Each thread gets the
// piece that it gave back last, which is in its cache; what it has too many of, others take.
#pragma once

#include <array>
#include <cstddef>
#include <memory>

namespace lull::analysis {

struct alignas(64) MemoryPiece {
  static constexpr std::size_t kSize = 16320;  // with what the allocator adds, four pages
  std::array<std::byte, kSize> bytes;          // as they were left
};

namespace piece_store {

using Pointer = std::unique_ptr<MemoryPiece>;

[[nodiscard]] Pointer take();
// To the system, where there is not even memory to note it.
void give_back(Pointer piece) noexcept;
// Gives the system back what nobody has taken, but for what other threads have kept.
void forget();

}  // namespace piece_store
}  // namespace lull::analysis
