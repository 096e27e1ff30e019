// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The functions that the OpenMP runtime calls, as OMPT defines them (OpenMP 5.0, chapter 4), by
// what they are about. Each is called by the thread that it happens to.
#pragma once

#include <omp-tools.h>

namespace lull::recorder::openmp {

// Asks the runtime to call `function` when `event` happens.
template <class Function>
void set_callback(ompt_set_callback_t set, ompt_callbacks_t event, Function* function) {
  set(event, reinterpret_cast<ompt_callback_t>(function));
}

void set_team_callbacks(ompt_set_callback_t set);
void set_work_callbacks(ompt_set_callback_t set);
void set_lock_callbacks(ompt_set_callback_t set);
void set_task_callbacks(ompt_set_callback_t set);

}  // namespace lull::recorder::openmp
