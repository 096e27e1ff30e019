// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The neighbours of a process in a communicator that has a process topology.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lull/recorder/mpi/wrapper.hpp"

namespace lull::recorder::mpi {

// The neighbours of this process in the order of their data; MPI_PROC_NULL beyond a grid's edge.
struct Neighbours {
  explicit Neighbours(MPI_Comm communicator);
  std::vector<int> sources;
  std::vector<int> destinations;
  // Indices into `sources` in sending order, in case several are the same process.
  std::vector<std::size_t> order;
};

// Notes the neighbours of this process in the journal, if the communicator has a graph topology.
void note_graph(MPI_Comm communicator, std::uint32_t number);

}  // namespace lull::recorder::mpi
