// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A recording may hold several worlds (MPI_COMM_WORLD), each with ranks from 0: runs that have
// nothing to do with each other, and processes that a run has spawned. In the archive they are
// numbered behind those of the worlds that began before.
#pragma once

#include <vector>

#include "lull/recorder/journal/process_part.hpp"

namespace lull::recorder {

// Brings the parts into the order of their ranks in the archive, which become their own; those that
// never came to MPI_Init are the last ones, in the order in which they began. For processes that
// are not recorded there are parts without events. Throws Error (input) where most are missing.
void join_worlds(std::vector<ProcessPart>& parts);

}  // namespace lull::recorder
