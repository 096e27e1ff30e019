// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Differences between the OpenMP runtimes of gcc and LLVM, and constructs for which compiled code
// calls the runtime in several ways. gomp WAY prints the results of one; compiled with gcc.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void runtime(void) {
  int threads = 0;
#pragma omp parallel num_threads(3) reduction(+ : threads)
  threads++;
  printf("%d threads, LLVM's runtime: %s\n", threads,
         dlsym(RTLD_DEFAULT, "__kmpc_fork_call") != NULL ? "yes" : "no");
}

// Also called outside of parallel regions, without a team to share the work.
static void orphans(int* sum) {
#pragma omp for schedule(dynamic) nowait
  for (int i = 0; i < 4; i++) {
#pragma omp atomic
    *sum += i;
  }
#pragma omp barrier
#pragma omp single
  {
#pragma omp atomic
    *sum += 100;
  }
}

static void work_sharing(void) {
  int loops = 0, parts = 0, copied = 0, order = 0, ok = 1;
#pragma omp parallel num_threads(4) reduction(+ : loops, parts, copied)
  {
#pragma omp for schedule(dynamic, 2)
    for (int i = 0; i < 20; i++) loops += i;
#pragma omp for schedule(guided) nowait
    for (unsigned long long i = 0; i < 20; i++) loops += (int)i;
#pragma omp for schedule(runtime)
    for (int i = 20; i > 0; i--) loops += i;
#pragma omp sections
    {
#pragma omp section
      parts += 1;
#pragma omp section
      parts += 2;
    }
    int from_one;
#pragma omp single copyprivate(from_one)
    from_one = 7;
    copied += from_one;
#pragma omp for ordered schedule(dynamic)
    for (int i = 0; i < 8; i++) {
#pragma omp ordered
      ok &= order++ == i;
    }
#pragma omp barrier
  }
#pragma omp parallel for schedule(dynamic) num_threads(3) reduction(+ : loops)
  for (int i = 0; i < 10; i++) loops += i;
#pragma omp parallel sections num_threads(2) reduction(+ : parts)
  {
#pragma omp section
    parts += 4;
#pragma omp section
    parts += 8;
  }
  int orphaned = 0;
  orphans(&orphaned);
#pragma omp parallel num_threads(2)
  orphans(&orphaned);
  printf("%d %d %d %d %d\n", loops, parts, copied, ok, orphaned);
}

static int doacross(void) {
  int values[32] = {1};
#pragma omp parallel for ordered(1) num_threads(3) schedule(static, 1)
  for (int i = 1; i < 32; i++) {
#pragma omp ordered depend(sink : i - 1)
    values[i] = values[i - 1] + 1;
#pragma omp ordered depend(source)
  }
  return values[31];
}

struct large {
  double values[200];
};

static void tasks(void) {
  int loop = 0, reduced = 0, undeferred = 0, detached = 0, depends = 0;
  struct large large;
  memset(&large, 0, sizeof large);
  large.values[199] = 5;
  double sum = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  {
#pragma omp taskloop grainsize(3) shared(loop)
    for (int i = 0; i < 20; i++) {
#pragma omp atomic
      loop += i;
    }
#pragma omp taskloop reduction(+ : reduced) num_tasks(5)
    for (int i = 0; i < 20; i++) reduced += i;
#pragma omp taskgroup task_reduction(+ : reduced)
    for (int i = 0; i < 4; i++) {
#pragma omp task in_reduction(+ : reduced)
      reduced += 100;
    }
#pragma omp task if (0) shared(undeferred)
    undeferred++;
#pragma omp task firstprivate(large) shared(sum)
    {
#pragma omp atomic
      sum += large.values[199];
    }
#pragma omp taskwait
    for (int i = 0; i < 5; i++) {
#pragma omp task depend(inout : depends)
      depends = depends * 2 + i;
    }
#pragma omp taskwait
    omp_event_handle_t event;
#pragma omp task detach(event) shared(detached)
    detached++;
#pragma omp task shared(detached)
    {
#pragma omp atomic
      detached += 10;
      omp_fulfill_event(event);
    }
#pragma omp taskwait
  }
  printf("%d %d %d %d %d %.0f %d\n", loop, reduced, undeferred, detached, depends, sum, doacross());
}

