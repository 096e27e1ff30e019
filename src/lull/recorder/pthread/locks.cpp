// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Mutexes and condition variables: who holds a lock is in the trace. Barriers and read-write locks:
// their calls are.
#include "lull/recorder/measurement/locks.hpp"

#include <pthread.h>

#include <cerrno>

#include "lull/recorder/pthread/function.hpp"

namespace lull::recorder::pthread {
namespace {

Lock& lock_of(const pthread_mutex_t* mutex) {
  thread_local KnownLocks known [[gnu::tls_model("initial-exec")]];
  return known.of(reinterpret_cast<std::uintptr_t>(mutex));
}

bool is_held_by(const Location& location, const Lock& lock) {
  return lock.depth > 0 && lock.holder.load(std::memory_order_relaxed) == location.number();
}

// What another thread has locked was given up without a release in the trace: by one that died, or
// while nothing was recorded.
void acquired(Location& location, Lock& lock) {
  if (!is_held_by(location, lock)) lock.depth = 0;
  if (lock.depth++ > 0) return;
  lock.holder.store(location.number(), std::memory_order_relaxed);
  const std::uint32_t order = lock.acquisitions.fetch_add(1, std::memory_order_relaxed) + 1;
  OTF2_EvtWriter_ThreadAcquireLock(location.writer(), nullptr, location.look_at_clock(),
                                   OTF2_PARADIGM_PTHREAD, lock.number, order);
}

// While it is still held. What was locked before the recording began is not released in it.
void release(Location& location, const Lock& lock, std::uint32_t order) {
  OTF2_EvtWriter_ThreadReleaseLock(location.writer(), nullptr, location.look_at_clock(),
                                   OTF2_PARADIGM_PTHREAD, lock.number, order);
}
void release(Location& location, const Lock& lock) {
  release(location, lock, lock.acquisitions.load(std::memory_order_relaxed));
}

// The lock is looked up in front of the call: afterwards there may be no memory for it, and the
// library that is to say so may hold this very mutex.
template <class Signature, class Call>
int lock(Function<Signature>& function, const void* caller, pthread_mutex_t* mutex, Call call) {
  if (!is_mutex_recorded(caller)) return call();
  Lock* known = nullptr;
  return record(
      function, caller, [&](Location&) { known = &lock_of(mutex); }, call,
      [&](Location& location, int result) {
        if (known == nullptr || (result != 0 && result != EOWNERDEAD)) return;
        if (result == EOWNERDEAD) known->depth = 0;
        acquired(location, *known);
      });
}

template <class Call>
int unlock(Function<int(pthread_mutex_t*)>& function, const void* caller, pthread_mutex_t* mutex,
           Call call) {
  if (!is_mutex_recorded(caller)) return call();
  Lock* of_other = nullptr;
  std::uint32_t holder = 0;
  std::uint32_t order = 0;
  const auto before = [&](Location& location) {
    Lock& known = lock_of(mutex);
    if (known.depth == 0) return;
    if (is_held_by(location, known)) {
      if (--known.depth == 0) release(location, known);
      return;
    }
    of_other = &known;
    holder = known.holder.load(std::memory_order_relaxed);
    order = known.acquisitions.load(std::memory_order_relaxed);
  };
  const auto after = [&](Location& location, int result) {
    if (of_other == nullptr || result != 0) return;
    if (of_other->holder.load(std::memory_order_relaxed) == holder) of_other->depth = 0;
    release(location, *of_other, order);
  };
  return record(function, caller, before, call, after);
}

// Waiting gives the mutex up, and gets it back.
template <class Signature, class Call>
int wait(Function<Signature>& function, const void* caller, pthread_mutex_t* mutex, Call call) {
  Lock* known = nullptr;
  std::uint32_t depth = 0;
  const auto give_up = [&](Location& location) {
    known = &lock_of(mutex);
    if (!is_held_by(location, *known)) return;
    depth = known->depth;
    release(location, *known);
    known->depth = 0;
  };
  const auto get_back = [&](Location& location, int) {
    if (known == nullptr) return;
    acquired(location, *known);
    if (depth > 0) known->depth = depth;
  };
  return record(function, caller, give_up, call, get_back);
}

template <class Signature, class Call>
int plain(Function<Signature>& function, const void* caller, Call call) {
  return record(function, caller, kNothingBefore, call, kNothingAfter);
}

constinit Function<int(pthread_mutex_t*)> mutex_lock{"pthread_mutex_lock"};
constinit Function<int(pthread_mutex_t*)> mutex_trylock{"pthread_mutex_trylock"};
constinit Function<int(pthread_mutex_t*, const timespec*)> mutex_timedlock{
    "pthread_mutex_timedlock"};
constinit Function<int(pthread_mutex_t*, clockid_t, const timespec*)> mutex_clocklock{
    "pthread_mutex_clocklock"};
constinit Function<int(pthread_mutex_t*)> mutex_unlock{"pthread_mutex_unlock"};
constinit Function<int(pthread_cond_t*, pthread_mutex_t*)> cond_wait{"pthread_cond_wait"};
constinit Function<int(pthread_cond_t*, pthread_mutex_t*, const timespec*)> cond_timedwait{
    "pthread_cond_timedwait"};
constinit Function<int(pthread_cond_t*, pthread_mutex_t*, clockid_t, const timespec*)>
    cond_clockwait{"pthread_cond_clockwait"};
constinit Function<int(pthread_cond_t*)> cond_signal{"pthread_cond_signal"};
constinit Function<int(pthread_cond_t*)> cond_broadcast{"pthread_cond_broadcast"};
constinit Function<int(pthread_barrier_t*)> barrier_wait{"pthread_barrier_wait"};
constinit Function<int(pthread_rwlock_t*)> rwlock_rdlock{"pthread_rwlock_rdlock"};
constinit Function<int(pthread_rwlock_t*)> rwlock_wrlock{"pthread_rwlock_wrlock"};
constinit Function<int(pthread_rwlock_t*)> rwlock_tryrdlock{"pthread_rwlock_tryrdlock"};
constinit Function<int(pthread_rwlock_t*)> rwlock_trywrlock{"pthread_rwlock_trywrlock"};
using TimedRwlock = int(pthread_rwlock_t*, const timespec*);
using ClockRwlock = int(pthread_rwlock_t*, clockid_t, const timespec*);
constinit Function<TimedRwlock> rwlock_timedrdlock{"pthread_rwlock_timedrdlock"};
constinit Function<TimedRwlock> rwlock_timedwrlock{"pthread_rwlock_timedwrlock"};
constinit Function<ClockRwlock> rwlock_clockrdlock{"pthread_rwlock_clockrdlock"};
constinit Function<ClockRwlock> rwlock_clockwrlock{"pthread_rwlock_clockwrlock"};
constinit Function<int(pthread_rwlock_t*)> rwlock_unlock{"pthread_rwlock_unlock"};

}  // namespace
}  // namespace lull::recorder::pthread

