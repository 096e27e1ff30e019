// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A recording may contain several worlds (MPI_COMM_WORLD), each with ranks from 0: unrelated runs,
// and processes that a run has spawned. In the archive, the ranks of a world follow the ranks of
// the worlds that began before it.
#pragma once

#include <vector>

#include "lull/recorder/journal/process_part.hpp"

namespace lull::recorder {

// Sorts the parts by their ranks in the archive, and sets these ranks. Processes that never reached
// MPI_Init come last, in the order in which they began. Adds parts without events for processes
// that are not recorded. Throws Error (input) if most are missing.
void join_worlds(std::vector<ProcessPart>& parts);

}  // namespace lull::recorder
