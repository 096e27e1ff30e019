// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Program behaviour that may disturb a recorder, selected by the first argument.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

static pthread_mutex_t mutexes[100];
static volatile int ready, go;
static volatile double sum;
static sigjmp_buf place;

static __attribute__((noinline)) void work(int depth) {
  sum += depth;
  if (depth > 0) work(depth - 1);
}
static __attribute__((noinline)) void last(void) { sum += 1; }

static void* locks(void* none) {
  for (int i = 0; i < 400000; ++i) {
    pthread_mutex_lock(&mutexes[0]);
    pthread_mutex_unlock(&mutexes[0]);
  }
  return none;
}
static void run(void* (*routine)(void*)) {
  pthread_t thread;
  pthread_create(&thread, NULL, routine, NULL);
  pthread_join(thread, NULL);
}

// Closes descriptors like a daemon; the program relies on the descriptors' numbers.
static void descriptors(void) {
  run(locks);
  const int first = open("/dev/null", O_WRONLY);
  for (int i = 3; i < 1024; ++i) close(i);
  char name[] = "own0.txt";
  for (int i = 0; i < 4; ++i, ++name[3]) {
    const int own = open(name, O_RDWR | O_CREAT | O_TRUNC, 0644);
    dup2(own, 900 + i);
    if (write(own, "hello\n", 6) != 6) puts("failed");
  }
  run(locks);
  struct stat found;
  for (int i = 3; i < 7; ++i) printf("%ld ", fstat(i, &found) == 0 ? (long)found.st_size : -1);
  printf("%d\n", first);
}

static void cleanup(void* none) { (void)none, puts("cleanup"); }
// A pending cancellation takes effect where the program allows it.
static void* cancelled_later(void* none) {
  pthread_cleanup_push(cleanup, NULL);
  while (!go) {
  }
  for (int i = 0; i < 100; ++i) pthread_mutex_lock(&mutexes[i]), pthread_mutex_unlock(&mutexes[i]);
  locks(NULL);
  puts("before");
  pthread_testcancel();
  puts("behind");
  pthread_cleanup_pop(0);
  return none;
}
static void cancel_later(void) {
  pthread_t thread;
  void* result;
  pthread_create(&thread, NULL, cancelled_later, NULL);
  pthread_cancel(thread);
  go = 1;
  pthread_join(thread, &result);
  puts(result == PTHREAD_CANCELED ? "cancelled" : "returned");
}

static void* cancelled_anywhere(void* none) {
  int before;
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &before);
  ready = 1;
  for (;;) work(3);
  return none;
}
static void cancel_anywhere(void) {
  int cancelled = 0;
  for (int i = 0; i < 100; ++i) {
    pthread_t thread;
    void* result;
    ready = 0;
    pthread_create(&thread, NULL, cancelled_anywhere, NULL);
    while (!ready) {
    }
    usleep(100 + i * 7);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    cancelled += result == PTHREAD_CANCELED;
  }
  printf("%d\n", cancelled);
  last();
}

static void* nothing(void* none) { return none; }
static void all_keys(void) {
  pthread_key_t key, first;
  int count = 0;
  while (pthread_key_create(&key, free) == 0)
    if (count++ == 0) first = key;
  pthread_setspecific(first, NULL);
  for (int i = 0; i < 3; ++i) run(nothing);
  printf("%d\n", count > 900);
}

static __attribute__((noinline)) void deep(int depth) {
  if (depth == 0) siglongjmp(place, 1);
  deep(depth - 1);
  sum += 1;
}
static __attribute__((noinline)) void middle(void) {
  if (sigsetjmp(place, 1) == 0) deep(2);
  last();
}
static void jump(void) {
  middle();
  last();
}

static __attribute__((no_instrument_function)) void jump_back(int number) {
  (void)number;
  siglongjmp(place, 1);
}
static __attribute__((no_instrument_function)) void leave(int number) {
  (void)number;
  exit(5);
}
static void interrupt(void (*handler)(int), int times) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  sigaction(SIGALRM, &action, NULL);
  for (volatile int i = 0; i < times; ++i) {
    struct itimerval soon = {{0, 0}, {0, 1000 + 13 * i}};
    if (sigsetjmp(place, 1) == 0) {
      setitimer(ITIMER_REAL, &soon, NULL);
      for (;;) work(3);
    }
  }
  puts("done");
}

