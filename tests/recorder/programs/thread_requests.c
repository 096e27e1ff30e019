/* SPDX-FileCopyrightText: 2026 The Lull contributors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Threads of two processes send and receive with requests, each with its own tag: the handle that
 * one thread has completed is reused by another. */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

enum { kThreads = 4, kRounds = 2000, kAtOnce = 8 };

static int rank;

static void* exchange(void* argument) {
  const int tag = *(const int*)argument;
  int numbers[kAtOnce] = {0};
  MPI_Request requests[kAtOnce];
  for (int round = 0; round < kRounds; ++round) {
    for (int i = 0; i < kAtOnce; ++i)
      if (rank == 0)
        MPI_Isend(&numbers[i], 1, MPI_INT, 1, tag, MPI_COMM_WORLD, &requests[i]);
      else
        MPI_Irecv(&numbers[i], 1, MPI_INT, 0, tag, MPI_COMM_WORLD, &requests[i]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Waitall(kAtOnce, requests, MPI_STATUSES_IGNORE);
  }
  return NULL;
}

int main(int argc, char** argv) {
  pthread_t threads[kThreads];
  int tags[kThreads], level;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < kThreads; ++i) {
    tags[i] = 1 + i;
    pthread_create(&threads[i], NULL, exchange, &tags[i]);
  }
  for (int i = 0; i < kThreads; ++i) pthread_join(threads[i], NULL);
  MPI_Finalize();
  if (rank == 0) puts("done");
  return 0;
}
