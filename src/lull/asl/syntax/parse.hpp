// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A specification read from its text. Mistakes become diagnostics, and reading goes on behind
// them, so that one run tells of several; what could be read is in the tree. The tree points into
// the source. Linear in the length of the text, whatever it holds.
#pragma once

#include "lull/asl/syntax/diagnostics.hpp"
#include "lull/asl/syntax/source.hpp"
#include "lull/asl/syntax/tree.hpp"

namespace lull::asl {

[[nodiscard]] Specification parse(const Source& source, Diagnostics& diagnostics);

// A single expression that takes the whole text; null after a mistake.
[[nodiscard]] ExpressionPtr parse_expression(const Source& source, Diagnostics& diagnostics);

}  // namespace lull::asl
