// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Waits for a designed time at a designed place: one OpenMP wait state at a time, named by the
// first argument. Then prints the total waiting time of all threads in milliseconds; the second
// argument is the length of delays (100).
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compute.h"

enum { kThreads = 4 };

static long delay = 100000;  // microseconds
static volatile int begun;

static void late(int who) {
  if (omp_get_thread_num() == who) compute(delay);
}
static void wait_for_begin(void) {
  while (!begun) {
#pragma omp flush
  }
}

// The caller makes all others wait; returns their number.
static int barrier(void) {
#pragma omp parallel num_threads(kThreads)
  {
    late(0);
#pragma omp barrier
  }
  return kThreads - 1;
}
static int end_of_region(void) {
#pragma omp parallel num_threads(kThreads)
  late(0);
  return kThreads - 1;
}
static int critical(void) {
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 1) wait_for_begin();
#pragma omp critical
    {
      begun = 1;
      late(0);
    }
  }
  return 1;
}
static int lock(void) {
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 1) wait_for_begin();
    omp_set_lock(&lock);
    begun = 1;
    late(0);
    omp_unset_lock(&lock);
  }
  omp_destroy_lock(&lock);
  return 1;
}
// Each iteration waits for the previous one, and so for the first.
static int ordered(void) {
#pragma omp parallel for ordered schedule(static, 1) num_threads(kThreads)
  for (int i = 0; i < kThreads; ++i) {
#pragma omp ordered
    if (i == 0) compute(delay);
  }
  return kThreads - 1;
}
// Another thread has begun the task when the first one waits for it.
static int taskwait(void) {
#pragma omp parallel num_threads(2)
#pragma omp master
  {
#pragma omp task
    {
      begun = 1;
      compute(delay);
    }
    wait_for_begin();
#pragma omp taskwait
  }
  return 1;
}

int main(int argc, char** argv) {
  static const struct {
    const char* name;
    int (*run)(void);
  } scenarios[] = {{"barrier", barrier}, {"end_of_region", end_of_region}, {"critical", critical},
                   {"lock", lock},       {"ordered", ordered},             {"taskwait", taskwait}};
  if (argc > 2) delay = 1000 * atol(argv[2]);
#pragma omp parallel num_threads(kThreads)
  {
  }  // the threads are there
  for (size_t i = 0; argc > 1 && i < sizeof scenarios / sizeof *scenarios; ++i)
    if (strcmp(argv[1], scenarios[i].name) == 0) {
      printf("%s %ld\n", argv[1], scenarios[i].run() * (delay / 1000));
      return 0;
    }
  printf("usage: designed_openmp SCENARIO [MILLISECONDS]\n");
  return 1;
}
