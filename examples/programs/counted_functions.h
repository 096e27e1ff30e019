// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Counts calls of a program's own functions, for programs in C and C++ without MPI: each function
// begins with CALLED("its name, as a trace has it"). One thread at a time.
#ifndef LULL_EXAMPLES_COUNTED_FUNCTIONS_H
#define LULL_EXAMPLES_COUNTED_FUNCTIONS_H

#include <stdio.h>

struct called {
  const char* name;
  long calls;
  struct called* next;
};

static struct called* all_called;

// At the first call, the function is put into the list.
#define CALLED(text)                                                   \
  do {                                                                 \
    static struct called here = {text, 0, 0};                          \
    if (here.calls++ == 0) here.next = all_called, all_called = &here; \
  } while (0)

// One line of JSON; or the end of one, behind other fields.
#define PRINT_CALLED(program)                                \
  do {                                                       \
    printf("{\"program\":\"%s\",\"processes\":1,", program); \
    PRINT_CALLED_FIELDS();                                   \
  } while (0)
#define PRINT_CALLED_FIELDS()                                                \
  do {                                                                       \
    printf("\"functions\":{");                                               \
    for (struct called* c = all_called; c != NULL; c = c->next)              \
      printf("%s\"%s\":%ld", c == all_called ? "" : ",", c->name, c->calls); \
    printf("}}\n");                                                          \
    fflush(stdout);                                                          \
  } while (0)

#endif
