# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""A program in C that starts and joins a thread, prints "done", and ends with status 7."""

THREADED = """#include <pthread.h>
#include <stdio.h>
static void* run(void* given) { return given; }
int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, 0, run, 0) != 0) return 1;
  pthread_join(thread, 0);
  puts("done");
  return 7;
}
"""
