// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Looks over an archive's anchor and definition files before the OTF2 library reads them. It takes
// the lengths of arrays in them on trust, and with wrong ones it writes beyond its memory or walks
// through gigabytes. Each file is read once, through a small window.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace lull::otf2 {

// What is wrong with an anchor file: a sentence, or nothing.
[[nodiscard]] std::string check_anchor_file(const std::filesystem::path& path);

enum class DefinitionScope { Global, Local };

struct DefinitionFileFindings {
  std::string damage;  // a sentence, or nothing
  bool empty = true;   // it holds no definitions
  bool missing = false;
  std::uint64_t unknown = 0;  // records of a kind that local definitions do not have
};
[[nodiscard]] DefinitionFileFindings check_definition_file(const std::filesystem::path& path,
                                                           DefinitionScope scope);

}  // namespace lull::otf2
