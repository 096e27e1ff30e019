// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Makes a million MPI calls of each of three very cheap kinds, on MPI_COMM_SELF. Prints, for
// each kind, the nanoseconds per round.
//
// usage: mpi_calls [ROUNDS [KIND]]
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rounds = 1000000;

static void barriers(void) {
  for (int i = 0; i < rounds; ++i) MPI_Barrier(MPI_COMM_SELF);
}
static void sendrecvs(void) {
  int out = 1, in = 0;
  for (int i = 0; i < rounds; ++i)
    MPI_Sendrecv(&out, 1, MPI_INT, 0, 0, &in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
}
static void requests(void) {
  int out = 1, in = 0;
  for (int i = 0; i < rounds; ++i) {
    MPI_Request request;
    MPI_Isend(&out, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
    MPI_Recv(&in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
}

static const char* only = NULL;

static void measure(const char* name, void (*work)(void)) {
  if (only != NULL && strcmp(name, only) != 0) return;
  work();  // once to warm up: page faults of the first buffer are not the rule
  const double start = MPI_Wtime();
  work();
  printf("%s %.1f\n", name, (MPI_Wtime() - start) / rounds * 1e9);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (argc > 1) rounds = atoi(argv[1]);
  if (argc > 2) only = argv[2];
  measure("Barrier", barriers);
  measure("Sendrecv", sendrecvs);
  measure("Isend+Recv+Wait", requests);
  MPI_Finalize();
  return 0;
}
