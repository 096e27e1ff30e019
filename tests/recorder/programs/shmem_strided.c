// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Strided puts of several kinds, by the first PE.
#include <shmem.h>
#include <stdio.h>

static long cell[64], source[64];

int main(void) {
  shmem_init();
  if (shmem_my_pe() == 0) {
    shmem_long_iput(cell, source, 2, 1, 3, 1);                          // 5 longs
    shmem_iput32(cell, source, 3, 2, 4, 1);                             // 10 * 4 bytes
    shmem_iput128(cell, source, 1, 1, 2, 1);                            // 2 * 16
    shmem_ctx_short_iput(SHMEM_CTX_DEFAULT, (short*)cell, (short*)source, 5, 1, 2, 1);  // 6 * 2
    shmem_ctx_iput64(SHMEM_CTX_DEFAULT, &cell[1], source, 7, 1, 1, 1);  // 8
    shmem_long_iput(cell, source, 2, 1, 0, 1);                          // nothing
    shmem_long_put(cell, source, 3, 1);
    shmem_long_iget(source, cell, 2, 1, 3, 1);
    printf("done\n");
  }
  shmem_barrier_all();
  shmem_finalize();
  return 0;
}
