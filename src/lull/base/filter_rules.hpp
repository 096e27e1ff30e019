// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Score-P filter files: select the recorded functions by name and source file.
//
//     SCOREP_REGION_NAMES_BEGIN
//       EXCLUDE *
//       INCLUDE solve* MANGLED _ZN4mesh*
//     SCOREP_REGION_NAMES_END
//     SCOREP_FILE_NAMES_BEGIN
//       EXCLUDE */vendor/*
//     SCOREP_FILE_NAMES_END
//
// The last rule whose shell pattern matches decides; if none matches, the function is recorded. A
// function that the file rules exclude is not recorded, whatever its name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lull {

struct FilterRule {
  std::string pattern;
  bool exclude = false;
  bool mangled = false;  // matches the linker's name
};

struct FilterRules {
  std::vector<FilterRule> regions;
  std::vector<FilterRule> files;

  // `file` is empty if unknown; then no file rule matches. `full_name` is an alternative name that
  // patterns may match.
  [[nodiscard]] bool exclude(const std::string& name, const std::string& symbol,
                             const std::string& file, const std::string& full_name = {}) const;
};

// `file` is the name used in messages. Throws Error (usage): "FILE:LINE: what is wrong".
[[nodiscard]] FilterRules parse_filter(std::string_view text, const std::string& file);
// Also throws Error (usage) if the file cannot be read.
[[nodiscard]] FilterRules read_filter_file(const std::string& file);

// Returns rules that include only what matches one of the comma-separated patterns.
[[nodiscard]] std::vector<FilterRule> include_only(std::string_view patterns);

}  // namespace lull
