// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Calls OpenSHMEM functions of all families, a known number of times in each PE.
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>

static long cell[8], source[8] = {1, 2, 3, 4, 5, 6, 7, 8};
static float real[4];
static long lock, sync_some[SHMEM_BARRIER_SYNC_SIZE];

static void transfer(int pe, shmem_ctx_t context) {
  float value = 1;
  shmem_long_put(cell, source, 8, pe);
  shmem_putmem(cell, source, 24, pe);
  shmem_put32(cell, source, 4, pe);
  shmem_long_iput(cell, source, 2, 1, 3, pe);
  shmem_float_p(real, value, pe);
  shmem_long_put_nbi(cell, source, 2, pe);
  shmem_ctx_long_put(context, cell, source, 1, pe);
  shmem_ctx_long_put_nbi(context, cell, source, 1, pe);
  shmem_ctx_quiet(context);
  shmem_long_get(source, cell, 4, pe);
  shmem_getmem_nbi(source, cell, 16, pe);
  value = shmem_float_g(real, pe);
  if (value != 1) abort();
  shmem_fence();
  shmem_quiet();
}

static void operate(int pe) {
  shmem_long_atomic_add(&cell[7], 3, pe);
  shmem_long_atomic_inc(&cell[7], pe);
  (void)shmem_long_atomic_fetch_add(&cell[7], 1, pe);
  (void)shmem_long_atomic_compare_swap(&cell[7], -1, -2, pe);
  (void)shmem_long_atomic_swap(&cell[6], 5, pe);
  (void)shmem_long_atomic_fetch(&cell[6], pe);
}

int main(void) {
  shmem_ctx_t context;
  shmem_init();
  const int me = shmem_my_pe();
  const int size = shmem_n_pes();
  const int next = (me + 1) % size;
  for (int i = 0; i < SHMEM_BARRIER_SYNC_SIZE; ++i) sync_some[i] = SHMEM_SYNC_VALUE;
  long* const heap = shmem_malloc(sizeof(long) * 4);
  heap[0] = 0;
  if (shmem_ctx_create(0, &context) != 0) context = SHMEM_CTX_DEFAULT;
  shmem_barrier_all();
  transfer(next, context);
  shmem_barrier_all();
  operate(next);
  shmem_sync_all();
  if (me % 2 == 0) shmem_barrier(0, 1, (size + 1) / 2, sync_some);
  shmem_long_p(&heap[0], 1, next);
  shmem_long_wait_until(&heap[0], SHMEM_CMP_EQ, 1);
  if (!shmem_long_test(&heap[0], SHMEM_CMP_EQ, 1)) abort();
  shmem_barrier_all();
  shmem_set_lock(&lock);
  shmem_clear_lock(&lock);
  shmem_barrier_all();
  // The PEs take turns: Open MPI may starve the PE that releases the lock while others try to
  // acquire it.
  for (int holder = 0; holder < size; ++holder) {
    if (me == holder && shmem_test_lock(&lock) != 0) abort();
    shmem_sync_all();
    if (me == (holder + 1) % size && shmem_test_lock(&lock) == 0) abort();
    shmem_sync_all();
    if (me == holder) shmem_clear_lock(&lock);
    shmem_sync_all();
  }
  if (context != SHMEM_CTX_DEFAULT) shmem_ctx_destroy(context);
  shmem_free(heap);
  if (me == 0) printf("done\n");
  shmem_finalize();
  return 0;
}
