// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The options of `lull record` about how much is recorded.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lull::cli {

struct LimitOptions {
  std::uint64_t buffer = 2u << 20;     // bytes
  std::optional<std::uint64_t> limit;  // of each process
  std::optional<std::uint64_t> total;  // of all together
};

void add_options(CLI::App& command, LimitOptions& options);

// Names and values of environment variables.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> variables_of(
    const LimitOptions& options);

}  // namespace lull::cli
