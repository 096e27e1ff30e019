// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Messages in a ring, until rank 1 kills itself after the given number of iterations: tests the
// recording of a program that does not end normally. Prints nothing and fails. Needs at least two
// processes.
//
// Wait states on purpose: late senders all around the ring.
#include <mpi.h>
#include <signal.h>
#include <stdio.h>

#include "compute.h"

enum { kMicroseconds = 2 };

int main(int argc, char** argv) {
  const int iterations = iterations_from(argc, argv, 100);
  int rank, processes, token = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  if (processes < 2) {
    fprintf(stderr, "killed: needs two processes at least\n");
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  const int left = (rank + processes - 1) % processes;
  const int right = (rank + 1) % processes;
  for (int i = 0;; ++i) {
    if (rank == 1 && i == iterations) raise(SIGKILL);
    if (rank == 0) {
      compute(kMicroseconds);
      MPI_Send(&token, 1, MPI_INT, right, 0, MPI_COMM_WORLD);
      MPI_Recv(&token, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(&token, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      compute(kMicroseconds);
      MPI_Send(&token, 1, MPI_INT, right, 0, MPI_COMM_WORLD);
    }
  }
}
