// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The options of `lull record` that limit the recording's size.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lull::cli {

struct LimitOptions {
  std::uint64_t buffer = 2u << 20;     // size in bytes
  std::optional<std::uint64_t> limit;  // limit per process
  std::optional<std::uint64_t> total;  // limit for all processes together
};

void add_options(CLI::App& command, LimitOptions& options);

// Returns names and values of environment variables.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> variables_of(
    const LimitOptions& options);

}  // namespace lull::cli
