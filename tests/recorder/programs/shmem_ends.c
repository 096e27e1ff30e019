// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// One PE, or each (-1), ends without shmem_finalize. usage: shmem_ends HOW PE
#include <mpi.h>
#include <shmem.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static long cell;

static void in_child(void) {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  waitpid(child, NULL, 0);
}

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const char* const how = argv[1];
  const int who = atoi(argv[2]);
  shmem_init();
  const int me = shmem_my_pe();
  shmem_long_p(&cell, 1, (me + 1) % shmem_n_pes());
  shmem_barrier_all();
  if (me == who || who == -1) {
    if (strcmp(how, "return") == 0) return 0;
    if (strcmp(how, "exit") == 0) exit(5);
    if (strcmp(how, "_exit") == 0) _exit(5);
    if (strcmp(how, "global") == 0) shmem_global_exit(5);
    if (strcmp(how, "abort") == 0) MPI_Abort(MPI_COMM_WORLD, 5);
    if (strcmp(how, "late") == 0) usleep(200000);
    if (strcmp(how, "fork") == 0) in_child();
    if (strcmp(how, "late") == 0 || strcmp(how, "fork") == 0) return 0;
  }
  shmem_finalize();
  return 0;
}
