// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Explicit tasks, as reported by the runtime.
#include "lull/recorder/openmp/callbacks.hpp"
#include "lull/recorder/openmp/tasks.hpp"

namespace lull::recorder::openmp {
namespace {

// The runtime represents a taskwait with dependences as a task without a body.
void begin_taskwait(const void* place) {
  record([=](Thread& thread) {
    if (thread.team() != nullptr)
      thread.begin(Construct::Taskwait, place_in_program(thread, place));
  });
}
void end_taskwait() {
  record([](Thread& thread) {
    if (thread.team() != nullptr) thread.end(Construct::Taskwait);
  });
}

void on_task_create(ompt_data_t*, const ompt_frame_t*, ompt_data_t* task, int flags, int,
                    const void* place) noexcept {
  task->value = 0;
  if ((flags & ompt_task_taskwait) != 0) return begin_taskwait(place);
  record(
      [=](Thread& thread) { task->value = create_task(thread, place_in_program(thread, place)); });
}

void on_task_schedule(ompt_data_t* prior, ompt_task_status_t status, ompt_data_t* next) noexcept {
  if (status == ompt_taskwait_complete) return end_taskwait();
  if (prior == nullptr || next == nullptr) return;  // an event was fulfilled, no task switch
  record([=](Thread& thread) {
    const bool ends =
        status == ompt_task_complete || status == ompt_task_cancel || status == ompt_task_detach;
    if (const TaskId top = thread.task(); top != 0 && top == prior->value) {
      if (ends)
        complete_task(thread, top);
      else if (thread.task(1) == next->value)
        thread.end_task();
    }
    switch_to_task(thread, next->value);
  });
}

}  // namespace

void set_task_callbacks(ompt_set_callback_t set) {
  set_callback(set, ompt_callback_task_create, on_task_create);
  set_callback(set, ompt_callback_task_schedule, on_task_schedule);
}

}  // namespace lull::recorder::openmp
