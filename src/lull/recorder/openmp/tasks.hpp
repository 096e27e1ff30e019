// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Explicit tasks in the trace. A thread that waits in a task runs others on top of it, so a
// thread's open tasks are a stack; only an untied task may be left unfinished, and continue in
// another thread.
#pragma once

#include <cstdint>

#include "lull/recorder/openmp/thread.hpp"

namespace lull::recorder::openmp {

// Identifies a task: 20 bits region, 12 bits creating thread in its team, 32 bits number among that
// thread's tasks, from 1 on. 0 is an implicit task.
using TaskId = std::uint64_t;

// Records that the thread creates a task. Outside of parallel regions there is no team to refer to.
TaskId create_task(Thread& thread, const void* place);
// LLVM's runtime reports for taskloops, and their tasks, a place in the runtime itself. Sets the
// place of the taskloop that the calling thread is in, or null; returns the previous one.
const void* enter_taskloop(const void* place) noexcept;
// Sets the location of the LLVM runtime, given one of its functions.
void set_llvm_runtime(const void* function) noexcept;
// Returns `place` unless it is in the runtime, since a call by a jump has no known place. Otherwise
// returns the place of the taskloop, or of the parallel region, that the thread is in.
[[nodiscard]] const void* place_in_program(const Thread& thread, const void* place) noexcept;

// The thread continues with that task, beginning it if necessary.
void switch_to_task(Thread& thread, TaskId task);
// The thread's innermost task has completed.
void complete_task(Thread& thread, TaskId task);

}  // namespace lull::recorder::openmp
