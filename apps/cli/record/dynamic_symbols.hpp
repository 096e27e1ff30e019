// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The symbols that link a program or shared library to others when it is loaded.
#pragma once

#include <filesystem>
#include <set>
#include <string>

namespace lull::cli {

struct DynamicSymbols {
  std::set<std::string> defined;
  std::set<std::string> wanted;  // undefined here; required from other files
};

// Both are empty for files of other kinds.
[[nodiscard]] DynamicSymbols dynamic_symbols_of(const std::filesystem::path& file);

}  // namespace lull::cli
