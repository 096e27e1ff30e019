/* SPDX-FileCopyrightText: 2026 The Lull contributors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * The first process can no longer write to files: its recording stops, and the program continues,
 * creates communicators and finalises MPI with processes that are still recorded. */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>

int main(int argc, char** argv) {
  int rank, number = 0, other;
  MPI_Comm copy, half;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    const struct rlimit none = {8192, 8192};
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &none);
    for (int i = 0; i < 400000; ++i)
      MPI_Sendrecv(&number, 1, MPI_INT, 0, 1, &other, 1, MPI_INT, 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  }
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Comm_split(copy, rank % 2, rank, &half);
  MPI_Barrier(half);
  MPI_Comm_free(&half);
  MPI_Comm_free(&copy);
  MPI_Finalize();
  if (rank == 0) puts("done");
  return 0;
}
