// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What a shared library offers to those who use it, as nm and readelf list it.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "cli/common/command_output.hpp"

namespace lull::cli {

struct ExportedFunctions {
  std::vector<std::string> symbols;    // those that have a version in use
  std::vector<std::string> versioned;  // those whose versions are all out of use
  std::set<std::string> tables;        // "VTT for NAME"
  std::string loaded_as;               // the name by which the loader knows the library
};

// Throws Error (input) when the file is no library.
[[nodiscard]] ExportedFunctions exported_functions(const std::string& library,
                                                   const WorkDirectory& work);

}  // namespace lull::cli
