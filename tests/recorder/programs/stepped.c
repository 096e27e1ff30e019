// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Calls functions, is interrupted while these are recorded, and prints how many times. A signal
// handler calls functions, too, and returns or jumps back. Run by stepper.c, which is told by a
// breakpoint in each round where to interrupt, and reports when there is no further such place.
// Arguments: enter, leave, or flush; return or jump.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BARE __attribute__((no_instrument_function))

static sigjmp_buf place;
static volatile long sum, handled;
static volatile int jumps;

__attribute__((noinline)) static void leaf(void) { ++sum; }
static void handler(int number) {
  (void)number;
  ++handled;
  leaf();
  if (jumps) siglongjmp(place, 1);
}
__attribute__((noinline)) static void work(void) { ++sum; }

// Returns 1 after the last round.
BARE static long next_round(void* place) {
  long enough = 0;
  __asm__ volatile("int3" : "+a"(enough) : "b"(place) : "memory");
  return enough;
}

BARE static void* place_of(const char* what) {
  if (strcmp(what, "enter") == 0) return dlsym(RTLD_DEFAULT, "__cyg_profile_func_enter");
  if (strcmp(what, "leave") == 0) return dlsym(RTLD_DEFAULT, "__cyg_profile_func_exit");
  return dlsym(RTLD_DEFAULT,
               "_ZN4lull8recorder10EventFiles8exchangeERNS0_9EventFileERNS0_11EventWriterE");
}

int main(int count, char** arguments) {
  if (count < 3) return 2;
  void* const interrupted = place_of(arguments[1]);
  const int calls = strcmp(arguments[1], "flush") == 0 ? 30000 : 1;
  if (interrupted == NULL) return 3;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  sigaction(SIGUSR1, &action, NULL);
  work();
  leaf();
  raise(SIGUSR1);
  jumps = strcmp(arguments[2], "jump") == 0;
  while (!next_round(interrupted)) {
    const long before = handled;
    if (sigsetjmp(place, 1) == 0)
      for (int i = 0; i < calls && handled == before; ++i) work();
  }
  work();
  printf("%ld\n", handled);
  return 0;
}
