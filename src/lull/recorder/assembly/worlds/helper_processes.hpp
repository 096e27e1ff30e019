// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Processes beside a job of MPI or OpenSHMEM that only have threads: what a script starts to sort
// or pack files. Nobody has asked for their threads, and the archive is about the job.
#pragma once

#include <cstddef>
#include <vector>

#include "lull/recorder/journal/process_part.hpp"

namespace lull::recorder {

// Takes them out; how many there were.
std::size_t take_out_helpers(std::vector<ProcessPart>& parts);

}  // namespace lull::recorder
