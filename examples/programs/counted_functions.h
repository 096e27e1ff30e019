// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Counts calls of a program's own functions, for programs in C and C++ without MPI: each function
// begins with CALLED("its name in a trace"). One thread at a time.
#ifndef LULL_EXAMPLES_COUNTED_FUNCTIONS_H
#define LULL_EXAMPLES_COUNTED_FUNCTIONS_H

#include <stdio.h>

struct called {
  const char* name;
  long calls;
  struct called* next;
};

static struct called* all_called;

// The first call adds the function to the list.
#define CALLED(text)                                                   \
  do {                                                                 \
    static struct called here = {text, 0, 0};                          \
    if (here.calls++ == 0) here.next = all_called, all_called = &here; \
  } while (0)

// Prints one line of JSON, or the end of one after other fields.
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
