// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/pthread/activity.hpp"

#include <cstdlib>

#include "lull/recorder/process/loaded_objects.hpp"
#include "lull/recorder/pthread/callers.hpp"
#include "lull/recorder/system/kept_errno.hpp"

namespace lull::recorder::pthread {
namespace {

bool has(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

// MPI may also be loaded later, such as by Python.
bool has_other_means() {
  return is_launched_by_mpi() ||
         is_any_loaded({"libmpi", "liboshmem", "libgomp.so", "libomp.so", "libiomp5.so"});
}

// C++ creates threads through a function of its library.
bool creates_threads() { return program_names_any({"pthread_create", "_M_start_thread"}); }

bool is_to_be_active() {
  if (!has("LULL_RECORD_DIRECTORY") || has("LULL_RECORD_NO_PTHREAD") || is_launcher()) return false;
  return wants_threads() || (creates_threads() && !has_other_means());
}

[[gnu::constructor]] void decide_at_start() { (void)is_active(); }

}  // namespace

bool wants_threads() noexcept { return has("LULL_RECORD_PTHREAD"); }

constinit std::atomic<Activity> known_activity{Activity::Unknown};

// Calls made meanwhile are the recorder's own.
Activity decide_activity() noexcept {
  const KeptErrno kept;
  known_activity = Activity::Off;
  if (is_to_be_active()) known_activity = Activity::On;
  return known_activity;
}

}  // namespace lull::recorder::pthread
