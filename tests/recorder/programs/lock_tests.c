/* SPDX-FileCopyrightText: 2026 The Lull contributors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * A lock is tested while another thread holds it, and when it is free; likewise a lock that may be
 * acquired several times. */
#include <omp.h>
#include <stdio.h>

int main(void) {
  omp_lock_t lock;
  omp_nest_lock_t nest;
  int failed = 0, held = 0, depth = 0;
  omp_init_lock(&lock);
  omp_init_nest_lock(&nest);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) omp_set_lock(&lock);
#pragma omp barrier
    if (omp_get_thread_num() == 1) failed = !omp_test_lock(&lock);
#pragma omp barrier
    if (omp_get_thread_num() == 0) omp_unset_lock(&lock);
#pragma omp barrier
    if (omp_get_thread_num() == 1) {
      held = omp_test_lock(&lock);
      omp_unset_lock(&lock);
      omp_set_nest_lock(&nest);
      depth = omp_test_nest_lock(&nest);
      omp_unset_nest_lock(&nest);
      omp_unset_nest_lock(&nest);
    }
  }
  printf("%d %d %d\n", failed, held, depth);
  return 0;
}
