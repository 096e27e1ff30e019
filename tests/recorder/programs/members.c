/* SPDX-FileCopyrightText: 2026 The Lull contributors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * All processes of MPI_COMM_WORLD exchange messages, and reduce over all and over halves. The first
 * argument is rank 0's delay before a barrier in milliseconds; it prints the barrier's times in
 * nanoseconds. Further arguments are the number of processes to spawn and their program. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000ll + time.tv_nsec;
}

static int exchange(MPI_Comm all) {
  MPI_Comm half;
  int rank, size, number, other, sum = 0, total = 0;
  MPI_Comm_rank(all, &rank);
  MPI_Comm_size(all, &size);
  number = rank + 1;
  MPI_Sendrecv(&number, 1, MPI_INT, (rank + 1) % size, 1, &other, 1, MPI_INT, (rank + size - 1) % size, 1, all,
               MPI_STATUS_IGNORE);
  MPI_Comm_split(all, rank < (size + 1) / 2, rank, &half);
  MPI_Allreduce(&other, &sum, 1, MPI_INT, MPI_SUM, half);
  MPI_Comm_free(&half);
  MPI_Allreduce(&sum, &total, 1, MPI_INT, MPI_SUM, all);
  return total;
}

/* Children that are recorded or not, depending on "env". */
static void spawn(int size, char** command) {
  MPI_Comm children;
  int number = 7;
  MPI_Comm_spawn(command[0], command + 1, size, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children, MPI_ERRCODES_IGNORE);
  MPI_Bcast(&number, 1, MPI_INT, MPI_ROOT, children);
  MPI_Barrier(children);
  MPI_Comm_disconnect(&children);
}

int main(int argc, char** argv) {
  MPI_Comm parent;
  int rank, total, number = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_get_parent(&parent);
  const int is_first = rank == 0 && parent == MPI_COMM_NULL;
  total = exchange(MPI_COMM_WORLD);
  if (is_first) printf("total %d\n", total);
  if (argc > 1 && atoi(argv[1]) > 0) {
    MPI_Barrier(MPI_COMM_WORLD);
    const long long begin = now();
    if (rank == 0) usleep(1000 * atoi(argv[1]));
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) fprintf(stderr, "from %lld to %lld\n", begin, now());
  }
  if (argc > 3) spawn(atoi(argv[2]), argv + 3);
  if (parent != MPI_COMM_NULL) {
    MPI_Bcast(&number, 1, MPI_INT, 0, parent);
    MPI_Barrier(parent);
    MPI_Comm_disconnect(&parent);
  }
  MPI_Finalize();
  if (is_first) printf("done\n");
  return 0;
}
