// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Names as people write them: in any case, and not always right.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace lull {

// Whether they differ in case at most, of ASCII letters.
[[nodiscard]] bool is_same_name(std::string_view a, std::string_view b);

// What somebody may have meant who named something that is not there:
// "; did you mean a, b or c?", or nothing when no name is alike. Case does not matter.
[[nodiscard]] std::string suggestion(std::string_view wanted, const std::set<std::string>& names);

}  // namespace lull
