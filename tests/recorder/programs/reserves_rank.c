// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A library that the program is linked to: it reserves the last process, which ends in MPI_Init,
// and gives the program a smaller MPI_COMM_WORLD.
#include <mpi.h>
#include <stdlib.h>

static MPI_Comm smaller;
static MPI_Comm shown(MPI_Comm communicator) { return communicator == MPI_COMM_WORLD ? smaller : communicator; }

int MPI_Init(int* count, char*** words) {
  const int result = PMPI_Init(count, words);
  int rank, size;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  PMPI_Comm_split(MPI_COMM_WORLD, rank == size - 1, rank, &smaller);
  if (rank == size - 1) {
    PMPI_Finalize();
    exit(0);
  }
  return result;
}
int MPI_Comm_rank(MPI_Comm communicator, int* rank) { return PMPI_Comm_rank(shown(communicator), rank); }
int MPI_Comm_size(MPI_Comm communicator, int* size) { return PMPI_Comm_size(shown(communicator), size); }
int MPI_Barrier(MPI_Comm communicator) { return PMPI_Barrier(shown(communicator)); }
