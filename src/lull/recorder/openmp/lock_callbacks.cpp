// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Critical sections, locks, ordered and atomic constructs.
#include <otf2/otf2.h>

#include <algorithm>
#include <utility>

#include "lull/recorder/openmp/callbacks.hpp"
#include "lull/recorder/openmp/lock_tests.hpp"
#include "lull/recorder/openmp/thread.hpp"

namespace lull::recorder::openmp {
namespace {

thread_local bool tests_lock [[gnu::tls_model("initial-exec")]] = false;

struct Functions {
  Construct set;
  Construct unset;
};
Functions functions_of(ompt_mutex_t kind) {
  const bool nest = kind == ompt_mutex_nest_lock || kind == ompt_mutex_test_nest_lock;
  return nest ? Functions{Construct::SetNestLock, Construct::UnsetNestLock}
              : Functions{Construct::SetLock, Construct::UnsetLock};
}

// As a kind of test.
ompt_mutex_t test_of(ompt_mutex_t kind) {
  const bool nest = kind == ompt_mutex_nest_lock || kind == ompt_mutex_test_nest_lock;
  return nest ? ompt_mutex_test_nest_lock : ompt_mutex_test_lock;
}

void acquire_lock(Thread& thread, ompt_wait_id_t address) {
  Lock& lock = thread.lock(address);
  const std::uint32_t order = lock.acquisitions.fetch_add(1, std::memory_order_relaxed) + 1;
  thread.held.push_back({&lock, order});
  OTF2_EvtWriter_ThreadAcquireLock(thread.writer(), nullptr, thread.location().look_at_clock(),
                                   OTF2_PARADIGM_OPENMP, lock.number, order);
}

// Already another thread may hold it: the order is that of this thread's own acquisition.
void release_lock(Thread& thread, ompt_wait_id_t address) {
  const Lock& lock = thread.lock(address);
  const auto mine = std::find_if(thread.held.rbegin(), thread.held.rend(),
                                 [&](const Thread::Held& held) { return held.lock == &lock; });
  if (mine == thread.held.rend()) return;
  OTF2_EvtWriter_ThreadReleaseLock(thread.writer(), nullptr, thread.location().look_at_clock(),
                                   OTF2_PARADIGM_OPENMP, lock.number, mine->order);
  thread.held.erase(std::next(mine).base());
}

// Nothing tells that a test of a lock failed: such a test is not recorded.
void on_acquire(ompt_mutex_t kind, unsigned, unsigned, ompt_wait_id_t, const void* place) noexcept {
  if (tests_lock) return;
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

void on_acquired(ompt_mutex_t told, ompt_wait_id_t address, const void* place) noexcept {
  const ompt_mutex_t kind = tests_lock ? test_of(told) : told;
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

// A lock that the thread holds already, and one that it goes on holding.
void on_nest_lock(ompt_scope_endpoint_t endpoint, ompt_wait_id_t, const void* place) noexcept {
  record([=](Thread& thread) {
    if (endpoint == ompt_scope_begin) return thread.end_if_last(Construct::SetNestLock);
    thread.begin(Construct::UnsetNestLock, place);
    thread.end(Construct::UnsetNestLock);
  });
}

}  // namespace

bool enter_lock_test(bool tests) { return std::exchange(tests_lock, tests); }

void set_lock_callbacks(ompt_set_callback_t set) {
  set_callback(set, ompt_callback_mutex_acquire, on_acquire);
  set_callback(set, ompt_callback_mutex_acquired, on_acquired);
  set_callback(set, ompt_callback_mutex_released, on_released);
  set_callback(set, ompt_callback_nest_lock, on_nest_lock);
}

}  // namespace lull::recorder::openmp
