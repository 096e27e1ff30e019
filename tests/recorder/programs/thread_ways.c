// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Threads with unusual lifetimes, selected by the first argument.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t all_here;
static int locked;  // under mutex

static void lock_once(void) {
  pthread_mutex_lock(&mutex);
  ++locked;
  pthread_mutex_unlock(&mutex);
}

static void unlock(void* held) { pthread_mutex_unlock(held); }

static void* lock_and_return(void* argument) {
  lock_once();
  return argument;
}
static void* lock_for_ever(void* argument) {
  pthread_barrier_wait(&all_here);
  for (;;) lock_once();
  return argument;
}
static void* wait_for_ever(void* argument) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(unlock, &mutex);
  for (;;) pthread_cond_wait(&never, &mutex);
  pthread_cleanup_pop(1);
  return argument;
}
static void* exit_process(void* argument) {
  lock_once();
  exit(5);
  return argument;
}
static void* exit_thread(void* argument) {
  lock_once();
  pthread_exit(argument);
}
static void* lock_later(void* argument) {
  usleep(20000);
  lock_once();
  return argument;
}

// Thread-specific data is destroyed in two rounds.
static pthread_key_t kept;
static void give_up(void* rounds) {
  lock_once();
  if (rounds == &kept) pthread_setspecific(kept, &mutex);
}
static void* keep(void* argument) {
  pthread_setspecific(kept, &kept);
  return argument;
}

// A detached thread frees the memory that contains its own handle.
static atomic_int given_back;
static void* give_back(void* description) {
  munmap(description, sizeof(pthread_t));
  ++given_back;
  return NULL;
}
static void create_and_forget(int threads) {
  pthread_attr_t detached;
  pthread_attr_init(&detached);
  pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
  for (int i = 0; i < threads; ++i) {
    pthread_t* const description = mmap(NULL, sizeof *description, PROT_READ | PROT_WRITE,
                                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_create(description, &detached, give_back, description);
    while (given_back <= i) sched_yield();
  }
  printf("%d\n", given_back);
}

// All functions that wait with a timeout.
static void take_in_time(void) {
  static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 100;
  int failed = pthread_mutex_timedlock(&mutex, &until) + pthread_mutex_unlock(&mutex);
  failed += pthread_mutex_clocklock(&mutex, CLOCK_REALTIME, &until) + pthread_mutex_unlock(&mutex);
  failed += pthread_rwlock_timedrdlock(&shared, &until) + pthread_rwlock_unlock(&shared);
  failed += pthread_rwlock_timedwrlock(&shared, &until) + pthread_rwlock_unlock(&shared);
  failed += pthread_rwlock_clockrdlock(&shared, CLOCK_REALTIME, &until) + pthread_rwlock_unlock(&shared);
  failed += pthread_rwlock_clockwrlock(&shared, CLOCK_REALTIME, &until) + pthread_rwlock_unlock(&shared);
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) failed += pthread_create(&threads[i], NULL, lock_and_return, NULL);
  while (pthread_tryjoin_np(threads[0], NULL) != 0) usleep(100);
  failed += pthread_timedjoin_np(threads[1], NULL, &until);
  failed += pthread_clockjoin_np(threads[2], NULL, CLOCK_REALTIME, &until);
  printf("%d %d\n", locked, failed);
}

int main(int argc, char** argv) {
  const char* how = argc > 1 ? argv[1] : "";
  pthread_t thread;
  pthread_t other;
  if (strcmp(how, "many") == 0) {
    for (int i = 0; i < 500; ++i) {
      pthread_create(&thread, NULL, i % 2 ? lock_and_return : exit_thread, NULL);
      pthread_join(thread, NULL);
    }
    printf("%d\n", locked);
  } else if (strcmp(how, "outlive") == 0) {
    pthread_barrier_init(&all_here, NULL, 3);
    pthread_create(&thread, NULL, lock_for_ever, NULL);
    pthread_create(&other, NULL, lock_for_ever, NULL);
    pthread_detach(other);
    pthread_barrier_wait(&all_here);
    usleep(20000);
  } else if (strcmp(how, "keep") == 0) {
    pthread_create(&thread, NULL, lock_and_return, NULL);
    pthread_join(thread, NULL);
    pthread_key_create(&kept, give_up);
    for (int i = 0; i < 100; ++i) {
      pthread_create(&thread, NULL, keep, NULL);
      pthread_join(thread, NULL);
    }
    printf("%d\n", locked);
  } else if (strcmp(how, "forget") == 0) {
    create_and_forget(5000);
  } else if (strcmp(how, "in time") == 0) {
    pthread_create(&thread, NULL, lock_and_return, NULL);
    pthread_join(thread, NULL);
    take_in_time();
  } else if (strcmp(how, "exit") == 0) {
    pthread_create(&other, NULL, wait_for_ever, NULL);
    pthread_create(&thread, NULL, exit_process, NULL);
    pthread_join(thread, NULL);
  } else if (strcmp(how, "cancel") == 0) {
    pthread_create(&thread, NULL, wait_for_ever, NULL);
    usleep(20000);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    lock_once();
    printf("%d\n", locked);
  } else if (strcmp(how, "main first") == 0) {
    pthread_create(&thread, NULL, lock_later, NULL);
    pthread_exit(NULL);
  } else if (strcmp(how, "fork") == 0) {
    pthread_create(&thread, NULL, lock_and_return, NULL);
    pthread_join(thread, NULL);
    const pid_t child = fork();
    pthread_create(&thread, NULL, lock_and_return, NULL);
    pthread_join(thread, NULL);
    if (child == 0) return locked;
    int status = 0;
    waitpid(child, &status, 0);
    printf("%d\n", WEXITSTATUS(status));
  }
  return 0;
}
