// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The OpenMP runtime finds the recorder by calling ompt_start_tool when it is initialised.
#include <dlfcn.h>

#include <cstdlib>

#include "lull/recorder/measurement/measurement.hpp"
#include "lull/recorder/openmp/callbacks.hpp"
#include "lull/recorder/openmp/tasks.hpp"

namespace lull::recorder::openmp {
namespace {

int initialize(ompt_function_lookup_t look_up, int, ompt_data_t*) noexcept {
  const auto set = reinterpret_cast<ompt_set_callback_t>(look_up("ompt_set_callback"));
  Measurement& measurement = Measurement::instance();
  if (set == nullptr || (!measurement.start() && !measurement.paused())) return 0;
  set_llvm_runtime(reinterpret_cast<const void*>(set));
  set_team_callbacks(set);
  set_work_callbacks(set);
  set_lock_callbacks(set);
  set_task_callbacks(set);
  return 1;
}

// The recording continues: it ends with the process.
void finalize(ompt_data_t*) noexcept {}

bool has(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

// The program's own tool takes precedence: the program would miss it.
ompt_start_tool_result_t* start_tool_of_program(unsigned version, const char* runtime) {
  using Start = ompt_start_tool_result_t* (*)(unsigned, const char*);
  const auto next = reinterpret_cast<Start>(::dlsym(RTLD_NEXT, "ompt_start_tool"));
  return next == nullptr ? nullptr : next(version, runtime);
}

}  // namespace
}  // namespace lull::recorder::openmp

extern "C" [[gnu::visibility("default")]] ompt_start_tool_result_t* ompt_start_tool(
    unsigned version, const char* runtime) {
  using namespace lull::recorder::openmp;
  static ompt_start_tool_result_t tool{initialize, finalize, {0}};
  if (ompt_start_tool_result_t* const own = start_tool_of_program(version, runtime)) return own;
  const bool recorded =
      has("LULL_RECORD_DIRECTORY") && !has("LULL_RECORD_NO_OPENMP") && !has("OMP_TOOL_LIBRARIES");
  return recorded ? &tool : nullptr;
}
