// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Patterns written in Python. They run on one thread, which holds the interpreter.
#pragma once

#include <memory>

#include "analysis/analysis_run.hpp"
#include "lull/analysis/bus/pattern.hpp"

namespace lull::python {

// Returns Lull's own patterns, followed by a new instance of each class in `classes`, for the
// analysis `run`. Throws ValueError for invalid metrics, and whatever the classes raise.
[[nodiscard]] analysis::PatternFactory with_patterns(const py::list& classes,
                                                     const std::shared_ptr<AnalysisRun>& run);

}  // namespace lull::python
