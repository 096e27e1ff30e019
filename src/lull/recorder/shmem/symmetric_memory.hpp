// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// One number for the copies that PEs have of a symmetric object, wherever each has its own: the
// place behind the first symmetric allocation, which all PEs make together, or in the file of
// code that the object is in.
#pragma once

#include <cstdint>

namespace lull::recorder::shmem {

// A symmetric allocation gave this; null is ignored.
void note_allocation(const void* object) noexcept;
// The same on all PEs. 5 ns.
[[nodiscard]] std::uint64_t symmetric_address(const volatile void* object) noexcept;

}  // namespace lull::recorder::shmem
