// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Mutexes, read-write and spin locks, with their holders. Condition variables and barriers, with
// their identity.
// Longer than other files: one function for each of the many Pthreads functions.
#include "lull/recorder/measurement/locks.hpp"

#include <pthread.h>

#include <array>
#include <cerrno>
#include <optional>

#include "lull/recorder/files/event_attributes.hpp"
#include "lull/recorder/pthread/function.hpp"
#include "lull/recorder/system/undisturbed.hpp"

namespace lull::recorder::pthread {
namespace {

// Returns the lock of a mutex, or of any other numbered object.
Lock& lock_of(const volatile void* object) {
  thread_local KnownLocks known [[gnu::tls_model("initial-exec")]];
  return known.of(reinterpret_cast<std::uintptr_t>(object));
}

bool is_held_by(const Location& location, const Lock& lock) {
  return lock.depth > 0 && lock.holder.load(std::memory_order_relaxed) == location.number();
}

// A lock held by another thread was released without an event, by a thread that died. Holders are
// tracked even while the recording is off.
void acquired(Location& location, Lock& lock) {
  if (!is_held_by(location, lock)) lock.depth = 0;
  if (lock.depth++ > 0) return;
  lock.holder.store(location.number(), std::memory_order_relaxed);
  lock.recorded = Measurement::instance().running();
  if (!lock.recorded) return;
  const std::uint32_t order = lock.acquisitions.fetch_add(1, std::memory_order_relaxed) + 1;
  OTF2_EvtWriter_ThreadAcquireLock(location.writer(), nullptr, location.look_at_clock(),
                                   OTF2_PARADIGM_PTHREAD, lock.number, order);
}

// Called while it is still held, even while the recording is off: a lock acquired in the trace must
// be released there. The release of one that was locked before the recording began, or while it was
// off, is not recorded.
void release(Location& location, const Lock& lock, std::uint32_t order) {
  OTF2_EvtWriter_ThreadReleaseLock(location.writer(), nullptr, location.look_at_clock(),
                                   OTF2_PARADIGM_PTHREAD, lock.number, order);
}
void release(Location& location, const Lock& lock) {
  if (lock.recorded) release(location, lock, lock.acquisitions.load(std::memory_order_relaxed));
}

// Looks the lock up before the call: afterwards there may be no memory for it, and the library that
// reports that may hold this very mutex.
template <class Signature, class Call>
int lock(Function<Signature>& function, const void* caller, pthread_mutex_t* mutex, Call call) {
  if (!is_active() || !is_mutex_recorded(caller)) return call();
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
  if (!is_active() || !is_mutex_recorded(caller)) return call();
  Lock* of_other = nullptr;
  bool recorded = false;
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
    recorded = known.recorded;
    holder = known.holder.load(std::memory_order_relaxed);
    order = known.acquisitions.load(std::memory_order_relaxed);
  };
  const auto after = [&](Location& location, int result) {
    if (of_other == nullptr || result != 0) return;
    if (of_other->holder.load(std::memory_order_relaxed) == holder) of_other->depth = 0;
    if (recorded) release(location, *of_other, order);
  };
  return record(function, caller, before, call, after);
}

constexpr auto kNothingOfResult = [](Location&, int) -> OTF2_AttributeList* { return nullptr; };

auto about_condition(const pthread_cond_t* condition) {
  return [condition](Location& location) {
    OTF2_AttributeList* const list = location.attributes();
    add_attribute(list, EventAttribute::Condition, lock_of(condition).number);
    return list;
  };
}

// Waiting releases the mutex, and reacquires it.
template <class Signature, class Call>
int wait(Function<Signature>& function, const void* caller, const pthread_cond_t* condition,
         pthread_mutex_t* mutex, Call call) {
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
  const auto about_result = [](Location& location, int result) {
    OTF2_AttributeList* const list = location.attributes();
    add_attribute(list, EventAttribute::Result, static_cast<std::uint64_t>(result));
    return list;
  };
  return record(function, caller, about_condition(condition), give_up, call, get_back,
                about_result);
}

int signal(Function<int(pthread_cond_t*)>& function, const void* caller,
           pthread_cond_t* condition) {
  return record(
      function, caller, about_condition(condition), kNothingBefore,
      [&] { return function(condition); }, kNothingAfter, kNothingOfResult);
}

// The number of threads that a barrier waits for is stored as its number of acquisitions. It is
// unknown if the barrier was initialised before the recording began, or by unrecorded code.
int initialize(Function<int(pthread_barrier_t*, const pthread_barrierattr_t*, unsigned)>& function,
               pthread_barrier_t* barrier, const pthread_barrierattr_t* attributes,
               unsigned count) {
  const int result = function(barrier, attributes, count);
  if (result != 0 || !is_active()) return result;
  const Undisturbed undisturbed;
  guarded([&] { lock_of(barrier).acquisitions.store(count, std::memory_order_relaxed); });
  return result;
}

int wait_at(Function<int(pthread_barrier_t*)>& function, const void* caller,
            pthread_barrier_t* barrier) {
  const auto about = [=](Location& location) -> OTF2_AttributeList* {
    const Lock& known = lock_of(barrier);
    const std::uint32_t count = known.acquisitions.load(std::memory_order_relaxed);
    if (count == 0) return nullptr;
    OTF2_AttributeList* const list = location.attributes();
    add_attribute(list, EventAttribute::Barrier, known.number);
    add_attribute(list, EventAttribute::BarrierCount, count);
    return list;
  };
  return record(
      function, caller, about, kNothingBefore, [&] { return function(barrier); }, kNothingAfter,
      kNothingOfResult);
}

enum class Mode : std::uint8_t { Exclusive, Shared };

constexpr std::uint32_t kNotRecorded = 0;  // order of a lock acquired while the recording was off

// The read-write and spin locks that a thread holds; further ones are not recorded. Has no
// destructor: threads use locks until their very end.
struct HeldLocks {
  struct Held {
    const Lock* lock;
    std::uint32_t order;
    Mode mode;
  };
  std::array<Held, 32> held;
  std::size_t count;

