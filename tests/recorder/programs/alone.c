/* SPDX-FileCopyrightText: 2026 The Lull contributors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Each process prints its number of processes. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int size;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Barrier(MPI_COMM_WORLD);
  printf("%d\n", size);
  MPI_Finalize();
  return 0;
}
