// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// OpenMP only: recursive tasks, task groups, loops, locks, and constructs for one thread.
//
// Wait states on purpose: waiting at the end of an imbalanced loop and at an explicit barrier,
// threads competing for a lock and a critical section, threads that wait for their turn in an
// ordered loop, idle threads while one of them creates tasks or works alone in a single construct.
#include <omp.h>

#include "compute.h"
#include "counted.h"

enum { kThreads = 4, kLoop = 16, kFibonacci = 9, kCutoff = 5, kMicroseconds = 100 };

static long serial_fibonacci(int n) {
  return n < 2 ? n : serial_fibonacci(n - 1) + serial_fibonacci(n - 2);
}

static long fibonacci(int n) {
  long a, b;
  if (n < kCutoff) {
    compute(kMicroseconds);
    return serial_fibonacci(n);
  }
  COUNT(tasks);
#pragma omp task shared(a)
  a = fibonacci(n - 1);
  COUNT(tasks);
#pragma omp task shared(b)
  b = fibonacci(n - 2);
  COUNT(taskwaits);
#pragma omp taskwait
  return a + b;
}

static long recursive_tasks(void) {
  long result = 0;
  COUNT(parallel_regions);
#pragma omp parallel num_threads(kThreads)
  {
    COUNT(team_threads);
    COUNT(singles);
#pragma omp single
    result = fibonacci(kFibonacci);
  }
  return result;
}

static void grouped_tasks(void) {
  COUNT(parallel_regions);
#pragma omp parallel num_threads(kThreads)
  {
    COUNT(team_threads);
    COUNT(singles);
#pragma omp single
    {
      COUNT(taskgroups);
#pragma omp taskgroup
      for (int i = 0; i < kThreads; ++i) {
        COUNT(tasks);
#pragma omp task firstprivate(i)
        compute(kMicroseconds * (1 + i));
      }
    }
  }
}

static void imbalanced_loops(void) {
  COUNT(parallel_regions);
#pragma omp parallel num_threads(kThreads)
  {
    COUNT(team_threads);
    COUNT(loops);
#pragma omp for schedule(dynamic, 1)
    for (int i = 0; i < kLoop; ++i) compute(i == kLoop - 1 ? 8 * kMicroseconds : kMicroseconds / 2);
    compute(kMicroseconds * omp_get_thread_num());
    COUNT(barriers);
#pragma omp barrier
    COUNT(loops);
#pragma omp for schedule(static, 1) ordered
    for (int i = 0; i < kLoop; ++i) {
      COUNT(ordereds);
#pragma omp ordered
      compute(kMicroseconds / 4);
    }
  }
}

static long exclusion(omp_lock_t* lock) {
  long entered = 0;
  COUNT(parallel_regions);
#pragma omp parallel num_threads(kThreads)
  {
    COUNT(team_threads);
    COUNT(locks);
    omp_set_lock(lock);
    compute(kMicroseconds);
    omp_unset_lock(lock);
    COUNT(criticals);
#pragma omp critical
    {
      compute(kMicroseconds);
      ++entered;
    }
  }
  return entered;
}

int main(int argc, char** argv) {
  const int iterations = iterations_from(argc, argv, 30);
  long sums[kCounters];
  omp_lock_t lock;
  omp_init_lock(&lock);
  for (int i = 0; i < iterations; ++i) {
    if (recursive_tasks() != serial_fibonacci(kFibonacci)) return 1;
    grouped_tasks();
    imbalanced_loops();
    if (exclusion(&lock) != kThreads) return 1;
  }
  omp_destroy_lock(&lock);
  copy_counts(sums);
  print_sums("tasks", 1, sums);
  return 0;
}
