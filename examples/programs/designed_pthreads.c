// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Waits for a designed time at a designed place: one wait state of POSIX threads at a time, named
// by the first argument. Then prints the waiting time of the waiting thread in milliseconds; the
// second argument is the length of delays (100).
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compute.h"

static long delay = 100000;  // microseconds
static atomic_int begun;
static int is_set;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;

static void wait_for_begin(void) {
  while (!begun) continue;
}

// The activity of one thread, and that of the first one meanwhile, which waits.
static void* hold_mutex(void* nothing) {
  pthread_mutex_lock(&mutex);
  begun = 1;
  compute(delay);
  pthread_mutex_unlock(&mutex);
  return nothing;
}
static void lock_mutex(void) {
  wait_for_begin();
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
}

static void* signal_later(void* nothing) {
  wait_for_begin();
  compute(delay);
  pthread_mutex_lock(&mutex);
  is_set = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  return nothing;
}
static void wait_for_signal(void) {
  pthread_mutex_lock(&mutex);
  begun = 1;
  while (!is_set) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
}

static void* write_long(void* nothing) {
  pthread_rwlock_wrlock(&rwlock);
  begun = 1;
  compute(delay);
  pthread_rwlock_unlock(&rwlock);
  return nothing;
}
static void read_then(void) {
  wait_for_begin();
  pthread_rwlock_rdlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
}

static void* come_late(void* nothing) {
  compute(delay);
  pthread_barrier_wait(&barrier);
  return nothing;
}
static void pass(void) { pthread_barrier_wait(&barrier); }

static void* live_long(void* nothing) {
  compute(delay);
  return nothing;
}
static void nothing_more(void) {}

int main(int argc, char** argv) {
  static const struct {
    const char* name;
    void* (*thread)(void*);
    void (*first)(void);
  } scenarios[] = {{"mutex", hold_mutex, lock_mutex},
                   {"condition", signal_later, wait_for_signal},
                   {"rwlock", write_long, read_then},
                   {"pthread_barrier", come_late, pass},
                   {"join", live_long, nothing_more}};
  if (argc > 2) delay = 1000 * atol(argv[2]);
  pthread_barrier_init(&barrier, NULL, 2);
  for (size_t i = 0; argc > 1 && i < sizeof scenarios / sizeof *scenarios; ++i)
    if (strcmp(argv[1], scenarios[i].name) == 0) {
      pthread_t thread;
      if (pthread_create(&thread, NULL, scenarios[i].thread, NULL) != 0) return 2;
      scenarios[i].first();
      pthread_join(thread, NULL);
      printf("%s %ld\n", argv[1], delay / 1000);
      return 0;
    }
  printf("usage: designed_pthreads SCENARIO [MILLISECONDS]\n");
  return 1;
}
