// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The callbacks of OMPT (OpenMP 5.0, chapter 4), by topic. Each is called by the thread that the
// event happens in.
#pragma once

#include <omp-tools.h>

namespace lull::recorder::openmp {

// Registers `function` as the callback for `event`.
template <class Function>
void set_callback(ompt_set_callback_t set, ompt_callbacks_t event, Function* function) {
  set(event, reinterpret_cast<ompt_callback_t>(function));
}

void set_team_callbacks(ompt_set_callback_t set);
void set_work_callbacks(ompt_set_callback_t set);
void set_lock_callbacks(ompt_set_callback_t set);
void set_task_callbacks(ompt_set_callback_t set);

}  // namespace lull::recorder::openmp
