// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A program that ends in the middle. usage: ends HOW ROUNDS, with two processes: they exchange
// messages for ROUNDS rounds, then rank 1 ends as HOW specifies.
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char** argv) {
  const char* how = argc > 1 ? argv[1] : "abort";
  const int rounds = argc > 2 ? atoi(argv[2]) : 1000;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < rounds; ++i) {
    int number = i;
    MPI_Sendrecv_replace(&number, 1, MPI_INT, rank ^ 1, 0, rank ^ 1, 0, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) pause();  // ended together with the other process
  if (strcmp(how, "abort") == 0) MPI_Abort(MPI_COMM_WORLD, 5);
  if (strcmp(how, "exit") == 0) exit(6);
  if (strcmp(how, "_exit") == 0) _exit(7);
  if (strcmp(how, "kill") == 0) raise(SIGKILL);
  if (strcmp(how, "crash") == 0) raise(SIGSEGV);
  return 0;
}
