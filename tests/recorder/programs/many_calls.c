// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Calls a function the given number of times, in the given number of threads, and then acts as the
// third argument says. Compiled with -finstrument-functions.
#include <lull/record.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int calls;

__attribute__((noinline)) static int step(int value) { return value * 3 + 1; }

__attribute__((noinline)) static void* work(void* sum) {
  for (int i = 0; i < calls; ++i) *(unsigned*)sum += (unsigned)step(i);
  return sum;
}

__attribute__((noinline)) static void afterwards(void) {}

int main(int argc, char** argv) {
  calls = argc > 1 ? atoi(argv[1]) : 10;
  const int threads = argc > 2 ? atoi(argv[2]) : 1;
  const char* how = argc > 3 ? argv[3] : "";
  unsigned sums[64] = {0};
  pthread_t others[64];
  for (int i = 1; i < threads; ++i) pthread_create(&others[i], NULL, work, &sums[i]);
  work(&sums[0]);
  for (int i = 1; i < threads; ++i) pthread_join(others[i], NULL);
  for (int i = 0; i < threads; ++i) printf("%u\n", sums[i]);
  fflush(stdout);
  if (strcmp(how, "fork") == 0)
    for (int i = 0; i < 3; ++i) {
      const pid_t child = fork();
      if (child == 0) return 0;
      waitpid(child, NULL, 0);
    }
  if (strcmp(how, "exec") == 0) execl("/proc/self/exe", argv[0], "5", (char*)NULL);
  if (strcmp(how, "exec another") == 0) execlp("true", "true", (char*)NULL);
  if (strcmp(how, "kill") == 0) raise(SIGKILL);
  if (strcmp(how, "off") == 0) {
    LULL_RECORDING_OFF();
    usleep(20000);
    LULL_RECORDING_ON();
  }
  afterwards();
  return 3;
}
