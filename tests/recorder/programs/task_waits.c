// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A thread waits for a task that another one executes. usage: task_waits WAY
#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { kUnit = 200000 };  // microseconds

static volatile int begun;

static void wait_for_begin(void) {
  while (!begun) usleep(100);
}

// 0.4 s of work in the body, then 0.2 s of waiting for the task.
static void taskgroup(void) {
#pragma omp taskgroup
  {
#pragma omp task
    {
      begun = 1;
      usleep(3 * kUnit);
    }
    wait_for_begin();
    usleep(2 * kUnit);
  }
}

// The same, but after the body the thread executes another task of 0.4 s, for which it waits in an
// inner one.
static void nested(void) {
#pragma omp taskgroup
  {
#pragma omp task
    {
      begun = 1;
      usleep(3 * kUnit);
    }
    wait_for_begin();
#pragma omp taskgroup
    {
#pragma omp task
      usleep(2 * kUnit);
    }
  }
}

// Waits 0.6 s for one of two tasks.
static void depend(void) {
  int result = 0;
#pragma omp task
  usleep(kUnit);
#pragma omp task shared(result) depend(out : result)
  {
    begun = 1;
    usleep(3 * kUnit);
    result = 1;
  }
  wait_for_begin();
#pragma omp taskwait depend(in : result)
  if (result != 1) printf("no result\n");
}

int main(int argc, char** argv) {
  const char* const way = argc > 1 ? argv[1] : "";
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    if (strcmp(way, "nested") == 0)
      nested();
    else if (strcmp(way, "depend") == 0)
      depend();
    else
      taskgroup();
  }
  printf("done\n");
  return 0;
}