// Requires OMP_CANCELLATION=true.
static void cancellation(void) {
  int found = 0, begun = 0;
#pragma omp parallel num_threads(3)
  {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 100000; i++) {
      if (i == 3) {
#pragma omp atomic write
        found = 1;
#pragma omp cancel for
      }
#pragma omp cancellation point for
    }
#pragma omp single
#pragma omp taskgroup
    {
#pragma omp task
      {
#pragma omp cancel taskgroup
      }
#pragma omp taskwait
      for (int i = 0; i < 50; i++) {
#pragma omp task shared(begun)
        {
#pragma omp atomic
          begun++;
        }
      }
    }
  }
#pragma omp parallel num_threads(3)
  {
#pragma omp cancel parallel
#pragma omp barrier
    found = 100;
  }
  printf("%d %d\n", found, begun);
}

// Threads of inner teams end with these.
static void nested(int rounds) {
  int sum = 0;
  omp_set_max_active_levels(3);
  for (int i = 0; i < rounds; i++) {
#pragma omp parallel num_threads(2) reduction(+ : sum)
    {
#pragma omp parallel num_threads(2) reduction(+ : sum)
      sum++;
    }
  }
  printf("%d\n", sum);
}

// Each team differs in size from the one before: gcc's runtime ends threads and creates new ones.
static void changing(int rounds) {
  int sum = 0;
  for (int i = 0; i < rounds; i++) {
#pragma omp parallel num_threads(1 + i % 4) reduction(+ : sum)
    sum++;
  }
  printf("%d\n", sum);
}

static void locks(void) {
  static int count = 0, nest = 0, plain = 0, named = 0;
  omp_lock_t lock;
  omp_nest_lock_t nest_lock;
  omp_init_lock(&lock);
  omp_init_nest_lock(&nest_lock);
#pragma omp parallel num_threads(4)
  for (int i = 0; i < 5; i++) {
    omp_set_lock(&lock);
    count++;
    omp_unset_lock(&lock);
    omp_set_nest_lock(&nest_lock);
    omp_set_nest_lock(&nest_lock);
    nest++;
    omp_unset_nest_lock(&nest_lock);
    omp_unset_nest_lock(&nest_lock);
#pragma omp critical
    plain++;
#pragma omp critical(named)
    named++;
  }
  printf("%d %d %d %d\n", count, nest, plain, named);
}

static void target(void) {
  int x = 0;
#pragma omp target map(tofrom : x)
  x = 5;
#pragma omp target nowait map(tofrom : x) depend(out : x)
  x += 7;
#pragma omp taskwait
  int teams = 0;
#pragma omp teams num_teams(3) reduction(+ : teams)
  teams++;
  printf("%d %d\n", x, teams > 0);
}

// The others wait for 0.4 s; one of them meanwhile executes the task of 0.2 s.
static void copies(void) {
  int sum = 0;
#pragma omp parallel num_threads(3) reduction(+ : sum)
  {
    int copied = 0;
#pragma omp barrier
#pragma omp single copyprivate(copied)
    {
#pragma omp task
      usleep(200000);
      usleep(400000);
      copied = 3;
    }
    sum += copied;
  }
  printf("%d\n", sum);
}

int main(int count, char** words) {
  const char* way = count > 1 ? words[1] : "";
  const int rounds = count > 2 ? atoi(words[2]) : 1;
  if (strcmp(way, "runtime") == 0) runtime();
  if (strcmp(way, "work") == 0) work_sharing();
  if (strcmp(way, "tasks") == 0) tasks();
  if (strcmp(way, "cancellation") == 0) cancellation();
  if (strcmp(way, "nested") == 0) nested(rounds);
  if (strcmp(way, "changing") == 0) changing(rounds);
  if (strcmp(way, "locks") == 0) locks();
  if (strcmp(way, "copies") == 0) copies();
  if (strcmp(way, "target") == 0) target();
  return 0;
}
