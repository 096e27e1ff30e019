// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The interface between the library that intercepts MPI and OpenSHMEM functions in every process
// (liblull-record-mpi.so) and the library-specific recorders, which it loads where a process has
// that library.
#pragma once

#include <atomic>
#include <cstddef>

namespace lull::recorder::calls {

// Gives a recorder access to the library that the process has loaded. No recorder is linked to one.
struct LoadedLibrary {
  // Returns what an unrecorded call in the program would reach: the next function with that name in
  // the search order, or the library's function; null if there is none.
  void* (*next)(const char* name);
  // Returns a function in the library itself, even if other libraries define the same name.
  void* (*function)(const char* name);
  // Returns a variable in the library. A program may have a copy of it.
  void* (*variable)(const char* name);
};

// The wrapper that intercepts one function.
struct Wrapper {
  const char* name;
  void* wrapper;
  std::atomic<void*>* next;  // target of the wrapper's call
};

// The symbol lull_call_recorder of a recorder. begin() is called before any other use, possibly
// from several threads at once; it returns false if the library lacks what the recorder needs.
struct CallRecorder {
  bool (*begin)(const LoadedLibrary& library);
  const Wrapper* wrappers;  // sorted by the bytes of their names
  std::size_t count;
};

}  // namespace lull::recorder::calls
