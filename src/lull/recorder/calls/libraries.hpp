// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The MPI and OpenSHMEM libraries that a process has loaded, and the recorders that support their
// binary interfaces.
#pragma once

#include <cstddef>

namespace lull::recorder::calls {

enum class Model { Mpi, Shmem };
constexpr std::size_t kModels = 2;

struct LibraryOfModel {
  void* handle = nullptr;     // null: the process has none; it is never closed
  char name[128] = {};        // the name that the library reports, or its file's
  const char* recorder = "";  // the part between "liblull-record-" and ".so"; empty: there is none
  bool global = false;        // true: in the scope where the program's names are looked up
};

// Returns the library that is loaded now.
[[nodiscard]] LibraryOfModel find_library(Model model);

// Calls the C library's dlsym, even if another library intercepts it. RTLD_NEXT is relative to the
// library that this code is linked into.
void* plain_dlsym(void* handle, const char* name);
// Returns the next dlsym after this library.
void* find_next_dlsym();

// Returns the symbol with that name in a loaded file or the files it needs, except in this library;
// null if there is none.
void* find_in_file(const char* file, const char* name);
// Does the same for any loaded file.
void* find_anywhere(const char* name);

[[nodiscard]] bool are_in_one_file(const void* a, const void* b);

// Returns whether a loaded MPI library, in any namespace, has been used; stores its file name in
// `name`.
bool is_mpi_in_use(char* name, std::size_t size);

}  // namespace lull::recorder::calls
