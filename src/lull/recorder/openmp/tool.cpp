// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// How the OpenMP runtime finds the recorder: it calls ompt_start_tool when it is initialised.
#include <cstdlib>

#include "lull/recorder/measurement/measurement.hpp"
#include "lull/recorder/openmp/callbacks.hpp"

namespace lull::recorder::openmp {
namespace {

int initialize(ompt_function_lookup_t look_up, int, ompt_data_t*) noexcept {
  const auto set = reinterpret_cast<ompt_set_callback_t>(look_up("ompt_set_callback"));
  Measurement& measurement = Measurement::instance();
  if (set == nullptr || (!measurement.start() && !measurement.paused())) return 0;
  set_team_callbacks(set);
  set_work_callbacks(set);
  set_lock_callbacks(set);
  set_task_callbacks(set);
  return 1;
}

// The recording goes on: it ends with the process.
void finalize(ompt_data_t*) noexcept {}

}  // namespace
}  // namespace lull::recorder::openmp

extern "C" [[gnu::visibility("default")]] ompt_start_tool_result_t* ompt_start_tool(unsigned,
                                                                                    const char*) {
  static ompt_start_tool_result_t tool{
      lull::recorder::openmp::initialize, lull::recorder::openmp::finalize, {0}};
  const char* const directory = std::getenv("LULL_RECORD_DIRECTORY");
  return directory == nullptr || *directory == '\0' ? nullptr : &tool;
}