  // Removes the last acquisition of that lock, if any.
  std::optional<Held> take(const Lock& lock) {
    for (std::size_t i = count; i-- > 0;) {
      if (held[i].lock != &lock) continue;
      const Held found = held[i];
      for (--count; i < count; ++i) held[i] = held[i + 1];
      return found;
    }
    return std::nullopt;
  }
};
thread_local HeldLocks held_locks [[gnu::tls_model("initial-exec")]];

OTF2_AttributeList* about_mode(Location& location, Mode mode) {
  OTF2_AttributeList* const list = location.attributes();
  add_attribute(list, EventAttribute::Mode, mode == Mode::Shared ? 1 : 0);
  return list;
}

template <class Signature, class Call>
int lock_in_mode(Function<Signature>& function, const void* caller, const volatile void* object,
                 Mode mode, Call call) {
  Lock* known = nullptr;
  return record(
      function, caller, [&](Location&) { known = &lock_of(object); }, call,
      [&](Location& location, int result) {
        HeldLocks& mine = held_locks;
        if (known == nullptr || result != 0 || mine.count == mine.held.size()) return;
        if (!Measurement::instance().running()) {
          mine.held[mine.count++] = {known, kNotRecorded, mode};
          return;
        }
        const std::uint32_t order = known->acquisitions.fetch_add(1, std::memory_order_relaxed) + 1;
        mine.held[mine.count++] = {known, order, mode};
        OTF2_EvtWriter_ThreadAcquireLock(location.writer(), about_mode(location, mode),
                                         location.look_at_clock(), OTF2_PARADIGM_PTHREAD,
                                         known->number, order);
      });
}

// Called while it is still held.
template <class Signature, class Call>
int unlock_in_mode(Function<Signature>& function, const void* caller, const volatile void* object,
                   Call call) {
  const auto give_up = [=](Location& location) {
    const Lock& known = lock_of(object);
    const auto held = held_locks.take(known);
    if (!held || held->order == kNotRecorded) return;
    OTF2_EvtWriter_ThreadReleaseLock(location.writer(), about_mode(location, held->mode),
                                     location.look_at_clock(), OTF2_PARADIGM_PTHREAD, known.number,
                                     held->order);
  };
  return record(function, caller, give_up, call, kNothingAfter);
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
constinit Function<int(pthread_barrier_t*, const pthread_barrierattr_t*, unsigned)> barrier_init{
    "pthread_barrier_init"};
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
constinit Function<int(pthread_spinlock_t*)> spin_lock{"pthread_spin_lock"};
constinit Function<int(pthread_spinlock_t*)> spin_trylock{"pthread_spin_trylock"};
constinit Function<int(pthread_spinlock_t*)> spin_unlock{"pthread_spin_unlock"};

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
  return own::wait(own::cond_wait, __builtin_return_address(0), condition, mutex,
                   [=] { return own::cond_wait(condition, mutex); });
}

int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                           const timespec* until) {
  return own::wait(own::cond_timedwait, __builtin_return_address(0), condition, mutex,
                   [=] { return own::cond_timedwait(condition, mutex, until); });
}

