// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Does not use OpenMP itself, but later loads a library that does.
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char** argv) {
  for (int i = 1; i < argc; i++) {
    void* plugin = dlopen(argv[i], RTLD_NOW);
    int (*work)(int) = plugin == NULL ? NULL : (int (*)(int))dlsym(plugin, "work");
    if (work == NULL) return 1;
    printf("%d\n", work(3));
  }
  return argc < 2;
}
