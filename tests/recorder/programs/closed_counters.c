// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Closes all but the first few descriptors, and reuses their numbers for files of its own: a pipe,
// and a perf event, which is an anonymous file like the recorder's. Prints the numbers of
// descriptors and what can be read from them. An optional argument names a file that replaces
// standard error.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* lock_often(void* unused) {
  for (int i = 0; i < 10; ++i) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

static void lock_in_threads(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, lock_often, NULL);
  pthread_join(thread, NULL);
  lock_often(NULL);
}

int main(int count, char** words) {
  lock_in_threads();
  close(0);
  printf("first %d\n", open("/dev/null", O_RDONLY));
  if (count > 1) {
    close(2);
    printf("second %d\n", open(words[1], O_WRONLY | O_CREAT, 0666));
  }
  for (int i = 3; i < 1024; ++i) close(i);
  int ends[2];
  if (pipe2(ends, O_NONBLOCK) != 0) return 1;
  char text[100];
  memset(text, 'x', sizeof text);
  if (write(ends[1], text, sizeof text) != sizeof text) return 1;
  const int number = eventfd(5, EFD_NONBLOCK);
  printf("numbers %d %d %d\n", ends[0], ends[1], number);
  for (int i = number + 1; i < 1000; ++i) dup2(i % 2 == 0 ? ends[0] : number, i);
  lock_in_threads();
  uint64_t value = 0;
  const ssize_t of_number = read(number, &value, sizeof value);
  printf("read %zd, %zd: %d\n", read(ends[0], text, sizeof text), of_number, (int)value);
  return 0;
}
