// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// All patterns that Lull knows by itself. To add one: write its source file, put its name into
// pattern_list.def, and give it a test.
#pragma once

#include "lull/analysis/bus/pattern.hpp"

namespace lull::patterns {

// A new set of all patterns, parents before children.
[[nodiscard]] analysis::PatternList make_patterns();

}  // namespace lull::patterns
