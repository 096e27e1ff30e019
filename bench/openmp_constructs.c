// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Runs OpenMP constructs, one kind after the other, many times, with nearly no work in them, to
// measure the runtime. Prints, for each kind, the nanoseconds per round.
//
// usage: openmp_constructs [ROUNDS [KIND [THREADS]]]
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rounds = 100000;
static int threads = 1;
static int counter = 0;
static omp_lock_t lock;

static void regions(void) {
  for (int i = 0; i < rounds; ++i) {
#pragma omp parallel num_threads(threads)
    {
      if (omp_get_thread_num() == 0) ++counter;
    }
  }
}
static void loops(void) {
#pragma omp parallel num_threads(threads)
  for (int i = 0; i < rounds; ++i) {
#pragma omp for schedule(dynamic) nowait
    for (int j = 0; j < 2; ++j) counter = j;
  }
}
static void barriers(void) {
#pragma omp parallel num_threads(threads)
  for (int i = 0; i < rounds; ++i) {
#pragma omp barrier
  }
}
static void singles(void) {
#pragma omp parallel num_threads(threads)
  for (int i = 0; i < rounds; ++i) {
#pragma omp single
    ++counter;
  }
}
static void criticals(void) {
#pragma omp parallel num_threads(threads)
  for (int i = 0; i < rounds; ++i) {
#pragma omp critical
    ++counter;
  }
}
static void locks(void) {
#pragma omp parallel num_threads(threads)
  for (int i = 0; i < rounds; ++i) {
    omp_set_lock(&lock);
    ++counter;
    omp_unset_lock(&lock);
  }
}
static void tasks(void) {
#pragma omp parallel num_threads(threads)
#pragma omp master
  for (int i = 0; i < rounds; ++i) {
#pragma omp task
    counter = 1;
    if (i % 32 == 0) {
#pragma omp taskwait
    }
  }
}

static const char* only = NULL;

static void measure(const char* name, void (*work)(void)) {
  if (only != NULL && *only != '\0' && strcmp(name, only) != 0) return;
  work();  // once to warm up: page faults of the first buffer are not the rule
  const double start = omp_get_wtime();
  work();
  printf("%s %.1f\n", name, (omp_get_wtime() - start) / rounds * 1e9);
}

int main(int argc, char** argv) {
  if (argc > 1) rounds = atoi(argv[1]);
  if (argc > 2) only = argv[2];
  if (argc > 3) threads = atoi(argv[3]);
  omp_init_lock(&lock);
  measure("parallel", regions);
  measure("for", loops);
  measure("barrier", barriers);
  measure("single", singles);
  measure("critical", criticals);
  measure("lock", locks);
  measure("task", tasks);
  return counter < 0;
}