int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                           const timespec* until) {
  return own::wait(own::cond_clockwait, __builtin_return_address(0), condition, mutex,
                   [=] { return own::cond_clockwait(condition, mutex, clock, until); });
}

int pthread_cond_signal(pthread_cond_t* condition) noexcept {
  return own::signal(own::cond_signal, __builtin_return_address(0), condition);
}

int pthread_cond_broadcast(pthread_cond_t* condition) noexcept {
  return own::signal(own::cond_broadcast, __builtin_return_address(0), condition);
}

int pthread_barrier_wait(pthread_barrier_t* barrier) noexcept {
  return own::wait_at(own::barrier_wait, __builtin_return_address(0), barrier);
}

int pthread_rwlock_rdlock(pthread_rwlock_t* lock) noexcept {
  return own::lock_in_mode(own::rwlock_rdlock, __builtin_return_address(0), lock, own::Mode::Shared,
                           [=] { return own::rwlock_rdlock(lock); });
}

int pthread_rwlock_wrlock(pthread_rwlock_t* lock) noexcept {
  return own::lock_in_mode(own::rwlock_wrlock, __builtin_return_address(0), lock,
                           own::Mode::Exclusive, [=] { return own::rwlock_wrlock(lock); });
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t* lock) noexcept {
  return own::lock_in_mode(own::rwlock_tryrdlock, __builtin_return_address(0), lock,
                           own::Mode::Shared, [=] { return own::rwlock_tryrdlock(lock); });
}

int pthread_rwlock_trywrlock(pthread_rwlock_t* lock) noexcept {
  return own::lock_in_mode(own::rwlock_trywrlock, __builtin_return_address(0), lock,
                           own::Mode::Exclusive, [=] { return own::rwlock_trywrlock(lock); });
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t* lock, const timespec* until) noexcept {
  return own::lock_in_mode(own::rwlock_timedrdlock, __builtin_return_address(0), lock,
                           own::Mode::Shared, [=] { return own::rwlock_timedrdlock(lock, until); });
}

int pthread_rwlock_clockrdlock(pthread_rwlock_t* lock, clockid_t clock,
                               const timespec* until) noexcept {
  return own::lock_in_mode(own::rwlock_clockrdlock, __builtin_return_address(0), lock,
                           own::Mode::Shared,
                           [=] { return own::rwlock_clockrdlock(lock, clock, until); });
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t* lock, const timespec* until) noexcept {
  return own::lock_in_mode(own::rwlock_timedwrlock, __builtin_return_address(0), lock,
                           own::Mode::Exclusive,
                           [=] { return own::rwlock_timedwrlock(lock, until); });
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t* lock, clockid_t clock,
                               const timespec* until) noexcept {
  return own::lock_in_mode(own::rwlock_clockwrlock, __builtin_return_address(0), lock,
                           own::Mode::Exclusive,
                           [=] { return own::rwlock_clockwrlock(lock, clock, until); });
}

int pthread_rwlock_unlock(pthread_rwlock_t* lock) noexcept {
  return own::unlock_in_mode(own::rwlock_unlock, __builtin_return_address(0), lock,
                             [=] { return own::rwlock_unlock(lock); });
}

int pthread_barrier_init(pthread_barrier_t* barrier, const pthread_barrierattr_t* attributes,
                         unsigned count) noexcept {
  return own::initialize(own::barrier_init, barrier, attributes, count);
}

int pthread_spin_lock(pthread_spinlock_t* lock) noexcept {
  return own::lock_in_mode(own::spin_lock, __builtin_return_address(0), lock, own::Mode::Exclusive,
                           [=] { return own::spin_lock(lock); });
}

int pthread_spin_trylock(pthread_spinlock_t* lock) noexcept {
  return own::lock_in_mode(own::spin_trylock, __builtin_return_address(0), lock,
                           own::Mode::Exclusive, [=] { return own::spin_trylock(lock); });
}

int pthread_spin_unlock(pthread_spinlock_t* lock) noexcept {
  return own::unlock_in_mode(own::spin_unlock, __builtin_return_address(0), lock,
                             [=] { return own::spin_unlock(lock); });
}

}  // extern "C"
