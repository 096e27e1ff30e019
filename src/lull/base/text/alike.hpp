// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Names as people type them: in any case, and perhaps misspelt.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace lull {

// Returns whether the names are equal ignoring the case of ASCII letters.
[[nodiscard]] bool is_same_name(std::string_view a, std::string_view b);

// Returns "; did you mean a, b or c?" with the names similar to the unknown name `wanted`, or "" if
// there are none. Ignores case.
[[nodiscard]] std::string suggestion(std::string_view wanted, const std::set<std::string>& names);

}  // namespace lull
