// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Work for example programs: only spends time. Thread-safe.
#ifndef LULL_EXAMPLES_COMPUTE_H
#define LULL_EXAMPLES_COMPUTE_H

#include <stdlib.h>
#include <time.h>

// Keeps the processor busy for this many microseconds of wall-clock time, so that waiting times
// elsewhere do not depend on the number of processors.
static inline void compute(long microseconds) {
  struct timespec start, now;
  clock_gettime(CLOCK_MONOTONIC, &start);
  do {
    clock_gettime(CLOCK_MONOTONIC, &now);
  } while ((now.tv_sec - start.tv_sec) * 1000000L + (now.tv_nsec - start.tv_nsec) / 1000L <
           microseconds);
}

// Returns the program's first argument, or `otherwise`.
static inline int iterations_from(int argc, char** argv, int otherwise) {
  return argc > 1 ? atoi(argv[1]) : otherwise;
}

#endif
