// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The program's own threads: a process creates some, which use mutexes, conditions, read-write
// locks and barriers, and joins them.
#include <fmt/format.h>

#include "support/random/random_program.hpp"

namespace lull::support {
namespace {

constexpr std::uint32_t kMutexes = 100;  // after the numbers of other locks
constexpr std::uint32_t kRwlocks = 200;

}  // namespace

void RandomProgram::attach(
    LocationId location, std::initializer_list<std::pair<const char*, std::uint64_t>> attributes) {
  AttributeList list;
  for (const auto& [name, number] : attributes) {
    Value value;
    value.kind = ValueKind::Unsigned;
    value.as_unsigned = number;
    list.emplace_back(builder_.attribute(name), value);
  }
  trace_.events[location.index()].back().attributes = trace_.store(std::move(list));
}

// `free`: when the lock becomes available to this thread.
void RandomProgram::acquire(LocationId thread, std::uint32_t lock, Ticks free) {
  const auto process =
      static_cast<Rank>(trace_.definitions_table.locations[thread.index()].process.index());
  wait_until(thread, free);
  spend(thread);
  const std::uint32_t order = ++acquisitions_[{process, lock}];
  orders_[{thread, lock}] = order;
  emit(thread, ThreadAcquireLock{Paradigm::Pthread, lock, order});
}

void RandomProgram::release(LocationId thread, std::uint32_t lock) {
  spend(thread);
  emit(thread, ThreadReleaseLock{Paradigm::Pthread, lock, orders_[{thread, lock}]});
}

void RandomProgram::mutex_round(const Threads& threads) {
  const auto mutex = kMutexes + static_cast<std::uint32_t>(below(2));
  static constexpr std::array<std::string_view, 4> kCalls{
      "pthread_mutex_lock", "pthread_mutex_lock", "pthread_mutex_timedlock",
      "pthread_mutex_trylock"};
  for (const LocationId thread : threads) {
    clock(thread).now += below(60);
    enter(thread, any_of(kCalls));
  }
  Threads queue = threads;
  std::ranges::shuffle(queue, random_);
  for (const LocationId thread : queue) {
    acquire(thread, mutex, free_[mutex]);
    leave(thread);
    if (chance(15)) {  // again
      emit(thread, ThreadAcquireLock{Paradigm::Pthread, mutex, orders_[{thread, mutex}]});
      clock(thread).now += below(10);
      release(thread, mutex);
    }
    clock(thread).now += below(40);
    enter(thread, "pthread_mutex_unlock");
    release(thread, mutex);
    free_[mutex] = clock(thread).now;
    leave(thread);
  }
}

// Some threads wait, others signal, with and without the mutex; those not signalled return anyway.
void RandomProgram::condition_round(const Threads& threads) {
  const auto mutex = kMutexes + static_cast<std::uint32_t>(below(2));
  const std::uint64_t condition = below(2);
  const bool recorded = chance(60);
  Threads waiting;
  for (const LocationId thread : threads) {
    if (chance(40)) {
      enter(thread, "pthread_mutex_lock");
      acquire(thread, mutex, free_[mutex]);
      leave(thread);
      enter(thread, "pthread_cond_wait");
      if (recorded) attach(thread, {{"condition", condition}});
      release(thread, mutex);
      free_[mutex] = clock(thread).now;
      waiting.push_back(thread);
    } else if (chance(70)) {
      clock(thread).now += below(40);
      signal(thread, mutex, condition, recorded);
    }
  }
  std::ranges::shuffle(waiting, random_);
  for (const LocationId thread : waiting) {
    clock(thread).now += below(60);
    acquire(thread, mutex, free_[mutex]);
    leave(thread);
    if (recorded && chance(50)) attach(thread, {{"result", chance(30) ? 110u : 0u}});
    clock(thread).now += below(10);
    enter(thread, "pthread_mutex_unlock");
    release(thread, mutex);
    free_[mutex] = clock(thread).now;
    leave(thread);
  }
}

void RandomProgram::signal(LocationId thread, std::uint32_t mutex, std::uint64_t condition,
                           bool recorded) {
  const bool locks = chance(50);
  if (locks) {
    enter(thread, "pthread_mutex_lock");
    acquire(thread, mutex, free_[mutex]);
    leave(thread);
  }
  for (std::uint64_t times = 1 + below(2); times-- > 0;) {
    enter(thread, chance(70) ? "pthread_cond_signal" : "pthread_cond_broadcast");
    if (recorded) attach(thread, {{"condition", condition}});
    leave(thread);
  }
  if (!locks) return;
  enter(thread, "pthread_mutex_unlock");
  release(thread, mutex);
  free_[mutex] = clock(thread).now;
  leave(thread);
}

void RandomProgram::rwlock_round(const Threads& threads) {
  Ticks written = 0;
  Ticks read = 0;
  for (const LocationId thread : threads) {
    const bool reads = chance(60);
    const bool tests = chance(10);
    clock(thread).now += below(40);
    enter(thread, fmt::format("pthread_rwlock_{}{}lock", tests ? "try" : "", reads ? "rd" : "wr"));
    acquire(thread, kRwlocks, reads ? written : std::max(written, read));
    leave(thread);
    clock(thread).now += below(60);
    enter(thread, "pthread_rwlock_unlock");
    release(thread, kRwlocks);
    (reads ? read : written) = std::max(reads ? read : written, clock(thread).now);
    leave(thread);
  }
}

void RandomProgram::barrier_round(const Threads& threads) {
  const std::uint64_t barrier = below(2);
  Ticks last = 0;
  for (const LocationId thread : threads) {
    clock(thread).now += below(60);
    enter(thread, "pthread_barrier_wait");
    if (chance(95)) attach(thread, {{"barrier", barrier}, {"barrier count", threads.size()}});
    last = std::max(last, clock(thread).now);
  }
  for (const LocationId thread : threads) {
    wait_until(thread, last);
    leave(thread);
  }
}

void RandomProgram::own_threads(Rank rank) {
  Threads threads = trace_.definitions_table.processes[rank].locations;
  threads.resize(threads_[rank]);
  const Ticks created = clock(threads.front()).now;
  const std::uint64_t first = created_threads_;
  for (std::size_t i = 1; i < threads.size(); ++i) {
    wait_until(threads[i], created);
    spend(threads[i]);
    emit(threads[i], ThreadBegin{builder_.team(rank), first + i});
    enter(threads[i], "routine");
  }
  for (std::uint64_t rounds = below(5); rounds-- > 0;) {
    switch (below(4)) {
      case 0:
        mutex_round(threads);
        break;
      case 1:
        condition_round(threads);
        break;
      case 2:
        rwlock_round(threads);
        break;
      default:
        barrier_round(threads);
    }
  }
  for (std::size_t i = 1; i < threads.size(); ++i) {
    clock(threads[i]).now += below(80);
    leave(threads[i]);
    emit(threads[i], ThreadEnd{builder_.team(rank), first + i});
    enter(threads.front(), chance(90) ? "pthread_join" : "pthread_tryjoin_np");
    wait_until(threads.front(), clock(threads[i]).now);
    spend(threads.front());
    emit(threads.front(), ThreadWait{builder_.team(rank), first + i});
    leave(threads.front());
  }
  created_threads_ += threads.size();
}

}  // namespace lull::support
