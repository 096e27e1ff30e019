// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Graph topologies of MPI. OTF2 has no definition for them; Lull's recorder gives each process a
// property "MPI graph topology N", "rank 0 from [1 3] to [1 3]": its rank in the communicator that
// the archive numbers N, and those of its neighbours. Other tools do not see them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lull/trace/definitions/definitions.hpp"

namespace lull {

struct GraphTopology {
  std::string name;
  std::size_t processes = 0;
  std::size_t edges = 0;            // by those who send
  std::size_t most_neighbours = 0;  // that a process receives from or sends to
};

// In the order of their numbers. What does not read like such a property is left out.
[[nodiscard]] std::vector<GraphTopology> graph_topologies(const Definitions& definitions);

}  // namespace lull
