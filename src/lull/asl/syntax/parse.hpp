// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Parses the text of a specification. Mistakes become diagnostics and parsing continues after them,
// so that one run reports several; the tree holds the parts that could be parsed, and points into
// the source. Takes linear time in the length of any text.
#pragma once

#include "lull/asl/syntax/diagnostics.hpp"
#include "lull/asl/syntax/source.hpp"
#include "lull/asl/syntax/tree.hpp"

namespace lull::asl {

[[nodiscard]] Specification parse(const Source& source, Diagnostics& diagnostics);

// Parses a single expression that spans the whole text; null after a mistake.
[[nodiscard]] ExpressionPtr parse_expression(const Source& source, Diagnostics& diagnostics);

}  // namespace lull::asl
