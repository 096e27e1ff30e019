// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Memory in several pieces (struct iovec), as a program gives it.
#pragma once

#include <sys/uio.h>

#include <cstddef>
#include <cstdint>

namespace lull::recorder::io {

// Returns the total size of all pieces. 0 for what the system refuses: too many pieces, or an
// unreadable list, an error left to the system. One system call for each 64 pieces.
[[nodiscard]] std::uint64_t size_of(const iovec* parts, std::size_t count) noexcept;

}  // namespace lull::recorder::io
