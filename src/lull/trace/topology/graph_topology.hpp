// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// MPI graph topologies. OTF2 has no definition for them; Lull's recorder gives each process a
// property "MPI graph topology N", "rank 0 from [1 3] to [1 3]": its rank in the archive's
// communicator N, and the ranks of its neighbours. Other tools do not use them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lull/trace/definitions/definitions.hpp"

namespace lull {

struct GraphTopology {
  std::string name;
  std::size_t processes = 0;
  std::size_t edges = 0;            // as listed by the senders
  std::size_t most_neighbours = 0;  // largest number of sources or destinations
};

// Returns the topologies in ascending order of their numbers. Malformed properties are ignored.
[[nodiscard]] std::vector<GraphTopology> graph_topologies(const Definitions& definitions);

}  // namespace lull
