// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Numbers of files and of open-file handles, shared by MPI, the system and the C library.
// Thread-safe.
#pragma once

#include <cstdint>
#include <string>

namespace lull::recorder {

[[nodiscard]] std::uint32_t new_io_handle() noexcept;
// Adds it to the journal when it is new. Throws std::bad_alloc.
[[nodiscard]] std::uint32_t number_of_io_file(const std::string& path);

}  // namespace lull::recorder
