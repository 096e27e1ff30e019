// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Pieces of memory of one size that lists take and give back frequently. Each thread gets the piece
// that it gave back last, which is in its cache; surplus pieces go to other threads.
#pragma once

#include <array>
#include <cstddef>
#include <memory>

namespace lull::analysis {

struct alignas(64) MemoryPiece {
  static constexpr std::size_t kSize = 16320;  // four pages with the allocator's overhead
  std::array<std::byte, kSize> bytes;          // uninitialised
};

namespace piece_store {

using Pointer = std::unique_ptr<MemoryPiece>;

[[nodiscard]] Pointer take();
// Returns the piece to the system if there is no memory to record it.
void give_back(Pointer piece) noexcept;
// Returns unused pieces to the system, except those kept by other threads.
void forget();

}  // namespace piece_store
}  // namespace lull::analysis
