// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Assigns the processes of the program to the processes of the analysis.
#pragma once

#include <cstdint>
#include <vector>

#include "lull/trace/definitions/definitions.hpp"

namespace lull::analysis {

struct Ownership {
  int self = 0;
  int size = 1;
  std::vector<int> owner;       // indexed by process of the program
  std::vector<bool> locations;  // true if this process owns it, indexed by location
  // Number of owned members, indexed by communicator; `world`: among all MPI processes.
  std::vector<std::uint32_t> members;
  std::uint32_t world = 0;

  // Gives each process neighbouring processes with about equally many events. Same result
  // everywhere.
  Ownership(const Definitions& definitions, int self, int size);

  [[nodiscard]] bool is_mine(ProcessId process) const { return owner[process.index()] == self; }
};

}  // namespace lull::analysis
