// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Text for a terminal of 80 columns.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lull::cli {

inline constexpr std::size_t kColumns = 80;

// Wraps the words of `text` after `first` (a heading, a key, a bullet), with continuation lines
// indented by `indent` columns. Ends with a line break. Words longer than a line are not broken.
// Control characters become visible (base/printable.hpp).
[[nodiscard]] std::string wrapped(std::string_view first, std::size_t indent,
                                  std::string_view text);

}  // namespace lull::cli
