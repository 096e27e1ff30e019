// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// All built-in patterns. To add one: write its source file, add its name to pattern_list.def, and
// write a test.
#pragma once

#include "lull/analysis/bus/pattern.hpp"

namespace lull::patterns {

// Returns a new instance of every pattern, parents before children.
[[nodiscard]] analysis::PatternList make_patterns();

}  // namespace lull::patterns
