// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Critical sections, locks, ordered and atomic constructs.
#include "lull/recorder/openmp/callbacks.hpp"
#include "lull/recorder/openmp/held_locks.hpp"
#include "lull/recorder/openmp/thread.hpp"

namespace lull::recorder::openmp {
namespace {

struct Functions {
  Construct set;
  Construct unset;
};
Functions functions_of(ompt_mutex_t kind) {
  const bool nest = kind == ompt_mutex_nest_lock || kind == ompt_mutex_test_nest_lock;
  return nest ? Functions{Construct::SetNestLock, Construct::UnsetNestLock}
              : Functions{Construct::SetLock, Construct::UnsetLock};
}

// While the recording is off, held locks are tracked without writing events.
void note_acquired(ompt_mutex_t kind, ompt_wait_id_t address) noexcept {
  if (kind == ompt_mutex_ordered || kind == ompt_mutex_atomic) return;
  record([=](Thread& thread) { acquire_lock(thread, address); }, Recording::EvenPaused{});
}
void note_released(ompt_mutex_t kind, ompt_wait_id_t address) noexcept {
  if (kind == ompt_mutex_ordered || kind == ompt_mutex_atomic) return;
  record(
      [=](Thread& thread) {
        const bool block = kind == ompt_mutex_critical && holds_recorded(thread, address);
        if (block) thread.end(Construct::CriticalBlock);
        release_lock(thread, address);
        if (block) thread.end(Construct::Critical);
      },
      Recording::EvenPaused{});
}

// Returns the corresponding kind of test.
ompt_mutex_t test_of(ompt_mutex_t kind) {
  const bool nest = kind == ompt_mutex_nest_lock || kind == ompt_mutex_test_nest_lock;
  return nest ? ompt_mutex_test_nest_lock : ompt_mutex_test_lock;
}

// Failed tests of locks are not reported: they are not recorded.
void on_acquire(ompt_mutex_t kind, unsigned, unsigned, ompt_wait_id_t, const void* place) noexcept {
  if (is_in_lock_test()) return;
  record([=](Thread& thread) {
    switch (kind) {
      case ompt_mutex_lock:
      case ompt_mutex_nest_lock:
        return thread.begin(functions_of(kind).set, place);
      case ompt_mutex_critical:
        return thread.begin(Construct::Critical, place);
      case ompt_mutex_ordered:
        return thread.begin(Construct::Ordered, place);
      case ompt_mutex_atomic:
        return thread.begin(Construct::Atomic, place);
      default:
        return;
    }
  });
}

void on_acquired(ompt_mutex_t reported, ompt_wait_id_t address, const void* place) noexcept {
  const ompt_mutex_t kind = is_in_lock_test() ? test_of(reported) : reported;
  if (Measurement::instance().paused()) return note_acquired(kind, address);
  record([=](Thread& thread) {
    switch (kind) {
      case ompt_mutex_lock:
      case ompt_mutex_nest_lock:
        acquire_lock(thread, address);
        return thread.end(functions_of(kind).set);
      case ompt_mutex_test_lock:
      case ompt_mutex_test_nest_lock: {
        const Construct test =
            kind == ompt_mutex_test_lock ? Construct::TestLock : Construct::TestNestLock;
        thread.begin(test, place);
        acquire_lock(thread, address);
        return thread.end(test);
      }
      case ompt_mutex_critical:
        acquire_lock(thread, address);
        return thread.begin(Construct::CriticalBlock, place);
      case ompt_mutex_ordered:
        return thread.begin(Construct::OrderedBlock, place);
      default:
        return;
    }
  });
}

void on_released(ompt_mutex_t kind, ompt_wait_id_t address, const void* place) noexcept {
  if (Measurement::instance().paused()) return note_released(kind, address);
  record([=](Thread& thread) {
    switch (kind) {
      case ompt_mutex_critical:
        thread.end(Construct::CriticalBlock);
        release_lock(thread, address);
        return thread.end(Construct::Critical);
      case ompt_mutex_ordered:
        return thread.end(Construct::Ordered);
      case ompt_mutex_atomic:
        return thread.end(Construct::Atomic);
      default: {
        const Construct unset = functions_of(kind).unset;
        thread.begin(unset, place);
        release_lock(thread, address);
        return thread.end(unset);
      }
    }
  });
}

// Called for a lock that the thread already holds, and for one that it continues to hold.
void on_nest_lock(ompt_scope_endpoint_t endpoint, ompt_wait_id_t, const void* place) noexcept {
  record([=](Thread& thread) {
    if (endpoint == ompt_scope_begin) return thread.end_if_last(Construct::SetNestLock);
    thread.begin(Construct::UnsetNestLock, place);
    thread.end(Construct::UnsetNestLock);
  });
}

}  // namespace

void set_lock_callbacks(ompt_set_callback_t set) {
  set_callback(set, ompt_callback_mutex_acquire, on_acquire);
  set_callback(set, ompt_callback_mutex_acquired, on_acquired);
  set_callback(set, ompt_callback_mutex_released, on_released);
  set_callback(set, ompt_callback_nest_lock, on_nest_lock);
}

}  // namespace lull::recorder::openmp
