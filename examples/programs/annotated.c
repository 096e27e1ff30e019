// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Annotations of lull/record.h in C and C++: regions, parameters, metrics, a grid, and a part that
// is not recorded. Runs without MPI, and prints what a trace of it must contain.
//
// No wait states.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // RUSAGE_THREAD
#endif
#include <lull/record.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "counted_functions.h"

enum { kIterations = 6, kUnrecorded = 2 };

static long parameters;
static long metrics;
static double last_metric;
static volatile double sink;

static void work(int amount) {
  for (int i = 0; i < amount * 1000; ++i) sink += i;
}

// A region ends however its block is left.
static int leave_in_the_middle(int n) {
  LULL_REGION("leave in the middle");
  CALLED("leave in the middle");
  if (n % 2 == 0) return n;
  work(n);
  return -n;
}

static void solve(int n) {
  LULL_REGION("solve");
  CALLED("solve");
  LULL_PARAMETER_INT("size", n);
  ++parameters;
  for (int i = 0; i < n; ++i) {
    LULL_REGION_BEGIN("sweep");
    CALLED("sweep");
    work(10);
    LULL_REGION_END("sweep");
  }
  last_metric = 1.0 / (n + 1);
  LULL_METRIC("residual", "1", last_metric);
  ++metrics;
}

static void unrecorded(void) {
  LULL_REGION("unrecorded");
  work(1);
}

int main(void) {
  const int sizes[] = {2, 3};
  const int periodic[] = {0, 1};
  const int place[] = {1, 2};
  LULL_CART_CREATE("grid", 2, sizes, periodic);
  LULL_CART_COORD("grid", 2, place);
  for (int i = 0; i < kIterations; ++i) {
    solve(i);
    leave_in_the_middle(i);
  }
  LULL_RECORDING_OFF();
  for (int i = 0; i < kUnrecorded; ++i) unrecorded();
  LULL_RECORDING_ON();
  LULL_REGION("the end");
  CALLED("the end");
  struct rusage used;
  getrusage(RUSAGE_THREAD, &used);
  printf(
      "{\"program\":\"annotated\",\"processes\":1,\"parameters\":%ld,\"metrics\":%ld,"
      "\"last_metric\":%.17g,\"ru_utime\":%ld,\"ru_stime\":%ld,\"ru_minflt\":%ld,"
      "\"ru_maxrss\":%ld,",
      parameters, metrics, last_metric, used.ru_utime.tv_sec * 1000000L + used.ru_utime.tv_usec,
      used.ru_stime.tv_sec * 1000000L + used.ru_stime.tv_usec, used.ru_minflt, used.ru_maxrss);
  PRINT_CALLED_FIELDS();
  return 0;
}
