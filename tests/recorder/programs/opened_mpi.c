// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Opens the MPI library itself, like languages without a linker, and calls MPI_Init, MPI_Barrier
// three times, and MPI_Finalize.
//
// usage: opened_mpi LIBRARY [deepbind | namespace]       functions looked up in the library
//        opened_mpi PLUGIN plugin | plugin-deepbind      functions called by a library linked to MPI
//        opened_mpi                                      only checks whether there is MPI
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static void* library;

static MPI_Comm world(void) {
#ifdef OMPI_MPI_H
  return (MPI_Comm)dlsym(library, "ompi_mpi_comm_world");
#else
  return MPI_COMM_WORLD;
#endif
}

// Checks whether there is MPI, like programs that use it optionally.
int MPI_Init_thread(int*, char***, int, int*) __attribute__((weak));
int (*const volatile kept)(int*, char***, int, int*) = MPI_Init_thread;

static int look_for_mpi(void) {
  void* const found = dlsym(RTLD_DEFAULT, "MPI_Init");
  const int said = dlerror() != NULL;
  printf("%d %d %d %d\n", MPI_Init_thread != NULL, kept != NULL, found != NULL, said);
  return 0;
}

int main(int count, char** words) {
  if (count == 1) return look_for_mpi();
  const char* const how = count > 2 ? words[2] : "";
  const int flags = RTLD_NOW | (strstr(how, "deepbind") ? RTLD_DEEPBIND : RTLD_LOCAL);
  library = strcmp(how, "namespace") == 0 ? dlmopen(LM_ID_NEWLM, words[1], RTLD_NOW)
                                          : dlopen(words[1], flags);
  if (library == NULL) {
    puts(dlerror());
    return 2;
  }
  if (strncmp(how, "plugin", 6) == 0) {
    ((void (*)(void))dlsym(library, "run"))();
    return 0;
  }
  int (*const begin)(int*, char***) = (int (*)(int*, char***))dlsym(library, "MPI_Init");
  int (*const barrier)(MPI_Comm) = (int (*)(MPI_Comm))dlsym(library, "MPI_Barrier");
  int (*const end)(void) = (int (*)(void))dlsym(library, "MPI_Finalize");
  begin(&count, &words);
  for (int i = 0; i < 3; ++i) barrier(world());
  end();
  puts("done");
  return 0;
}
