// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Recorded calls in unusual places: in signal handlers that interrupt malloc, in children of fork
// or vfork, in libraries that are loaded and unloaded. The first argument selects the place.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <lull/record.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define BARE __attribute__((no_instrument_function))

static volatile long handled;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void lock_often(int times) {
  for (int i = 0; i < times; ++i) pthread_mutex_lock(&mutex), pthread_mutex_unlock(&mutex);
}

// A handler interrupts malloc, which holds a lock in a multithreaded program.
static void leaf(void) { ++handled; }
static void branch(void) { leaf(), leaf(); }
static void in_handler(int number) {
  (void)number;
  for (int i = 0; i < 400; ++i) branch();
}
BARE static void* allocate(void* seed) {
  static __thread void* memory[4096];
  unsigned random = (unsigned)(size_t)seed + 1;
  while (handled < 400000)
    for (int k = 0; k < 1000; ++k) {
      random = random * 1664525u + 1013904223u;
      const int i = (random >> 12) & 4095;
      free(memory[i]);
      memory[i] = malloc(1100 + ((random >> 8) & 0x3fff));
    }
  return NULL;
}
static void interrupt_malloc(int threads) {
  struct itimerval often = {{0, 1000}, {0, 1000}};
  const struct itimerval never = {{0, 0}, {0, 0}};
  pthread_t thread;
  signal(SIGALRM, in_handler);
  if (threads) pthread_create(&thread, NULL, allocate, (void*)7);
  setitimer(ITIMER_REAL, &often, NULL);
  allocate(NULL);
  if (threads) pthread_join(thread, NULL);
  setitimer(ITIMER_REAL, &never, NULL);
  puts("done");
}

// Locks that are released and acquired while the recording is off.
static void* nothing(void* none) { return none; }
static void switch_off(void) {
  static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  pthread_join(thread, NULL);
  pthread_mutex_lock(&mutex);
  pthread_rwlock_wrlock(&shared);
  LULL_RECORDING_OFF();
  pthread_mutex_unlock(&mutex);
  pthread_rwlock_unlock(&shared);
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, nothing, NULL);
  LULL_RECORDING_ON();
  pthread_join(thread, NULL);
  pthread_mutex_unlock(&mutex);
  lock_often(10);
  for (int i = 0; i < 10; ++i) pthread_rwlock_rdlock(&shared), pthread_rwlock_unlock(&shared);
}

// Runs in each child, from a library loaded before the recording began.
static void in_child(void) { lock_often(3000); }
static void begin(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  pthread_join(thread, NULL);
}
static void end_child(pid_t child) {
  int status = -1;
  waitpid(child, &status, 0);
  if (status != 0) printf("%x\n", status);
}
static void fork_often(void) {
  begin();
  for (int k = 0; k < 20; ++k) {
    const pid_t child = fork();
    if (child == 0) _exit(0);
    lock_often(2000);
    end_child(child);
  }
}
// Forks without the C library.
static void fork_by_system(void) {
  begin();
  for (int k = 0; k < 3; ++k) {
    const pid_t child = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (child == 0) {
      lock_often(3000);
      syscall(SYS_exit_group, 0);
    }
    lock_often(2000);
    end_child(child);
  }
}
static void prepare_child(void) { leaf(); }
static void fork_in_its_memory(char* program) {
  branch();
  for (int k = 0; k < 5; ++k) {
    const pid_t child = vfork();
    if (child == 0) {
      prepare_child();
      if (k % 2 == 0) _exit(0);
      execl(program, program, "nothing", NULL);
      _exit(1);
    }
    end_child(child);
  }
  branch();
}
// The parent ends, the child continues.
static void become_daemon(void) {
  begin();
  lock_often(100);
  if (daemon(1, 1) != 0) exit(1);
  lock_often(1000);
  exit(0);
}

// Each thread has its own function; threads begin in any order.
#define LULL_ROUTINES(ROUTINE) \
  ROUTINE(1) ROUTINE(2) ROUTINE(3) ROUTINE(4) ROUTINE(5) ROUTINE(6) ROUTINE(7) ROUTINE(8)
#define LULL_ROUTINE(number) \
  static void* routine_##number(void* none) { return usleep(number), none; }
LULL_ROUTINES(LULL_ROUTINE)
static void name_threads(void) {
#define LULL_NAME(number) routine_##number,
  static void* (*const routines[])(void*) = {LULL_ROUTINES(LULL_NAME)};
  enum { kCount = sizeof routines / sizeof *routines };
  pthread_t threads[kCount];
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < kCount; ++i) pthread_create(&threads[i], NULL, routines[i], NULL);
    for (int i = 0; i < kCount; ++i) pthread_join(threads[i], NULL);
  }
}

static void use(const char* library, const char* function) {
  void* const handle = dlopen(library, RTLD_NOW);
  void (*const call)(void) = (void (*)(void))dlsym(handle, function);
  for (int i = 0; i < 3; ++i) call();
  dlclose(handle);
}
// Two libraries, one after the other at the same address; then the first one again, whose file is
// deleted.
static void reload(char** libraries) {
  for (int i = 0; i < 3; ++i) use(libraries[0], "solve_a"), use(libraries[1], "solve_b");
  remove(libraries[0]);
}

int main(int count, char** arguments) {
  const char* what = count > 1 ? arguments[1] : "";
  if (strcmp(what, "fork") == 0) pthread_atfork(NULL, NULL, in_child), fork_often();
  if (strcmp(what, "malloc") == 0) interrupt_malloc(0);
  if (strcmp(what, "malloc in threads") == 0) interrupt_malloc(1);
  if (strcmp(what, "off") == 0) switch_off();
  if (strcmp(what, "clone") == 0) fork_by_system();
  if (strcmp(what, "vfork") == 0) fork_in_its_memory(arguments[0]);
  if (strcmp(what, "daemon") == 0) become_daemon();
  if (strcmp(what, "names") == 0) name_threads();
  if (strcmp(what, "reload") == 0) reload(arguments + 2);
  return 0;
}
