// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Adds names, files and lines of the source to regions that are identified by their address.
#pragma once

#include <span>

#include "lull/recorder/journal/process_part.hpp"

namespace lull::recorder {

// Says whether C++ names are shortened (short_name) or kept as demangled.
enum class NameLength : unsigned char { Short, Full };

// Gives a region without a name the name of the function at its address, and appends the location
// to a region's own name, for example: "!$omp parallel @solve.c:12". Without debug information, the
// symbol or the address is used.
void resolve_names(std::span<ProcessPart> parts, NameLength length = NameLength::Short);

}  // namespace lull::recorder
