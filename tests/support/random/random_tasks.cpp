// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// OpenMP tasks and ordered loops.
#include "support/random/random_program.hpp"

namespace lull::support {

// Executes explicit tasks, one after the other; some measurement systems record only their regions,
// and some tasks are executed in parts, on this thread and others.
void RandomProgram::run_tasks(LocationId thread, Ticks until, unsigned level) {
  const bool records_switches = chance(80);
  while (clock(thread).now < until) {
    spend(thread);
    const std::uint32_t number = ++tasks_;
    if (records_switches) emit(thread, ThreadTaskSwitch{{}, 0, number});
    enter(thread, "!$omp task @random.c:30");
    clock(thread).now += below(20);
    if (level < 2 && chance(25)) {
      enter(thread, "!$omp taskwait @random.c:31");
      run_tasks(thread, clock(thread).now + below(15), level + 1);
      if (records_switches) emit(thread, ThreadTaskSwitch{{}, 0, number});
      leave(thread);
    }
    leave(thread);
    const bool in_parts = chance(20);
    if (records_switches && !in_parts) emit(thread, ThreadTaskComplete{{}, 0, number});
    if (records_switches && chance(70)) emit(thread, ThreadTaskSwitch{{}, 0, 0});
    spend(thread);
  }
  if (records_switches && level == 0) emit(thread, ThreadTaskSwitch{{}, 0, 0});
}

void RandomProgram::task_wait(LocationId thread) {
  enter(thread, "!$omp taskwait @random.c:33");
  run_tasks(thread, clock(thread).now + below(40), 0);
  leave(thread);
}

// Creates tasks, and executes some of them immediately.
void RandomProgram::create_tasks(LocationId thread) {
  for (std::uint64_t tasks = below(5); tasks-- > 0;) {
    spend(thread);
    emit(thread, ThreadTaskCreate{{}, 0, tasks_ + 1});
    clock(thread).now += below(20);
    if (chance(15)) run_tasks(thread, clock(thread).now + 1, 1);
  }
}

// The body creates tasks, and may itself wait; some recorders record where the wait at the end
// began.
void RandomProgram::taskgroup(LocationId thread) {
  enter(thread, "!$omp taskgroup @random.c:35");
  create_tasks(thread);
  if (chance(30)) task_wait(thread);
  if (chance(30)) create_tasks(thread);
  if (chance(20)) taskgroup(thread);
  const Ticks waits = clock(thread).now;
  run_tasks(thread, clock(thread).now + below(40), 0);
  clock(thread).now += below(20);
  leave(thread);
  if (!chance(30)) return;
  Value waited;
  waited.kind = ValueKind::Unsigned;
  waited.as_unsigned = clock(thread).now - waits;
  trace_.events[thread.index()].back().attributes =
      trace_.store(AttributeList{{builder_.attribute("waited"), waited}});
}

// Iterations are distributed at random, and executed in order where required.
void RandomProgram::ordered_loop(const Threads& team) {
  for (const LocationId thread : team) enter(thread, "!$omp for @random.c:50");
  Ticks turn = 0;
  for (std::uint64_t iterations = below(6); iterations-- > 0;) {
    const LocationId thread = any_of(team);
    clock(thread).now += below(40);
    enter(thread, "!$omp ordered @random.c:51");
    wait_until(thread, turn);
    enter(thread, "!$omp ordered sblock @random.c:51");
    clock(thread).now += below(20);
    leave(thread);
    turn = clock(thread).now;
    leave(thread);
  }
  for (const LocationId thread : team) leave(thread);
}

}  // namespace lull::support
