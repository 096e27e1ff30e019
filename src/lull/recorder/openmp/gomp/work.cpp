// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Work sharing, and threads waiting for each other.
#include "lull/recorder/openmp/gomp/calls.hpp"

namespace lull::recorder::openmp::gomp {
namespace {

// The end of a single construct is not reported: it ends before the next construct that cannot be
// inside it.
void begin_work(Thread& thread, Construct construct, const void* place) {
  thread.end_if_last(Construct::Single);
  thread.begin(construct, place);
}

Word start_loop(const Call& call) {
  return record_call(
      call, [](Thread& thread, const void* place) { begin_work(thread, Construct::Loop, place); },
      kNothingAfter);
}

Word start_sections(const Call& call) {
  return record_call(
      call,
      [](Thread& thread, const void* place) { begin_work(thread, Construct::Sections, place); },
      kNothingAfter);
}

// Called when the last iteration is over; there is no barrier.
template <Construct construct>
Word end_work(const Call& call) {
  return record_call(
      call, [](Thread& thread, const void*) { thread.end(construct); }, kNothingAfter);
}

// Outside of parallel regions there is no other thread to wait for.
void begin_barrier(Thread& thread, const void* place) {
  if (thread.team() != nullptr) thread.begin(Construct::ImplicitBarrier, place);
}
void end_barrier(Thread& thread, Word) {
  if (thread.team() != nullptr) thread.end(Construct::ImplicitBarrier);
}

template <Construct construct>
Word end_work_with_barrier(const Call& call) {
  return record_call(
      call,
      [](Thread& thread, const void* place) {
        thread.end(construct);
        begin_barrier(thread, place);
      },
      end_barrier);
}

// Compiled code calls the same function for explicit barriers and for those at the end of
// constructs: the assembly examines the source, if available.
Word wait_at_barrier(const Call& call) {
  return record_call(
      call,
      [](Thread& thread, const void* place) {
        thread.end_if_last(Construct::Single);
        begin_barrier(thread, place);
      },
      end_barrier);
}

Word start_single(const Call& call) {
  const void* begun_at = nullptr;
  return record_call(
      call,
      [&](Thread& thread, const void* place) {
        begin_work(thread, Construct::Single, begun_at = place);
      },
      [&](Thread& thread, Word result) {
        if (!is_true(result)) return thread.end(Construct::Single);
        thread.location().enter(thread.region(Construct::SingleBlock, begun_at));
      });
}

// The executing thread receives nothing to copy; the others wait for it in this call, and it waits
// at the barrier at its end.
Word start_single_copy(const Call& call) {
  const void* begun_at = nullptr;
  return record_call(
      call,
      [&](Thread& thread, const void* place) {
        begin_work(thread, Construct::Single, begun_at = place);
        thread.expect_barrier(place);
      },
      [&](Thread& thread, Word result) {
        if (result != 0) {
          thread.begin_expected_barrier();
          if (thread.team() == nullptr) return thread.end(Construct::Single);
          return end_barrier(thread, result);
        }
        thread.expect_no_barrier();
        thread.location().enter(thread.region(Construct::SingleBlock, begun_at));
      });
}

Word end_single_copy(const Call& call) { return end_work_with_barrier<Construct::Single>(call); }

// Ends task reductions in a construct: has a barrier, unless cancelled.
Word end_task_reduction(const Call& call) { return wait_at_barrier(call); }

Word wait_for_order(const Call& call) {
  const void* begun_at = nullptr;
  return record_call(
      call,
      [&](Thread& thread, const void* place) {
        thread.begin(Construct::Ordered, begun_at = place);
      },
      [&](Thread& thread, Word) { thread.begin(Construct::OrderedBlock, begun_at); });
}

Word end_order(const Call& call) {
  return record_call(call, kNothingBefore,
                     [](Thread& thread, Word) { thread.end(Construct::Ordered); });
}

Word wait_for_tasks(const Call& call) {
  return record_call(
      call, [](Thread& thread, const void* place) { thread.begin(Construct::Taskwait, place); },
      [](Thread& thread, Word) { thread.end(Construct::Taskwait); });
}

Word end_taskgroup(const Call& call) {
  return record_call(
      call, [](Thread& thread, const void* place) { thread.begin(Construct::Taskgroup, place); },
      [](Thread& thread, Word) { thread.end(Construct::Taskgroup); });
}

}  // namespace
}  // namespace lull::recorder::openmp::gomp

namespace work = lull::recorder::openmp::gomp;
using lull::recorder::openmp::Construct;

#define LULL_LOOP_START(name) LULL_GOMP_FUNCTION(name, work::start_loop)
LULL_GOMP_LOOP_STARTS(LULL_LOOP_START)
#define LULL_SECTIONS_START(name) LULL_GOMP_FUNCTION(name, work::start_sections)
LULL_GOMP_SECTIONS_STARTS(LULL_SECTIONS_START)
LULL_GOMP_FUNCTION(GOMP_loop_end, work::end_work_with_barrier<Construct::Loop>)
LULL_GOMP_FUNCTION(GOMP_loop_end_cancel, work::end_work_with_barrier<Construct::Loop>)
LULL_GOMP_FUNCTION(GOMP_loop_end_nowait, work::end_work<Construct::Loop>)
LULL_GOMP_FUNCTION(GOMP_sections_end, work::end_work_with_barrier<Construct::Sections>)
LULL_GOMP_FUNCTION(GOMP_sections_end_cancel, work::end_work_with_barrier<Construct::Sections>)
LULL_GOMP_FUNCTION(GOMP_sections_end_nowait, work::end_work<Construct::Sections>)
LULL_GOMP_FUNCTION(GOMP_single_start, work::start_single)
LULL_GOMP_FUNCTION(GOMP_single_copy_start, work::start_single_copy)
LULL_GOMP_FUNCTION(GOMP_single_copy_end, work::end_single_copy)
LULL_GOMP_FUNCTION(GOMP_barrier, work::wait_at_barrier)
LULL_GOMP_FUNCTION(GOMP_barrier_cancel, work::wait_at_barrier)
LULL_GOMP_FUNCTION(GOMP_workshare_task_reduction_unregister, work::end_task_reduction)
LULL_GOMP_FUNCTION(GOMP_ordered_start, work::wait_for_order)
LULL_GOMP_FUNCTION(GOMP_ordered_end, work::end_order)
LULL_GOMP_FUNCTION(GOMP_taskwait, work::wait_for_tasks)
LULL_GOMP_FUNCTION(GOMP_taskwait_depend, work::wait_for_tasks)
LULL_GOMP_FUNCTION(GOMP_taskgroup_end, work::end_taskgroup)
