// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The libraries of MPI and OpenSHMEM that a process has loaded, and which recorder knows their
// binary interface.
#pragma once

#include <cstddef>

namespace lull::recorder::calls {

enum class Model { Mpi, Shmem };
constexpr std::size_t kModels = 2;

struct LibraryOfModel {
  void* handle = nullptr;  // null: the process has none; it is not closed any more
  char name[128] = {};     // as its file says, or its file's name
  const char* recorder =
      "";               // what stands between "liblull-record-" and ".so"; empty: there is none
  bool global = false;  // among those where the program's names are looked for
};

// What the process has loaded now.
[[nodiscard]] LibraryOfModel find_library(Model model);

// The C library's own dlsym, whoever intercepts it. What RTLD_NEXT means with it depends on
// the library that this is linked to.
void* plain_dlsym(void* handle, const char* name);
// The next one behind this library.
void* find_next_dlsym();

// What a file that is loaded, and those it needs, have under that name, but for this library; null:
// nothing.
void* find_in_file(const char* file, const char* name);
// The same of any file that is loaded.
void* find_anywhere(const char* name);

[[nodiscard]] bool are_in_one_file(const void* a, const void* b);

// Whether an MPI library that is loaded, in whatever namespace, has been used; its file's name goes
// to `name`.
bool is_mpi_in_use(char* name, std::size_t size);

}  // namespace lull::recorder::calls
