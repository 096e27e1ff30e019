// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Which processes have one MPI_COMM_WORLD: those of one job of a launcher. Where launchers do not
// tell, those that one process started, and others that are of the same size and have the ranks
// that are missing. A rank that is there again is one of the next run of the same job.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "lull/recorder/journal/process_part.hpp"

namespace lull::recorder {

struct World {
  std::uint32_t size = 0;
  std::uint64_t began = 0;
  std::map<std::uint32_t, std::size_t> members;  // by rank; places among the parts
  bool spawned = false;                          // by another one
};

// In the order in which they began, which `world` of their parts names. Processes that ended in
// MPI_Init are members of one where their launcher had given them a rank that is missing.
[[nodiscard]] std::vector<World> group_worlds(std::vector<ProcessPart>& parts);

}  // namespace lull::recorder
