// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// POSIX threads without MPI: creation, competition, handover, barriers and joining.
//
// Wait states on purpose: threads competing for a mutex, a consumer waiting for its producer on a
// condition variable, waiting for the last thread at a barrier, readers waiting for a writer, the
// main thread waiting in pthread_join.
#include <stdint.h>

#include "compute.h"
#include "counted_pthreads.h"

enum { kThreads = 4, kMicroseconds = 150 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t queue_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t queue_changed = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;
static int iterations;
static int queued;
static long competed;  // under mutex
static long written;   // under rwlock

static void compete(void) {
  pthread_mutex_lock(&mutex);
  compute(kMicroseconds);
  ++competed;
  pthread_mutex_unlock(&mutex);
}

static void produce(void) {
  compute(2 * kMicroseconds);
  pthread_mutex_lock(&queue_mutex);
  ++queued;
  pthread_cond_signal(&queue_changed);
  pthread_mutex_unlock(&queue_mutex);
}

// The number of waits depends on the run.
static void consume(void) {
  pthread_mutex_lock(&queue_mutex);
  while (queued == 0) pthread_cond_wait(&queue_changed, &queue_mutex);
  --queued;
  pthread_mutex_unlock(&queue_mutex);
}

static long read_or_write(int thread) {
  long seen = 0;
  if (thread == 0) {
    pthread_rwlock_wrlock(&rwlock);
    compute(3 * kMicroseconds);
    ++written;
  } else {
    pthread_rwlock_rdlock(&rwlock);
    compute(kMicroseconds);
    seen = written;
  }
  pthread_rwlock_unlock(&rwlock);
  return seen;
}

static void* run(void* number) {
  const int thread = (int)(intptr_t)number;
  for (int i = 0; i < iterations; ++i) {
    compete();
    // Even threads produce for the odd ones.
    if (thread % 2 == 0) {
      produce();
    } else {
      consume();
    }
    compute(kMicroseconds * thread);
    pthread_barrier_wait(&barrier);
    read_or_write(thread);
  }
  return NULL;
}

int main(int argc, char** argv) {
  pthread_t threads[kThreads];
  long sums[kCounters];
  iterations = iterations_from(argc, argv, 100);
  pthread_barrier_init(&barrier, NULL, kThreads);
  for (intptr_t i = 0; i < kThreads; ++i) pthread_create(&threads[i], NULL, run, (void*)i);
  for (int i = 0; i < kThreads; ++i) pthread_join(threads[i], NULL);
  pthread_barrier_destroy(&barrier);
  copy_counts(sums);
  print_sums("pthreads", 1, sums);
  return 0;
}
