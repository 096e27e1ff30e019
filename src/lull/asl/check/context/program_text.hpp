// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Prints checked expressions for tests and debugging. Also defines type_text (program.hpp).
#pragma once

#include <string>

#include "lull/asl/program/program.hpp"

namespace lull::asl {

// Returns one line in prefix notation, such as "(> (. (local 2) timestamp) 0.5)". Works for nodes
// with errors, too.
[[nodiscard]] std::string node_text(const Program& program, const Node& node);

}  // namespace lull::asl
