// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Three communicators with a graph topology: a ring in which each process specifies its neighbours,
// the same with one process specifying all, and a star. On the first one, each process sends its
// rank to its neighbours.
#include <mpi.h>
#include <stdio.h>

int main(int count, char** words) {
  MPI_Init(&count, &words);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int both[2] = {(rank + size - 1) % size, (rank + 1) % size};
  MPI_Comm ring, told, star;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, both, MPI_UNWEIGHTED, 2, both, MPI_UNWEIGHTED,
                                 MPI_INFO_NULL, 0, &ring);
  int sources[64], degrees[64], destinations[64];
  for (int i = 0; i < size; ++i) {
    sources[i] = i;
    degrees[i] = 1;
    destinations[i] = (i + 1) % size;
  }
  MPI_Dist_graph_create(MPI_COMM_WORLD, rank == 0 ? size : 0, sources, degrees, destinations,
                        MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &told);
  int ends[64], edges[128];  // a star: process 0 with all others
  for (int i = 0; i < size; ++i) ends[i] = size - 1 + i;
  for (int i = 1; i < size; ++i) {
    edges[i - 1] = i;
    edges[size - 2 + i] = 0;
  }
  MPI_Graph_create(MPI_COMM_WORLD, size, ends, edges, 0, &star);
  int heard[2] = {-1, -1};
  MPI_Neighbor_allgather(&rank, 1, MPI_INT, heard, 1, MPI_INT, ring);
  printf("%d %d %d\n", rank, heard[0], heard[1]);
  MPI_Comm_free(&star);
  MPI_Comm_free(&told);
  MPI_Comm_free(&ring);
  MPI_Finalize();
  return 0;
}
