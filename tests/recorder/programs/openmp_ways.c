// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// OpenMP in processes with unusual lifetimes, selected by the first argument.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int parallel(int threads) {
  int sum = 0;
#pragma omp parallel num_threads(threads) reduction(+ : sum)
  sum += 1;
  return sum;
}

static int nested(int times) {
  int sum = 0;
  omp_set_max_active_levels(2);
  for (int i = 0; i < times; ++i) {
#pragma omp parallel num_threads(3) reduction(+ : sum)
    sum += parallel(2);
  }
  return sum;
}

int main(int argc, char** argv) {
  const char* how = argc > 1 ? argv[1] : "";
  printf("%d\n", parallel(2));
  fflush(stdout);
  if (strcmp(how, "fork") == 0) {
    const pid_t child = fork();
    if (child == 0) exit(parallel(2));
    int status = 0;
    waitpid(child, &status, 0);
    printf("%d\n", WEXITSTATUS(status) + parallel(3));
  } else if (strcmp(how, "exec") == 0) {
    execl("/proc/self/exe", argv[0], "again", (char*)NULL);
  } else if (strcmp(how, "exit in region") == 0) {
#pragma omp parallel num_threads(3)
    if (omp_get_thread_num() == 1) exit(5);
  } else if (strcmp(how, "_exit") == 0) {
    _exit(6);
  } else if (strcmp(how, "nested") == 0) {
    printf("%d\n", nested(50));
  } else if (strcmp(how, "abort") == 0) {
    abort();
  }
  return 0;
}
