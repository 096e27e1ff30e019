// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Numbers of files and of handles of open files: MPI's and those of the system and the C library
// are counted together. Any thread.
#pragma once

#include <cstdint>
#include <string>

namespace lull::recorder {

[[nodiscard]] std::uint32_t new_io_handle() noexcept;
// Noted in the journal when it is new. Throws std::bad_alloc.
[[nodiscard]] std::uint32_t number_of_io_file(const std::string& path);

}  // namespace lull::recorder
