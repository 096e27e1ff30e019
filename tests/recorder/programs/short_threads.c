/* SPDX-FileCopyrightText: 2026 The Lull contributors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Many threads, four at a time, that send messages to themselves. usage: short_threads ROUNDS */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void* send(void* tag) {
  int sent = 1, received = 0;
  MPI_Sendrecv(&sent, 1, MPI_INT, 0, (int)(long)tag, &received, 1, MPI_INT, 0, (int)(long)tag,
               MPI_COMM_SELF, MPI_STATUS_IGNORE);
  return NULL;
}

int main(int argc, char** argv) {
  int level = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  if (level < MPI_THREAD_MULTIPLE) puts("not with this library");
  for (int round = 0; round < atoi(argv[1]); ++round) {
    pthread_t threads[4];
    for (long i = 0; i < 4; ++i) pthread_create(&threads[i], NULL, send, (void*)i);
    for (int i = 0; i < 4; ++i) pthread_join(threads[i], NULL);
  }
  MPI_Finalize();
  return 0;
}
