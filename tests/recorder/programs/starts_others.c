// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Starts the program given by the second argument in the way given by the first, and ends with its
// status.
#define _GNU_SOURCE
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int status_of(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

int main(int count, char** words) {
  if (count < 3) return 8;
  const char* const way = words[1];
  const char* const program = words[2];
  char* const arguments[] = {words[2], NULL};
  pid_t child = 0;
  if (strcmp(way, "execl") == 0) execl(program, program, (char*)NULL);
  if (strcmp(way, "execlp") == 0) execlp(program, program, (char*)NULL);
  if (strcmp(way, "execle") == 0) execle(program, program, (char*)NULL, environ);
  if (strcmp(way, "execv") == 0) execv(program, arguments);
  if (strcmp(way, "execvp") == 0) execvp(program, arguments);
  if (strcmp(way, "execve") == 0) execve(program, arguments, environ);
  if (strcmp(way, "execvpe") == 0) execvpe(program, arguments, environ);
  if (strcmp(way, "posix_spawn") == 0)
    return posix_spawn(&child, program, NULL, NULL, arguments, environ) == 0 ? status_of(child) : 9;
  if (strcmp(way, "posix_spawnp") == 0)
    return posix_spawnp(&child, program, NULL, NULL, arguments, environ) == 0 ? status_of(child) : 9;
  if (strcmp(way, "vfork") == 0) {
    child = vfork();
    if (child == 0) {
      execv(program, arguments);
      _exit(9);
    }
    return status_of(child);
  }
  if (strcmp(way, "system") == 0) return WEXITSTATUS(system(program));
  perror(way);
  return 9;
}
