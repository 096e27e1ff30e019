// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Properties of the recorded process, and the location and chunk size of its part of the archive.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace lull::recorder {

// The arguments separated by blanks; empty if unknown.
[[nodiscard]] std::string command_line();
// The name of the executable file; "program" if unknown.
[[nodiscard]] std::string program_name();
// Nanoseconds since 1970.
[[nodiscard]] std::int64_t since_epoch();
// Creates a directory in `parts`, called `name` with a suffix if needed: a process that has
// executed another program (exec) has left one before. Throws std::filesystem::filesystem_error.
[[nodiscard]] std::filesystem::path make_part(const std::filesystem::path& parts,
                                              const std::string& name);
// Returns the chunk size in bytes: half of each thread's buffer, within the limits of the format. A
// chunk that was not written when a process is killed may be lost.
[[nodiscard]] std::uint64_t chunk_size();

constexpr std::uint64_t kUnlimited = ~std::uint64_t{0};
// Returns the bytes that an environment variable allows; unlimited if it is not set.
[[nodiscard]] std::uint64_t size_from(const char* variable);
// Returns whether OpenMP's runtime uses another tool than this one.
[[nodiscard]] bool has_own_ompt_tool();

}  // namespace lull::recorder
