// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Consecutive OpenMP constructs with nothing in between.
#include <stdio.h>

static volatile int sink;
static int numbers[64];

static void work(void) {
  for (int i = 0; i < 1000; ++i) sink = i;
}

static inline void wait_for_all(void) {
#pragma omp barrier
}

int main(void) {
  long sum = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(static) reduction(+ : sum)
    for (int i = 0; i < 8; i++) sum += i;
#pragma omp for schedule(dynamic, 2) nowait
    for (int i = 0; i < 8; i++) numbers[i] = i;
#pragma omp for \
    schedule(guided)
    for (int i = 0; i < 8; i++) numbers[i] += i;
#pragma omp sections nowait
    {
#pragma omp section
      work();
#pragma omp section
      work();
    }
#pragma omp single nowait
    work();
#pragma omp single
    work();
#pragma omp barrier
#pragma omp single
    work();
    wait_for_all();
  }
#pragma omp parallel num_threads(2)
  {
    work();
#pragma omp barrier
  }
  printf("%ld\n", sum);
  return 0;
}
