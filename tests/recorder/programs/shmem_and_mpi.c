// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// MPI and OpenSHMEM in one program: PE 0 is late, first for a message and then for a put.
#include <mpi.h>
#include <shmem.h>
#include <stdio.h>
#include <unistd.h>

static long flag;

int main(int argc, char** argv) {
  int rank, size, value = 1;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  shmem_init();
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_create(&value, sizeof value, sizeof value, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  if (rank != 0) MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  shmem_barrier_all();
  if (rank == 0) {
    usleep(100000);
    for (int i = 1; i < size; ++i) MPI_Send(&value, 1, MPI_INT, i, 0, MPI_COMM_WORLD);
    usleep(100000);
    for (int i = 1; i < size; ++i) shmem_long_p(&flag, 1, i);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    shmem_long_wait_until(&flag, SHMEM_CMP_EQ, 1);
  }
  shmem_barrier_all();
  MPI_Win_free(&window);
  if (rank == 0) printf("done\n");
  shmem_finalize();  // may also finalise MPI
  MPI_Finalized(&value);
  if (!value) MPI_Finalize();
  return 0;
}
