// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Formats times for people.
#pragma once

#include <string>

namespace lull {

// Returns "13.5 us", "294 ms", "-1.37 s": three digits in the unit that fits.
[[nodiscard]] std::string short_seconds(double seconds);
// Returns "+2 ms" or "-2 ms".
[[nodiscard]] std::string signed_seconds(double seconds);

}  // namespace lull
