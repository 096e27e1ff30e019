// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Threads that do not simply begin and end. The first argument says how.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
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
