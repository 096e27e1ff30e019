// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Processes that a program spawns have a world of their own (MPI_COMM_WORLD), with ranks from 0. In
// the archive they are numbered behind those of the worlds that began before.
#pragma once

#include <vector>

#include "lull/recorder/journal/process_part.hpp"

namespace lull::recorder {

// Brings the parts into the order of their ranks in the archive, which become their own; those that
// never came to MPI_Init are the last ones, in the order in which they began. Throws Error (input)
// where a rank is missing or there more than once.
void join_worlds(std::vector<ProcessPart>& parts);

}  // namespace lull::recorder
