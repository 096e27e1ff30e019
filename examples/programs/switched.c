// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// MPI with only a part of the run recorded: recording is off while MPI begins and ends, and while a
// communicator is created that is used later.
//
// No wait states.
#include <lull/record.h>
#include <mpi.h>
#include <stdio.h>

enum { kIterations = 5 };

int main(int argc, char** argv) {
  int rank, size;
  MPI_Comm half;
  LULL_RECORDING_OFF();
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  MPI_Barrier(MPI_COMM_WORLD);

  LULL_RECORDING_ON();
  for (int i = 0; i < kIterations; ++i) {
    LULL_REGION("step");
    MPI_Barrier(half);
    MPI_Allreduce(MPI_IN_PLACE, &size, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  }
  LULL_RECORDING_OFF();

  MPI_Barrier(half);
  if (rank == 0) {
    const int calls = kIterations * size;
    printf(
        "{\"program\":\"switched\",\"processes\":%d,\"sends\":0,\"receives\":0,"
        "\"cancelled_receives\":0,\"collectives\":{\"MPI_Barrier\":%d,\"MPI_Allreduce\":%d},"
        "\"nonblocking_collectives\":{},"
        "\"calls\":{\"MPI_Barrier\":%d,\"MPI_Allreduce\":%d}}\n",
        size, calls, calls, calls, calls);
  }
  MPI_Finalize();
  return 0;
}
