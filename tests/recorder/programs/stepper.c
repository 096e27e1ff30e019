// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Runs a program (stepped.c) and interrupts it with a signal after each instruction of a function,
// one instruction later in each round. A call to a function in another library counts as one
// instruction. Arguments: instructions to advance per round, and the command. Prints the number of
// interruptions.
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/types.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t child;

// Returns the signal that stopped the process, 0 when it has ended.
static int wait_for_stop(void) {
  int status;
  if (waitpid(child, &status, 0) != child) exit(90);
  if (WIFEXITED(status)) exit(WEXITSTATUS(status) == 0 ? 0 : 91);
  if (WIFSIGNALED(status)) {
    fprintf(stderr, "ended by signal %d\n", WTERMSIG(status));
    exit(92);
  }
  return WSTOPSIG(status);
}

// Runs until it stops at a breakpoint; forwards the process's own signals.
static struct user_regs_struct run_to_trap(int number) {
  struct user_regs_struct registers;
  for (;;) {
    ptrace(PTRACE_CONT, child, 0, number);
    number = wait_for_stop();
    if (number != SIGTRAP) continue;
    ptrace(PTRACE_GETREGS, child, 0, &registers);
    return registers;
  }
}

// Returns the code of the library that contains the address.
struct range {
  unsigned long begin, end;
};
static struct range library_of(unsigned long address) {
  char name[64], line[4096];
  struct range range;
  snprintf(name, sizeof name, "/proc/%d/maps", (int)child);
  FILE* const maps = fopen(name, "r");
  while (maps != NULL && fgets(line, sizeof line, maps) != NULL)
    if (sscanf(line, "%lx-%lx", &range.begin, &range.end) == 2 && range.begin <= address &&
        address < range.end) {
      fclose(maps);
      return range;
    }
  exit(97);
}

// Executes one instruction.
static struct user_regs_struct step(struct range library) {
  struct user_regs_struct at;
  ptrace(PTRACE_SINGLESTEP, child, 0, 0);
  if (wait_for_stop() != SIGTRAP) exit(95);
  ptrace(PTRACE_GETREGS, child, 0, &at);
  if (library.begin <= at.rip && at.rip < library.end) return at;
  const unsigned long frame = at.rsp, back = ptrace(PTRACE_PEEKTEXT, child, frame, 0);
  if (back < library.begin || library.end <= back) return at;  // returned from the function
  const long code = ptrace(PTRACE_PEEKTEXT, child, back, 0);
  ptrace(PTRACE_POKETEXT, child, back, (code & ~0xffL) | 0xcc);
  at = run_to_trap(0);
  if (at.rip != back + 1 || at.rsp != frame + sizeof back) exit(98);
  ptrace(PTRACE_POKETEXT, child, back, code);
  at.rip = back;
  ptrace(PTRACE_SETREGS, child, 0, &at);
  return at;
}

int main(int count, char** arguments) {
  if (count < 3) return 2;
  const long stride = atol(arguments[1]);
  child = fork();
  if (child == 0) {
    ptrace(PTRACE_TRACEME, 0, 0, 0);
    execv(arguments[2], arguments + 2);
    _exit(127);
  }
  wait_for_stop();
  ptrace(PTRACE_SETOPTIONS, child, 0, PTRACE_O_EXITKILL);
  long steps = 0, rounds = 0;
  for (struct user_regs_struct at = run_to_trap(0);; steps += stride) {
    // The start of a round.
    const unsigned long place = at.rbx;
    errno = 0;
    const long code = ptrace(PTRACE_PEEKTEXT, child, place, 0);
    if (errno != 0) return 93;
    ptrace(PTRACE_POKETEXT, child, place, (code & ~0xffL) | 0xcc);
    at = run_to_trap(0);
    if (at.rip != place + 1) return 94;  // the function was not called
    ptrace(PTRACE_POKETEXT, child, place, code);
    at.rip = place;
    ptrace(PTRACE_SETREGS, child, 0, &at);
    const unsigned long frame = at.rsp;
    const struct range library = library_of(place);
    long done = 0;
    while (done < steps && at.rsp <= frame) {
      at = step(library);
      ++done;
    }
    if (at.rsp > frame) {  // it has returned
      at = run_to_trap(0);
      at.rax = 1;
      ptrace(PTRACE_SETREGS, child, 0, &at);
      fprintf(stderr, "interrupted %ld\n", rounds);
      run_to_trap(0);
      return 96;
    }
    ++rounds;
    at = run_to_trap(SIGUSR1);
  }
}
