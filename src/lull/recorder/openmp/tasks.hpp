// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Explicit tasks in the trace. A thread that waits in a task runs others on top of it, so that a
// thread's open tasks are a stack; only an untied task may leave it unfinished, and go on
// elsewhere.
#pragma once

#include <cstdint>

#include "lull/recorder/openmp/thread.hpp"

namespace lull::recorder::openmp {

// What is remembered of a task: 20 bits region, 12 bits creating thread in its team, 32 bits number
// among that thread's tasks, from 1 on. 0 is an implicit task.
using TaskId = std::uint64_t;

// The thread creates a task; outside of parallel regions there is no team that could be named.
TaskId create_task(Thread& thread, const void* place);
// LLVM's runtime tells of a taskloop, and of its tasks, a place in itself. The one that the calling
// thread is in, or null; what that was before.
const void* enter_taskloop(const void* place) noexcept;
// Where LLVM's runtime is, by one of its functions.
void set_llvm_runtime(const void* function) noexcept;
// The place itself, or in place of one in the runtime that of the taskloop, or of the parallel
// region that the thread is in: whoever calls the runtime by a jump is not known.
[[nodiscard]] const void* place_in_program(const Thread& thread, const void* place) noexcept;

// The thread goes on with that task, which it may have to begin.
void switch_to_task(Thread& thread, TaskId task);
// Its innermost task is over.
void complete_task(Thread& thread, TaskId task);

}  // namespace lull::recorder::openmp
