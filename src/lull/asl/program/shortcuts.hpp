// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Finds expressions that can be evaluated faster, such as the last or first element of a set by
// UNIQUE and NEXISTS. Results do not change.
#pragma once

#include "lull/asl/program/program.hpp"

namespace lull::asl {

void find_shortcuts(Program& program);

}  // namespace lull::asl
