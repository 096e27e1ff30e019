// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// An analysis that runs as several processes: which of them has which process of the program.
#pragma once

#include <cstdint>
#include <vector>

#include "lull/trace/definitions/definitions.hpp"

namespace lull::analysis {

struct Ownership {
  int self = 0;
  int size = 1;
  std::vector<int> owner;       // by process of the program
  std::vector<bool> locations;  // whether it is mine, by location
  // How many members of a communicator are mine, by communicator; and of all processes of MPI.
  std::vector<std::uint32_t> members;
  std::uint32_t world = 0;

  // Neighbours together, with about as many events for each. The same wherever it is computed.
  Ownership(const Definitions& definitions, int self, int size);

  [[nodiscard]] bool is_mine(ProcessId process) const { return owner[process.index()] == self; }
};

}  // namespace lull::analysis
