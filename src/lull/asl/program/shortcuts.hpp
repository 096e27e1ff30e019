// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Finds expressions that say in the language what can be done faster: the last or first element of
// a set by UNIQUE and NEXISTS. What they give stays the same.
#pragma once

#include "lull/asl/program/program.hpp"

namespace lull::asl {

void find_shortcuts(Program& program);

}  // namespace lull::asl
