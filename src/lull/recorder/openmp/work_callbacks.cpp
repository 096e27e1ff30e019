// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Work sharing, and threads waiting for each other.
#include "lull/recorder/openmp/callbacks.hpp"
#include "lull/recorder/openmp/tasks.hpp"
#include "lull/recorder/openmp/thread.hpp"

namespace lull::recorder::openmp {
namespace {

Construct construct_of(ompt_work_t work) {
  switch (work) {
    case ompt_work_sections:
      return Construct::Sections;
    case ompt_work_single_executor:
    case ompt_work_single_other:
      return Construct::Single;
    case ompt_work_workshare:
      return Construct::Workshare;
    case ompt_work_distribute:
      return Construct::Distribute;
    case ompt_work_taskloop:
      return Construct::Taskloop;
    default:
      return Construct::Loop;
  }
}

// Programs compiled by gcc do not report the end of a single construct to the runtime.
void on_work(ompt_work_t work, ompt_scope_endpoint_t endpoint, ompt_data_t*, ompt_data_t*,
             std::uint64_t, const void* reported) noexcept {
  record([=](Thread& thread) {
    const void* const place = place_in_program(thread, reported);
    const Construct construct = construct_of(work);
    if (endpoint != ompt_scope_end) {
      if (work != ompt_work_taskloop) thread.end_if_last(Construct::Single);
      thread.begin(construct, place);
      if (work == ompt_work_single_executor)
        thread.location().enter(thread.region(Construct::SingleBlock, place));
    }
    if (endpoint != ompt_scope_begin) thread.end(construct);
  });
}

void on_master(ompt_scope_endpoint_t endpoint, ompt_data_t*, ompt_data_t*,
               const void* place) noexcept {
  record([=](Thread& thread) {
    if (endpoint != ompt_scope_end)
      thread.begin(Construct::Master, place_in_program(thread, place));
    if (endpoint != ompt_scope_begin) thread.end(Construct::Master);
  });
}

// A barrier that the runtime reports as created by the implementation is one at the end of a
// construct, or any barrier of a program compiled by gcc, where they cannot be distinguished.
Construct construct_of(ompt_sync_region_t kind) {
  switch (kind) {
    case ompt_sync_region_barrier_explicit:
      return Construct::Barrier;
    case ompt_sync_region_taskwait:
      return Construct::Taskwait;
    case ompt_sync_region_taskgroup:
      return Construct::Taskgroup;
    case ompt_sync_region_reduction:
      return Construct::Reduction;
    default:
      return Construct::ImplicitBarrier;
  }
}

// At the end of a parallel region, the barrier belongs to the team.
void on_sync_region(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* parallel,
                    ompt_data_t*, const void* place) noexcept {
  record([=](Thread& thread) {
    const Construct construct = construct_of(kind);
    const Thread::Membership* const team = thread.team();
    if (team == nullptr) return;
    if (endpoint != ompt_scope_end) {
      if (construct == Construct::ImplicitBarrier || construct == Construct::Barrier)
        thread.end_if_last(Construct::Single);
      thread.begin(construct,
                   place == nullptr ? team->team->place() : place_in_program(thread, place));
    }
    if (endpoint != ompt_scope_begin) {
      if (parallel == nullptr && team->index == 0)
        team->team->ended = thread.location().look_at_clock();
      thread.end_with_team(construct);
    }
  });
}

// A taskgroup is open from its start; the thread only waits at its end.
void on_sync_region_wait(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t*,
                         ompt_data_t*, const void*) noexcept {
  if (kind != ompt_sync_region_taskgroup || endpoint != ompt_scope_begin) return;
  record([](Thread& thread) { thread.begin_wait(Construct::Taskgroup); });
}

}  // namespace

void set_work_callbacks(ompt_set_callback_t set) {
  set_callback(set, ompt_callback_work, on_work);
  set_callback(set, ompt_callback_masked, on_master);
  set_callback(set, ompt_callback_sync_region, on_sync_region);
  set_callback(set, ompt_callback_sync_region_wait, on_sync_region_wait);
  set_callback(set, ompt_callback_reduction, on_sync_region);
}

}  // namespace lull::recorder::openmp
