// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Gives regions that are known by their address the names, files and lines of the source.
#pragma once

#include <span>

#include "lull/recorder/journal/process_part.hpp"

namespace lull::recorder {

// Whether names of C++ are without what they only repeat (short_name), or as a demangler has them.
enum class NameLength : unsigned char { Short, Full };

// A region without a name becomes the function that is there; one with a name gets the place behind
// it, "!$omp parallel @solve.c:12". Where the program has no debug information it is what is known:
// the symbol, or the address.
void resolve_names(std::span<ProcessPart> parts, NameLength length = NameLength::Short);

}  // namespace lull::recorder
