// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Sets of PEs whose strides are irrelevant, and one whose stride matters. A PE alone in a set
// does not wait.
#include <shmem.h>
#include <stdio.h>

static long sync_set[SHMEM_BARRIER_SYNC_SIZE];
static int strides[] = {0, 1, 5, 30, 31, 32, 100, 1 << 20, 2147483647, -1, -31, -2147483647};

int main(void) {
  shmem_init();
  for (int i = 0; i < SHMEM_BARRIER_SYNC_SIZE; ++i) sync_set[i] = SHMEM_SYNC_VALUE;
  const int me = shmem_my_pe();
  shmem_barrier_all();
  for (unsigned i = 0; i < sizeof strides / sizeof *strides; ++i) {
    shmem_barrier(me, strides[i], 1, sync_set);
    shmem_sync(me, strides[i], 1, sync_set);
  }
  shmem_barrier_all();
  if (me % 2 == 0) shmem_barrier(0, 1, 2, sync_set);
  shmem_barrier_all();
  shmem_barrier(0, 0, shmem_n_pes(), sync_set);
  if (me == 0) printf("done\n");
  shmem_finalize();
  return 0;
}
