// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The recorders of this process: one for each model whose library is loaded.
#pragma once

#include "lull/recorder/calls/interface.hpp"
#include "lull/recorder/calls/libraries.hpp"

namespace lull::recorder::calls {

// Holds what is known about a model's library, once there is one.
struct Known {
  LibraryOfModel library;
  const CallRecorder* recorder = nullptr;  // null: its calls are not recorded
  // True: calls to the profiling interface are also recorded, unless they are inside another
  // recorded call: some functions built on it are not intercepted by the recorder.
  bool below = false;
};
// Looks for the library and opens its recorder on the first call that finds one; null while there
// is no library.
const Known* known_library(Model model);
// Returns how functions in that library are found.
const LoadedLibrary& access_of(Model model);
// Returns null if there is none with that name.
const Wrapper* wrapper_of(const CallRecorder& recorder, const char* name);

// Returns the model of a function's name.
Model model_of(const char* name);
bool is_of_profiling(const char* name);
// Returns whether the model's calls are to be recorded in this process at all.
bool is_wanted(Model model);

// Notes a line to be printed at the end of the recording (apps/cli/record/unrecorded_watch.hpp).
void note_unrecorded(const char* format, const char* first, const char* second);

}  // namespace lull::recorder::calls
