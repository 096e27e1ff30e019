// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// One process makes many more calls than the others; then all create communicators together, and
// communicate with their neighbours.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  int rank = 0;
  int flag = 0;
  int size = 0;
  int periodic = 1;
  int from[2];
  MPI_Comm ring;
  MPI_Comm copy;
  MPI_Comm part;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == atoi(argv[2]))
    for (int i = 0; i < atoi(argv[1]); ++i)
      MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Comm_split(copy, rank % 2, rank, &part);
  MPI_Barrier(part);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Cart_create(copy, 1, &size, &periodic, 0, &ring);
  MPI_Neighbor_allgather(&rank, 1, MPI_INT, from, 1, MPI_INT, ring);
  MPI_Comm_free(&ring);
  MPI_Comm_free(&part);
  MPI_Comm_free(&copy);
  if (rank == 0) printf("done\n");
  MPI_Finalize();
  return 0;
}
