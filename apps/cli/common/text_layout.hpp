// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Texts for a terminal of 80 columns.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lull::cli {

inline constexpr std::size_t kColumns = 80;

// The words of `text` after `first` (a heading, a key, a bullet), in as many lines as it takes, the
// following ones indented by `indent` columns. Ends with a line break. A word that is longer than a
// line is not cut. Control characters become visible (base/printable.hpp).
[[nodiscard]] std::string wrapped(std::string_view first, std::size_t indent,
                                  std::string_view text);

}  // namespace lull::cli
