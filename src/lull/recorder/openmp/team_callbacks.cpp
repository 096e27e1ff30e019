// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Threads, parallel regions, and the implicit tasks that are the threads' parts in them.
#include <otf2/otf2.h>

#include "lull/recorder/openmp/callbacks.hpp"
#include "lull/recorder/openmp/tasks.hpp"
#include "lull/recorder/openmp/thread.hpp"

namespace lull::recorder::openmp {
namespace {

void on_thread_begin(ompt_thread_t kind, ompt_data_t*) noexcept {
  if (kind != ompt_thread_worker) return;
  Thread::begin_worker();
}

void on_parallel_begin(ompt_data_t*, const ompt_frame_t*, ompt_data_t* parallel, unsigned requested,
                       int, const void* place) noexcept {
  parallel->ptr = nullptr;
  record(
      [&](Thread& thread) {
        thread.forked.push_back(nullptr);
        if (!Measurement::instance().running()) return;
        parallel->ptr = thread.forked.back() =
            Team::make(thread.mastered(), thread.level(), place_in_program(thread, place));
        OTF2_EvtWriter_ThreadFork(thread.writer(), nullptr, thread.location().look_at_clock(),
                                  OTF2_PARADIGM_OPENMP, requested);
      },
      Recording::EvenPaused{});
}

// The runtime's data may already belong to a region of another thread that has reused the memory of
// this one's team: so the thread keeps its own list of forked regions.
void on_parallel_end(ompt_data_t*, ompt_data_t*, int, const void*) noexcept {
  record(
      [&](Thread& thread) {
        if (thread.forked.empty()) return;
        Team* const team = thread.forked.back();
        thread.forked.pop_back();
        if (team == nullptr) return;
        OTF2_EvtWriter_ThreadJoin(thread.writer(), nullptr, thread.location().look_at_clock(),
                                  OTF2_PARADIGM_OPENMP);
        team->settle();
        team->release();
      },
      Recording::EvenPaused{});
}

// A part begun while the recording is off also ends unrecorded.
void begin_part(Team* team, unsigned size, unsigned index) noexcept {
  record(
      [=](Thread& thread) {
        const bool joins = team != nullptr && Measurement::instance().running();
        thread.parts.push_back(joins);
        if (joins) thread.join_team(*team, index, size);
      },
      Recording::EvenPaused{});
}

void end_part() noexcept {
  record(
      [](Thread& thread) {
        if (thread.parts.empty()) return;
        const bool joined = thread.parts.back();
        thread.parts.pop_back();
        if (!joined || thread.team() == nullptr) return;
        if (thread.team()->index == 0)
          thread.team()->team->ended = thread.location().look_at_clock();
        thread.leave_team();
      },
      Recording::EvenPaused{});
}

void on_implicit_task(ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* task,
                      unsigned size, unsigned index, int flags) noexcept {
  if ((flags & ompt_task_initial) != 0) return;
  if (endpoint == ompt_scope_begin) {
    task->value = 0;
    begin_part(static_cast<Team*>(parallel->ptr), size, index);
  } else {
    end_part();
  }
}

}  // namespace

void set_team_callbacks(ompt_set_callback_t set) {
  set_callback(set, ompt_callback_thread_begin, on_thread_begin);
  set_callback(set, ompt_callback_parallel_begin, on_parallel_begin);
  set_callback(set, ompt_callback_parallel_end, on_parallel_end);
  set_callback(set, ompt_callback_implicit_task, on_implicit_task);
}

}  // namespace lull::recorder::openmp
