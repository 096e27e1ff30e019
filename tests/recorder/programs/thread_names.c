// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// OpenMP teams whose masters are the first thread and two POSIX threads, simultaneously: no thread
// ends before all have begun. Each takes its own lock a number of times that depends on its number
// in the team, which identifies it in the trace.
#include <omp.h>
#include <pthread.h>
#include <stddef.h>

static void run_team(int threads, int more) {
#pragma omp parallel num_threads(threads)
  {
    omp_lock_t lock;
    omp_init_lock(&lock);
    for (int i = 0; i < 10 * omp_get_thread_num() + more; ++i) {
      omp_set_lock(&lock);
      omp_unset_lock(&lock);
    }
    omp_destroy_lock(&lock);
  }
}

static pthread_barrier_t all;

static void* run_other_team(void* more) {
  run_team(3, *(int*)more);
  pthread_barrier_wait(&all);
  return NULL;
}

int main(void) {
  int more[2] = {100, 200};
  pthread_t threads[2];
  pthread_barrier_init(&all, NULL, 3);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, run_other_team, &more[i]);
  run_team(4, 0);
  pthread_barrier_wait(&all);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
