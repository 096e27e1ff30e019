// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Functions of a program in C, to be compiled with -finstrument-functions: recursion, jumps over
// the ends of functions, a function before main, a child process, an exit in the middle.
//
// No wait states.
#include <setjmp.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "counted_functions.h"

static jmp_buf somewhere;

__attribute__((constructor)) static void before_main(void) { CALLED("before_main"); }

static int fibonacci(int n) {
  CALLED("fibonacci");
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static int dig(int depth) {
  CALLED("dig");
  if (depth == 0) longjmp(somewhere, 1);
  return depth > 1000 ? depth : dig(depth - 1) + 1;
}

static void after_jump(void) { CALLED("after_jump"); }

static void jump(int depth) {
  CALLED("jump");
  if (setjmp(somewhere) == 0) dig(depth);
}

// The functions of a child process are not recorded.
static void in_child(void) { fibonacci(3); }

static void have_a_child(void) {
  CALLED("have_a_child");
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    in_child();
    _exit(0);
  }
  waitpid(child, NULL, 0);
}

static void leave_early(void) {
  CALLED("leave_early");
  PRINT_CALLED("functions");
  exit(0);
}

int main(int argc, char** argv) {
  CALLED("main");
  const int iterations = argc > 1 ? atoi(argv[1]) : 5;
  fibonacci(10);
  for (int i = 0; i < iterations; ++i) {
    jump(i);
    after_jump();
  }
  have_a_child();
  leave_early();
}
