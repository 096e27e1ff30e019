// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Groups processes by MPI_COMM_WORLD: a world has the processes of one launcher job. If launchers
// give no job, it has the processes started by one process, together with others that report the
// same size and have the missing ranks. A rank that occurs again belongs to the next run of the
// same job.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "lull/recorder/journal/process_part.hpp"

namespace lull::recorder {

struct World {
  std::uint32_t size = 0;
  std::uint64_t began = 0;
  std::map<std::uint32_t, std::size_t> members;  // keyed by rank; indices into the parts
  bool spawned = false;                          // true if another world did it
};

// Returns the worlds in the order in which they began, and sets `world` of their parts. Processes
// that ended in MPI_Init belong to a world if their launcher had given them a rank that is missing
// there.
[[nodiscard]] std::vector<World> group_worlds(std::vector<ProcessPart>& parts);

}  // namespace lull::recorder
