// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Critical sections, locks and atomic constructs. A lock's release is recorded before it happens:
// so the next acquisition is later.
#include "lull/recorder/openmp/gomp/calls.hpp"
#include "lull/recorder/openmp/held_locks.hpp"

namespace lull::recorder::openmp::gomp {
namespace {

// All critical sections without a name share one lock.
char unnamed_critical_section;

// While the recording is off, held locks are tracked without writing events.
bool is_off() { return Measurement::instance().paused(); }

Word acquire_while_off(const Call& call, Word lock) {
  const Word result = call.original(call.words);
  record([=](Thread& thread) { acquire_lock(thread, lock); }, Recording::EvenPaused{});
  return result;
}

Word release_while_off(const Call& call, Word lock) {
  record([=](Thread& thread) { release_lock(thread, lock); }, Recording::EvenPaused{});
  return call.original(call.words);
}

Word enter_critical(const Call& call) {
  const bool named = call.entry == Entry::GOMP_critical_name_start;
  const Word lock = named ? call.words.of[0] : reinterpret_cast<Word>(&unnamed_critical_section);
  if (is_off()) return acquire_while_off(call, lock);
  const void* begun_at = nullptr;
  return record_call(
      call,
      [&](Thread& thread, const void* place) {
        thread.begin(Construct::Critical, begun_at = place);
      },
      [&](Thread& thread, Word) {
        acquire_lock(thread, lock);
        thread.begin(Construct::CriticalBlock, begun_at);
      });
}

Word leave_critical(const Call& call) {
  const bool named = call.entry == Entry::GOMP_critical_name_end;
  const Word lock = named ? call.words.of[0] : reinterpret_cast<Word>(&unnamed_critical_section);
  if (is_off()) {
    record(
        [=](Thread& thread) {
          const bool recorded = holds_recorded(thread, lock);
          if (recorded) thread.end(Construct::CriticalBlock);
          release_lock(thread, lock);
          if (recorded) thread.end(Construct::Critical);
        },
        Recording::EvenPaused{});
    return call.original(call.words);
  }
  return record_call(
      call,
      [=](Thread& thread, const void*) {
        thread.end(Construct::CriticalBlock);
        release_lock(thread, lock);
      },
      [](Thread& thread, Word) { thread.end(Construct::Critical); });
}

Word enter_atomic(const Call& call) {
  return record_call(
      call, [](Thread& thread, const void* place) { thread.begin(Construct::Atomic, place); },
      kNothingAfter);
}

Word leave_atomic(const Call& call) {
  return record_call(call, kNothingBefore,
                     [](Thread& thread, Word) { thread.end(Construct::Atomic); });
}

template <Construct function>
Word set_lock(const Call& call) {
  if (is_off()) return acquire_while_off(call, call.words.of[0]);
  return record_call(
      call, [](Thread& thread, const void* place) { thread.begin(function, place); },
      [&](Thread& thread, Word) {
        acquire_lock(thread, call.words.of[0]);
        thread.end(function);
      });
}

template <Construct function>
Word unset_lock(const Call& call) {
  if (is_off()) return release_while_off(call, call.words.of[0]);
  return record_call(
      call,
      [&](Thread& thread, const void* place) {
        thread.begin(function, place);
        release_lock(thread, call.words.of[0]);
      },
      [](Thread& thread, Word) { thread.end(function); });
}

// A failed test is not recorded: programs retry many times.
template <Construct function>
Word test_lock(const Call& call) {
  if (!call.original.recorded()) {
    const bool outer = enter_lock_test(true);
    const Word held = call.original(call.words);
    enter_lock_test(outer);
    return held;
  }
  if (is_off()) {
    const Word held = call.original(call.words);
    if (static_cast<int>(held) != 0)
      record([&](Thread& thread) { acquire_lock(thread, call.words.of[0]); },
             Recording::EvenPaused{});
    return held;
  }
  return record_call(call, kNothingBefore, [&](Thread& thread, Word held) {
    if (static_cast<int>(held) == 0) return;
    thread.begin(function, nullptr);
    acquire_lock(thread, call.words.of[0]);
    thread.end(function);
  });
}

}  // namespace
}  // namespace lull::recorder::openmp::gomp

namespace locks = lull::recorder::openmp::gomp;
using lull::recorder::openmp::Construct;

LULL_GOMP_FUNCTION(GOMP_critical_start, locks::enter_critical)
LULL_GOMP_FUNCTION(GOMP_critical_end, locks::leave_critical)
LULL_GOMP_FUNCTION(GOMP_critical_name_start, locks::enter_critical)
LULL_GOMP_FUNCTION(GOMP_critical_name_end, locks::leave_critical)
LULL_GOMP_FUNCTION(GOMP_atomic_start, locks::enter_atomic)
LULL_GOMP_FUNCTION(GOMP_atomic_end, locks::leave_atomic)
#define LULL_LOCK_FUNCTIONS(suffix)                                                            \
  LULL_GOMP_FUNCTION(omp_set_lock##suffix, locks::set_lock<Construct::SetLock>)                \
  LULL_GOMP_FUNCTION(omp_unset_lock##suffix, locks::unset_lock<Construct::UnsetLock>)          \
  LULL_RUNTIME_FUNCTION(omp_test_lock##suffix, locks::test_lock<Construct::TestLock>, )        \
  LULL_GOMP_FUNCTION(omp_set_nest_lock##suffix, locks::set_lock<Construct::SetNestLock>)       \
  LULL_GOMP_FUNCTION(omp_unset_nest_lock##suffix, locks::unset_lock<Construct::UnsetNestLock>) \
  LULL_RUNTIME_FUNCTION(omp_test_nest_lock##suffix, locks::test_lock<Construct::TestNestLock>, )
LULL_LOCK_FUNCTIONS()
LULL_LOCK_FUNCTIONS(_)
