// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A loaded specification becomes a program: every name is resolved, every type is right. What is
// wrong becomes diagnostics, several in one go; then the program must not run. Linear in the length
// of the text, templates once for each instance. The program points into what is loaded.
#pragma once

#include "lull/asl/load.hpp"
#include "lull/asl/program/program.hpp"
#include "lull/asl/syntax/diagnostics.hpp"

namespace lull::asl {

[[nodiscard]] Program check(const Loaded& loaded, Diagnostics& diagnostics);

}  // namespace lull::asl
