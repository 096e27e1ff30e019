// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The names by which a program or a shared library is linked to others when it is loaded.
#pragma once

#include <filesystem>
#include <set>
#include <string>

namespace lull::cli {

struct DynamicSymbols {
  std::set<std::string> defined;
  std::set<std::string> wanted;  // of others; without them it cannot run
};

// Both empty for what is no such file.
[[nodiscard]] DynamicSymbols dynamic_symbols_of(const std::filesystem::path& file);

}  // namespace lull::cli