namespace own = lull::recorder::pthread;

extern "C" {

int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
  return own::lock(own::mutex_lock, __builtin_return_address(0), mutex,
                   [=] { return own::mutex_lock(mutex); });
}

int pthread_mutex_trylock(pthread_mutex_t* mutex) noexcept {
  return own::lock(own::mutex_trylock, __builtin_return_address(0), mutex,
                   [=] { return own::mutex_trylock(mutex); });
}

int pthread_mutex_timedlock(pthread_mutex_t* mutex, const timespec* until) noexcept {
  return own::lock(own::mutex_timedlock, __builtin_return_address(0), mutex,
                   [=] { return own::mutex_timedlock(mutex, until); });
}

int pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock,
                            const timespec* until) noexcept {
  return own::lock(own::mutex_clocklock, __builtin_return_address(0), mutex,
                   [=] { return own::mutex_clocklock(mutex, clock, until); });
}

int pthread_mutex_unlock(pthread_mutex_t* mutex) noexcept {
  return own::unlock(own::mutex_unlock, __builtin_return_address(0), mutex,
                     [=] { return own::mutex_unlock(mutex); });
}

int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  return own::wait(own::cond_wait, __builtin_return_address(0), mutex,
                   [=] { return own::cond_wait(condition, mutex); });
}

int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                           const timespec* until) {
  return own::wait(own::cond_timedwait, __builtin_return_address(0), mutex,
                   [=] { return own::cond_timedwait(condition, mutex, until); });
}

int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                           const timespec* until) {
  return own::wait(own::cond_clockwait, __builtin_return_address(0), mutex,
                   [=] { return own::cond_clockwait(condition, mutex, clock, until); });
}

int pthread_cond_signal(pthread_cond_t* condition) noexcept {
  return own::plain(own::cond_signal, __builtin_return_address(0),
                    [=] { return own::cond_signal(condition); });
}

int pthread_cond_broadcast(pthread_cond_t* condition) noexcept {
  return own::plain(own::cond_broadcast, __builtin_return_address(0),
                    [=] { return own::cond_broadcast(condition); });
}

int pthread_barrier_wait(pthread_barrier_t* barrier) noexcept {
  return own::plain(own::barrier_wait, __builtin_return_address(0),
                    [=] { return own::barrier_wait(barrier); });
}

int pthread_rwlock_rdlock(pthread_rwlock_t* lock) noexcept {
  return own::plain(own::rwlock_rdlock, __builtin_return_address(0),
                    [=] { return own::rwlock_rdlock(lock); });
}

int pthread_rwlock_wrlock(pthread_rwlock_t* lock) noexcept {
  return own::plain(own::rwlock_wrlock, __builtin_return_address(0),
                    [=] { return own::rwlock_wrlock(lock); });
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t* lock) noexcept {
  return own::plain(own::rwlock_tryrdlock, __builtin_return_address(0),
                    [=] { return own::rwlock_tryrdlock(lock); });
}

int pthread_rwlock_trywrlock(pthread_rwlock_t* lock) noexcept {
  return own::plain(own::rwlock_trywrlock, __builtin_return_address(0),
                    [=] { return own::rwlock_trywrlock(lock); });
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t* lock, const timespec* until) noexcept {
  return own::plain(own::rwlock_timedrdlock, __builtin_return_address(0),
                    [=] { return own::rwlock_timedrdlock(lock, until); });
}

int pthread_rwlock_clockrdlock(pthread_rwlock_t* lock, clockid_t clock,
                               const timespec* until) noexcept {
  return own::plain(own::rwlock_clockrdlock, __builtin_return_address(0),
                    [=] { return own::rwlock_clockrdlock(lock, clock, until); });
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t* lock, const timespec* until) noexcept {
  return own::plain(own::rwlock_timedwrlock, __builtin_return_address(0),
                    [=] { return own::rwlock_timedwrlock(lock, until); });
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t* lock, clockid_t clock,
                               const timespec* until) noexcept {
  return own::plain(own::rwlock_clockwrlock, __builtin_return_address(0),
                    [=] { return own::rwlock_clockwrlock(lock, clock, until); });
}

int pthread_rwlock_unlock(pthread_rwlock_t* lock) noexcept {
  return own::plain(own::rwlock_unlock, __builtin_return_address(0),
                    [=] { return own::rwlock_unlock(lock); });
}

}  // extern "C"
