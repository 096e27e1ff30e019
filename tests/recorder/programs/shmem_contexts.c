// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The first PE puts data in the default context, named explicitly and implicitly, and completes the
// puts once in each way.
#include <shmem.h>
#include <stdio.h>

static long cell[4], source[4];

int main(void) {
  shmem_init();
  if (shmem_my_pe() == 0) {
    shmem_ctx_putmem_nbi(SHMEM_CTX_DEFAULT, cell, source, 8, 1);
    shmem_quiet();
    shmem_putmem_nbi(cell, source, 8, 1);
    shmem_ctx_quiet(SHMEM_CTX_DEFAULT);
    shmem_ctx_long_put(SHMEM_CTX_DEFAULT, cell, source, 1, 1);
    shmem_ctx_long_atomic_inc(SHMEM_CTX_DEFAULT, cell, 1);
    shmem_ctx_quiet(SHMEM_CTX_DEFAULT);
    shmem_ctx_long_get_nbi(SHMEM_CTX_DEFAULT, source, cell, 1, 1);
    printf("done\n");
  }
  shmem_barrier_all();
  shmem_finalize();
  return 0;
}
