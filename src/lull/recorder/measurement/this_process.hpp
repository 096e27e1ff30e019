// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What the recorded process is, and where and in what pieces its part of the archive goes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace lull::recorder {

// Words with blanks between them; empty where the system does not tell.
[[nodiscard]] std::string command_line();
// The file's name; "program" where the system does not tell.
[[nodiscard]] std::string program_name();
// Nanoseconds since 1970.
[[nodiscard]] std::int64_t since_epoch();
// A new directory in `parts`, called `name` or a little longer: a process that runs another program
// now (exec) has left one before. Throws std::filesystem::filesystem_error.
[[nodiscard]] std::filesystem::path make_part(const std::filesystem::path& parts,
                                              const std::string& name);
// Bytes; half of what each thread's buffer shall have, within what the format allows. What the disk
// has not seen when a process is killed is lost.
[[nodiscard]] std::uint64_t chunk_size();

constexpr std::uint64_t kUnlimited = ~std::uint64_t{0};
// Bytes that an environment variable allows; unlimited where it does not say.
[[nodiscard]] std::uint64_t size_from(const char* variable);
// Whether OpenMP's runtime asks another tool than this one.
[[nodiscard]] bool has_own_ompt_tool();

}  // namespace lull::recorder
