// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Determines which call woke which thread through a condition variable, within one process. A
// signal wakes one of the threads waiting at that time, the first to return; a broadcast wakes all.
// If the trace does not distinguish conditions, all conditions of one mutex count as one: a signal
// concerns the mutexes that its thread holds and that were used in waits, or all if there are none.
// Memory: the waiting threads, as many signals and broadcasts, the held mutexes, and the number of
// each mutex that was used in a wait. Cost: a signal looks at the waiting threads, even if releases
// are lost.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "lull/analysis/events/operations.hpp"
#include "lull/analysis/events/thread_operations.hpp"

namespace lull::analysis {

class ConditionWaits {
 public:
  // Call these in the order of the process's events. Acquisitions and releases of Pthreads mutexes:
  void acquire(const LockOperation& operation);
  void release(const LockOperation& operation);
  // A signal or a broadcast.
  void wake(const LockOperation& operation);
  // The thread has returned: returns the call that woke it, if any. It can only have been woken
  // before it reacquired its mutex.
  [[nodiscard]] std::optional<CallInstance> take_waker(const LockOperation& operation);

 private:
  struct Key {
    bool is_condition = false;
    std::uint64_t number = 0;  // identifies the condition or the mutex
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  struct Waiter {
    LocationId location;
    std::uint64_t first = 0;                // the first call that can have woken it,
    std::uint64_t end = ~std::uint64_t{0};  // and the first that came too late
  };
  struct Waker {
    std::uint64_t number = 0;
    bool all = false;
    CallInstance call;
  };
  struct Condition {
    std::vector<Waiter> waiters;
    std::deque<Waker> wakers;
    std::uint64_t next = 0;  // number of the next waker

    void wake(const LockOperation& operation);
    void forget_useless();
  };
  // Mutexes that a thread has acquired, with the number of releases outstanding.
  struct Held {
    std::unordered_map<std::uint32_t, std::uint32_t> mutexes;
    std::size_t waited_with = 0;  // number of them used in waits
  };

  void note_mutex(std::uint32_t mutex);
  static Key key_of(const LockOperation& operation) {
    return operation.knows_condition ? Key{true, operation.condition} : Key{false, operation.lock};
  }

  std::map<Key, Condition> conditions_;  // with waiting threads
  std::map<LocationId, Key> waits_;      // indexed by waiting thread
  std::map<LocationId, Held> held_;
  std::unordered_set<std::uint32_t> waited_with_;  // mutexes, if they stand for conditions
};

}  // namespace lull::analysis
