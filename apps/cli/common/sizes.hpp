// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Sizes in bytes on the command line, such as "10MB".
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>

namespace lull::cli {

// Replaces a size by a number of bytes, from 1 to `most`, which messages show as `shown`.
[[nodiscard]] CLI::Validator size_up_to(std::uint64_t most, const char* shown);

}  // namespace lull::cli
