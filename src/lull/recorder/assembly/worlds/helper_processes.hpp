// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Processes next to an MPI or OpenSHMEM job that only have threads, such as programs that a script
// starts to sort or pack files. Their threads are not of interest: the archive is about the job.
#pragma once

#include <cstddef>
#include <vector>

#include "lull/recorder/journal/process_part.hpp"

namespace lull::recorder {

// Removes them from `parts`; returns their number.
std::size_t take_out_helpers(std::vector<ProcessPart>& parts);

}  // namespace lull::recorder
