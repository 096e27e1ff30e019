// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The symbols that a shared library exports, as nm and readelf list them.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "cli/common/command_output.hpp"

namespace lull::cli {

struct ExportedFunctions {
  std::vector<std::string> symbols;    // symbols with a default version
  std::vector<std::string> versioned;  // symbols with old versions only
  std::set<std::string> tables;        // such as "VTT for NAME"
  std::string loaded_as;               // the name by which the loader finds the library
};

// Throws Error (input) if the file is not a library.
[[nodiscard]] ExportedFunctions exported_functions(const std::string& library,
                                                   const WorkDirectory& work);

}  // namespace lull::cli
