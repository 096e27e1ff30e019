// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Between the library that intercepts MPI's and OpenSHMEM's functions in every process
// (liblull-record-mpi.so) and the recorders for each library, which it opens where a process has
// that one.
#pragma once

#include <atomic>
#include <cstddef>

namespace lull::recorder::calls {

// Where a recorder finds what is not its own: the library that the process has loaded. No recorder
// depends on one.
struct LoadedLibrary {
  // What a call of the program would reach if it were not recorded: the next function of that name
  // in the search order, or the library's; null where there is none.
  void* (*next)(const char* name);
  // A function of the library itself, whoever else defines that name.
  void* (*function)(const char* name);
  // A variable of the library, which a program may have a copy of.
  void* (*variable)(const char* name);
};

// The wrapper that intercepts one function.
struct Wrapper {
  const char* name;
  void* wrapper;
  std::atomic<void*>* next;  // where the wrapper's call goes
};

// What a recorder exports as lull_call_recorder. begin() comes before any other use, and may come
// from several threads at once; false where the library lacks what the recorder needs.
struct CallRecorder {
  bool (*begin)(const LoadedLibrary& library);
  const Wrapper* wrappers;  // in the order of their names' bytes
  std::size_t count;
};

}  // namespace lull::recorder::calls
