// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Prints expressions as source on one line, for messages and tests. Adds parentheses only where
// needed; the output parses to the same tree. Takes linear time.
#pragma once

#include <string>
#include <string_view>

#include "lull/asl/syntax/tree.hpp"

namespace lull::asl {

[[nodiscard]] std::string expression_text(const Expression& expression);

// Returns the name used in the source, such as "<=", "AND", "SUM" or "NEXISTS".
[[nodiscard]] std::string_view name_of(Operator op);
[[nodiscard]] std::string_view name_of(Aggregator aggregator);
[[nodiscard]] std::string_view name_of(Quantifier quantifier);

}  // namespace lull::asl
