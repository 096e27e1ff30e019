// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Waits for a designed time at a designed place: one OpenSHMEM wait state at a time, named by the
// first argument. Then prints the total waiting time of all PEs in milliseconds; the second
// argument is the length of delays (100). Needs at least 4 PEs.
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compute.h"

static long delay = 100000;  // microseconds
static int me, size;
static long sync_all[SHMEM_COLLECT_SYNC_SIZE];
static long sync_some[SHMEM_BARRIER_SYNC_SIZE];
static long sync_reduction[SHMEM_REDUCE_SYNC_SIZE];
static long sync_broadcast[SHMEM_BCAST_SYNC_SIZE];
static long work[SHMEM_REDUCE_MIN_WRKDATA_SIZE + 1];
static long from[64], to[64 * 64];
static long flag, counter, lock;

static void prepare(long* sync, int count) {
  for (int i = 0; i < count; ++i) sync[i] = SHMEM_SYNC_VALUE;
}
static void late(int who) {
  if (me == who) compute(delay);
}

// The caller makes all others wait; returns their number.
static int barrier_all(void) {
  late(0);
  shmem_barrier_all();
  return size - 1;
}
static int sync_of_all(void) {
  late(1);
  shmem_sync_all();
  return size - 1;
}
static int barrier_of_some(void) {
  late(0);
  if (me % 2 == 0) shmem_barrier(0, 1, (size + 1) / 2, sync_some);
  return (size + 1) / 2 - 1;
}
static int reduction(void) {
  late(0);
  shmem_long_sum_to_all(to, from, 1, 0, 0, size, work, sync_reduction);
  return size - 1;
}
static int collect(void) {
  late(0);
  shmem_fcollect64(to, from, 1, 0, 0, size, sync_all);
  return size - 1;
}
static int broadcast(void) {
  late(0);
  shmem_broadcast64(to, from, 1, 0, 0, 0, size, sync_broadcast);
  return size - 1;
}
static int late_put(void) {
  if (me == 0) {
    compute(delay);
    for (int pe = 1; pe < size; ++pe) shmem_long_p(&flag, 1, pe);
  } else {
    shmem_long_wait_until(&flag, SHMEM_CMP_EQ, 1);
  }
  return size - 1;
}
static int late_increment(void) {
  if (me == 0) {
    shmem_long_wait_until(&counter, SHMEM_CMP_GE, size - 1);
  } else {
    compute(delay);
    shmem_long_atomic_inc(&counter, 0);
  }
  return 1;
}
static int lock_contention(void) {
  if (me == 0) shmem_set_lock(&lock);
  shmem_barrier_all();
  if (me == 1) {
    shmem_set_lock(&lock);
    shmem_clear_lock(&lock);
  }
  if (me == 0) {
    compute(delay);
    shmem_clear_lock(&lock);
  }
  return 1;
}
static int memory(void) {
  late(0);
  shmem_free(shmem_malloc(1024));
  return size - 1;
}

int main(int argc, char** argv) {
  static const struct {
    const char* name;
    int (*run)(void);
  } scenarios[] = {{"barrier_all", barrier_all},
                   {"sync_all", sync_of_all},
                   {"barrier_of_some", barrier_of_some},
                   {"reduction", reduction},
                   {"collect", collect},
                   {"broadcast", broadcast},
                   {"late_put", late_put},
                   {"late_increment", late_increment},
                   {"lock_contention", lock_contention},
                   {"memory", memory}};
  shmem_init();
  me = shmem_my_pe();
  size = shmem_n_pes();
  prepare(sync_all, SHMEM_COLLECT_SYNC_SIZE);
  prepare(sync_some, SHMEM_BARRIER_SYNC_SIZE);
  prepare(sync_reduction, SHMEM_REDUCE_SYNC_SIZE);
  prepare(sync_broadcast, SHMEM_BCAST_SYNC_SIZE);
  if (argc > 2) delay = atol(argv[2]) * 1000;
  shmem_barrier_all();
  int done = 0;
  for (size_t i = 0; argc > 1 && i < sizeof scenarios / sizeof *scenarios; ++i)
    if (strcmp(argv[1], scenarios[i].name) == 0) {
      const int waiting = scenarios[i].run();
      if (me == 0) printf("%s %ld\n", argv[1], waiting * delay / 1000);
      done = 1;
    }
  if (!done && me == 0) {
    fprintf(stderr, "usage: designed_shmem SCENARIO [DELAY]; SCENARIO is one of\n");
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; ++i)
      fprintf(stderr, "  %s\n", scenarios[i].name);
  }
  shmem_barrier_all();
  shmem_finalize();
  return done ? 0 : 1;
}