// A signal stack may be above or below the thread's own stack.
static char* stack;
static void handle(int number) { sum += number, last(); }
static __attribute__((noinline)) void inner(void) { raise(SIGUSR1), sum += 1; }
static __attribute__((noinline)) void outer(void) { inner(), sum += 1; }
static void* on_own_stack(void* none) {
  stack_t own = {.ss_sp = stack, .ss_size = 65536};
  sigaltstack(&own, NULL);
  for (int i = 0; i < 3; ++i) outer();
  return none;
}
static void other_stack(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handle;
  action.sa_flags = SA_ONSTACK;
  sigaction(SIGUSR1, &action, NULL);
  stack = mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  run(on_own_stack);
}

static void* nothing_else(void* none) { return none; }
static void files_for_nobody(void) {
  umask(0777);
  for (int i = 0; i < 3; ++i) run(nothing_else);
  exit(0);
}

// No memory is left.
static struct Taken { struct Taken* next; }* taken;
static pthread_mutex_t more[4096];
static void no_memory(size_t kept) {
  run(nothing_else);
  void* const rest = malloc(kept);
  const struct rlimit most = {400 << 20, 400 << 20};
  setrlimit(RLIMIT_AS, &most);
  struct Taken* block;
  for (size_t size = 1 << 20; size >= sizeof *block; size /= 2)
    while ((block = malloc(size)) != NULL) block->next = taken, taken = block;
  free(rest);
  for (int i = 0; i < 4096; ++i) {
    pthread_mutex_lock(&more[i]);
    last();
    pthread_mutex_unlock(&more[i]);
  }
  _exit(write(1, "done\n", 5) == 5 ? 7 : 8);
}

// The errno that a thread sees.
static void* look_at_errno(void* none) {
  printf("%d ", errno);
  return none;
}
static void keep_errno(void) {
  for (int i = 0; i < 2; ++i) {
    pthread_t thread;
    errno = 77;
    pthread_create(&thread, NULL, look_at_errno, NULL);
    const int kept = errno;
    pthread_join(thread, NULL);
    printf("%d ", kept);
  }
  exit(0);
}

// Mutexes that another thread unlocks, tries to unlock, or dies with.
static pthread_mutex_t owned;
static void* lock_only(void* none) { return pthread_mutex_lock(&owned), none; }
static void* unlock_only(void* none) {
  printf("%d ", pthread_mutex_unlock(&owned));
  return none;
}
static void mutexes_of_others(void) {
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_setrobust(&kind, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&owned, &kind);
  run(lock_only);
  printf("%d ", pthread_mutex_lock(&owned));
  pthread_mutex_consistent(&owned);
  pthread_mutex_unlock(&owned);
  pthread_mutex_destroy(&owned);
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&owned, &kind);
  pthread_mutex_lock(&owned);
  run(unlock_only);
  pthread_mutex_unlock(&owned);
  pthread_mutex_destroy(&owned);
  pthread_mutex_init(&owned, NULL);
  pthread_mutex_lock(&owned);
  run(unlock_only);
  pthread_mutex_lock(&owned);
  pthread_mutex_unlock(&owned);
  exit(0);
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  for (int i = 0; i < 100; ++i) pthread_mutex_init(&mutexes[i], NULL);
  if (strcmp(what, "descriptors") == 0) descriptors();
  if (strcmp(what, "later") == 0) cancel_later();
  if (strcmp(what, "anywhere") == 0) cancel_anywhere();
  if (strcmp(what, "keys") == 0) all_keys();
  if (strcmp(what, "jump") == 0) jump();
  if (strcmp(what, "back") == 0) interrupt(jump_back, 20);
  if (strcmp(what, "exit") == 0) interrupt(leave, 1);
  if (strcmp(what, "stack") == 0) other_stack();
  if (strcmp(what, "umask") == 0) files_for_nobody();
  if (strcmp(what, "memory") == 0) no_memory((size_t)atol(argv[2]));
  if (strcmp(what, "errno") == 0) keep_errno();
  if (strcmp(what, "mutexes") == 0) mutexes_of_others();
  return 3;
}
