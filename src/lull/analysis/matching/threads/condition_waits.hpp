// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Which call woke which thread, by condition variables of one process. A signal wakes one of those
// that wait then, the first to return; a broadcast all. Where the trace does not tell conditions
// apart, all of one mutex are one: a signal is about the mutexes that its thread holds and that
// anybody has waited with, or if there are none about all. Memory: the threads that wait, as many
// signals and broadcasts, the mutexes that are held, and of each that anybody has waited with its
// number. Cost: a signal looks at the threads that wait, whatever releases are lost.
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
  // In the order of the process. What concerns mutexes of Pthreads:
  void acquire(const LockOperation& operation);
  void release(const LockOperation& operation);
  // A signal or a broadcast.
  void wake(const LockOperation& operation);
  // The thread has returned: the call that woke it, if there was one. It may have been woken only
  // before it had its mutex again.
  [[nodiscard]] std::optional<CallInstance> take_waker(const LockOperation& operation);

 private:
  struct Key {
    bool is_condition = false;
    std::uint64_t number = 0;  // of the condition, or the mutex
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  struct Waiter {
    LocationId location;
    std::uint64_t first = 0;                // the first call that it can have been woken by,
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
    std::uint64_t next = 0;  // number of a waker

    void wake(const LockOperation& operation);
    void forget_useless();
  };
  // Mutexes that a thread has acquired, as often as it has to release them.
  struct Held {
    std::unordered_map<std::uint32_t, std::uint32_t> mutexes;
    std::size_t waited_with = 0;  // of them, those that anybody has waited with
  };

  void note_mutex(std::uint32_t mutex);
  static Key key_of(const LockOperation& operation) {
    return operation.knows_condition ? Key{true, operation.condition} : Key{false, operation.lock};
  }

  std::map<Key, Condition> conditions_;  // that anybody waits for
  std::map<LocationId, Key> waits_;      // of the threads that wait
  std::map<LocationId, Held> held_;
  std::unordered_set<std::uint32_t> waited_with_;  // mutexes, where they stand for conditions
};

}  // namespace lull::analysis
