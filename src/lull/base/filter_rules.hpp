// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Filter files as Score-P reads them: which functions are recorded, by their names and files.
//
//     SCOREP_REGION_NAMES_BEGIN
//       EXCLUDE *
//       INCLUDE solve* MANGLED _ZN4mesh*
//     SCOREP_REGION_NAMES_END
//     SCOREP_FILE_NAMES_BEGIN
//       EXCLUDE */vendor/*
//     SCOREP_FILE_NAMES_END
//
// Of the rules whose pattern (of a shell) matches, the last one decides; where none does, the
// function is recorded. One that the file rules exclude is not recorded whatever its name is.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lull {

struct FilterRule {
  std::string pattern;
  bool exclude = false;
  bool mangled = false;  // compares with the linker's name
};

struct FilterRules {
  std::vector<FilterRule> regions;
  std::vector<FilterRule> files;

  // `file` is empty where it is unknown: then no rule for files matches. `full_name` is another
  // name that patterns may match, perhaps.
  [[nodiscard]] bool exclude(const std::string& name, const std::string& symbol,
                             const std::string& file, const std::string& full_name = {}) const;
};

// `file` is what messages call it. Throws Error (usage): "FILE:LINE: what is wrong".
[[nodiscard]] FilterRules parse_filter(std::string_view text, const std::string& file);
// Throws Error (usage) also when it cannot be read.
[[nodiscard]] FilterRules read_filter_file(const std::string& file);

// Only what one of the patterns matches, which stand between commas.
[[nodiscard]] std::vector<FilterRule> include_only(std::string_view patterns);

}  // namespace lull
