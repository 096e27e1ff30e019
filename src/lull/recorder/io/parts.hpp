// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Memory in several pieces (struct iovec), as a program gives it.
#pragma once

#include <sys/uio.h>

#include <cstddef>
#include <cstdint>

namespace lull::recorder::io {

// Returns the total size of all pieces. 0 if the system will refuse the list: too many pieces, or
// unreadable. The error is left to the system. Takes one system call for each 64 pieces.
[[nodiscard]] std::uint64_t size_of(const iovec* parts, std::size_t count) noexcept;

}  // namespace lull::recorder::io
