// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The recorders of this process: one for each model whose library it has loaded.
#pragma once

#include "lull/recorder/calls/interface.hpp"
#include "lull/recorder/calls/libraries.hpp"

namespace lull::recorder::calls {

// What is known of a model's library, once there is one.
struct Known {
  LibraryOfModel library;
  const CallRecorder* recorder = nullptr;  // null: its calls are not recorded
  // Calls of the profiling interface are recorded, too, unless they are inside another one: there
  // are functions over it that the recorder does not intercept.
  bool below = false;
};
// Looks for the library and opens its recorder when it is asked the first time; null while there is
// no library.
const Known* known_library(Model model);
// How that library is asked for functions.
const LoadedLibrary& access_of(Model model);
// Null where there is none of that name.
const Wrapper* wrapper_of(const CallRecorder& recorder, const char* name);

// Of a function's name.
Model model_of(const char* name);
bool is_of_profiling(const char* name);
// Whether calls are to be recorded in this process at all.
bool is_wanted(Model model);

// A line for the end of the recording (apps/cli/record/unrecorded_watch.hpp).
void note_unrecorded(const char* format, const char* first, const char* second);

}  // namespace lull::recorder::calls
