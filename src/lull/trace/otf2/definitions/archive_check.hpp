// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Checks an archive's anchor and definition files before the OTF2 library reads them. The library
// trusts the array lengths in them; wrong ones make it write out of bounds or scan gigabytes. Each
// file is read once, through a small window.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace lull::otf2 {

// Returns what is wrong with an anchor file in a sentence, or nothing.
[[nodiscard]] std::string check_anchor_file(const std::filesystem::path& path);

enum class DefinitionScope { Global, Local };

struct DefinitionFileFindings {
  std::string damage;  // a sentence, or nothing
  bool empty = true;   // contains no definitions
  bool missing = false;
  std::uint64_t unknown = 0;  // records of a kind not used in local definitions
};
[[nodiscard]] DefinitionFileFindings check_definition_file(const std::filesystem::path& path,
                                                           DefinitionScope scope);

}  // namespace lull::otf2
