// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Converts a loaded specification into a program: resolves names and checks types. Reports several
// mistakes at once as diagnostics; if there are any, the program must not run. Takes linear time in
// the length of the text, with templates counted once per instance. The program points into the
// loaded files.
#pragma once

#include "lull/asl/load.hpp"
#include "lull/asl/program/program.hpp"
#include "lull/asl/syntax/diagnostics.hpp"

namespace lull::asl {

[[nodiscard]] Program check(const Loaded& loaded, Diagnostics& diagnostics);

}  // namespace lull::asl
