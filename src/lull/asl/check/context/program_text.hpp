// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Checked expressions as text, for tests and for looking at; type_text (program.hpp) is here, too.
#pragma once

#include <string>

#include "lull/asl/program/program.hpp"

namespace lull::asl {

// On one line, operators first: "(> (. (local 2) timestamp) 0.5)". Whatever is above a node with
// mistakes is readable, too.
[[nodiscard]] std::string node_text(const Program& program, const Node& node);

}  // namespace lull::asl
