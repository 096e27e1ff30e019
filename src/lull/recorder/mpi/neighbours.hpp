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
  // Places in `sources` in the order in which these sent, should some be the same process.
  std::vector<std::size_t> order;
};

// The graph that a communicator may have: the neighbours of this process, which the journal keeps.
void note_graph(MPI_Comm communicator, std::uint32_t number);

}  // namespace lull::recorder::mpi
