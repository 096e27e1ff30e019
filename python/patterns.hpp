// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Patterns that are written in Python. They run on one thread, which holds the interpreter.
#pragma once

#include "lull/analysis/pattern.hpp"
#include "module.hpp"

namespace lull::python {

// Lull's own patterns, and behind them a new instance of each class in `classes`.
[[nodiscard]] analysis::PatternFactory with_patterns(const py::list& classes);

}  // namespace lull::python
