// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Ten messages from process 0 to 1, each before a barrier. With an argument, recording is off
// during three of them.
#include <mpi.h>
#include <stdio.h>

int main(int count, char** words) {
  MPI_Init(&count, &words);
  int rank, value = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 10; ++i) {
    if (count > 1 && i == 4) MPI_Pcontrol(0);
    if (count > 1 && i == 7) MPI_Pcontrol(1, "with", 2, 3.5);
    if (rank == 0) MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  if (rank == 0) puts("done");
  return 0;
}
