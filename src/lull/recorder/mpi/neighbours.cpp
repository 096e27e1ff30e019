// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/mpi/neighbours.hpp"

#include "lull/recorder/mpi/communicators.hpp"
#include "lull/recorder/mpi/groups.hpp"

namespace lull::recorder::mpi {
namespace {

// Returns, for each dimension, the lower neighbour, then the upper one.
std::vector<int> neighbours_in_grid(MPI_Comm communicator) {
  int dimensions = 0;
  PMPI_Cartdim_get(communicator, &dimensions);
  std::vector<int> neighbours;
  for (int i = 0; i < dimensions; ++i) {
    int below = MPI_PROC_NULL;
    int above = MPI_PROC_NULL;
    PMPI_Cart_shift(communicator, i, 1, &below, &above);
    neighbours.push_back(below);
    neighbours.push_back(above);
  }
  return neighbours;
}

std::vector<int> neighbours_in_graph(MPI_Comm communicator) {
  int rank = 0;
  int count = 0;
  PMPI_Comm_rank(communicator, &rank);
  PMPI_Graph_neighbors_count(communicator, rank, &count);
  std::vector<int> neighbours(static_cast<std::size_t>(count));
  PMPI_Graph_neighbors(communicator, rank, count, neighbours.data());
  return neighbours;
}

}  // namespace

Neighbours::Neighbours(MPI_Comm communicator) {
  int kind = MPI_UNDEFINED;
  PMPI_Topo_test(communicator, &kind);
  if (kind == MPI_CART) {
    sources = destinations = neighbours_in_grid(communicator);
  } else if (kind == MPI_GRAPH) {
    sources = destinations = neighbours_in_graph(communicator);
  } else if (kind == MPI_DIST_GRAPH) {
    int in = 0;
    int out = 0;
    int weighted = 0;
    PMPI_Dist_graph_neighbors_count(communicator, &in, &out, &weighted);
    sources.resize(static_cast<std::size_t>(in));
    destinations.resize(static_cast<std::size_t>(out));
    std::vector<int> in_weights(sources.size());
    std::vector<int> out_weights(destinations.size());
    PMPI_Dist_graph_neighbors(communicator, in, sources.data(), in_weights.data(), out,
                              destinations.data(), out_weights.data());
  }
  // In a grid, data from the lower neighbour was sent upwards: after what the same process sent
  // downwards.
  for (std::size_t i = 0; i < sources.size(); ++i) order.push_back(kind == MPI_CART ? i ^ 1 : i);
}

void note_graph(MPI_Comm communicator, std::uint32_t number) {
  const Neighbours neighbours(communicator);
  Measurement::instance().note({{"process_graph",
                                 {{"communicator", number},
                                  {"rank", rank_in(communicator)},
                                  {"sources", neighbours.sources},
                                  {"destinations", neighbours.destinations}}}});
}

}  // namespace lull::recorder::mpi
