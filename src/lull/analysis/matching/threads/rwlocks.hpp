// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Read-write and spin locks: determines which holder excluded which other thread. For each lock
// only the last releases count, one exclusive and one shared.
#pragma once

#include <map>
#include <unordered_map>

#include "lull/analysis/events/thread_operations.hpp"
#include "lull/analysis/matching/matcher.hpp"

namespace lull::analysis {

class Rwlocks {
 public:
  // Returns whether the operation concerns such a lock. Call in the order of the process's
  // operations.
  bool take(const LockOperation& operation, Bus& bus) {
    if (!is_rwlock_call(operation.kind)) return false;
    State& lock = locks_[std::uint64_t{operation.process.value} << 32 | operation.lock];
    if (operation.action == LockOperation::Action::Acquire)
      acquire(lock, operation, bus);
    else
      release(lock, operation);
    return true;
  }
  void checkpoint(const Checkpoint& checkpoint) {
    std::erase_if(locks_, [&checkpoint](const auto& entry) {
      const State& lock = entry.second;
      return lock.holders.empty() && lock.exclusive.time < checkpoint.previous &&
             lock.shared.time < checkpoint.previous;
    });
  }

 private:
  static constexpr std::size_t kHolders = 1024;  // limit for holders without a known release

  struct State {
    std::map<std::uint32_t, bool> holders;  // by order: whether they share it
    LockOperation exclusive, shared;        // the last releases
  };

  static bool shares(CallKind kind) {
    return kind == CallKind::PthreadSharedLock || kind == CallKind::PthreadSharedTest;
  }
  static void acquire(State& lock, const LockOperation& operation, Bus& bus) {
    const bool shared = shares(operation.kind);
    const bool readers_last = !shared && lock.exclusive.time < lock.shared.time;
    const LockOperation& before = readers_last ? lock.shared : lock.exclusive;
    const bool waits = operation.kind == CallKind::PthreadSharedLock ||
                       operation.kind == CallKind::PthreadExclusiveLock;
    if (waits && before.time > operation.since) bus.publish(RwlockHandover{before, operation});
    if (lock.holders.size() == kHolders) lock.holders.erase(lock.holders.begin());
    lock.holders[operation.order] = shared;
  }
  static void release(State& lock, const LockOperation& operation) {
    const auto holder = lock.holders.find(operation.order);
    if (holder == lock.holders.end()) return;
    LockOperation& last = holder->second ? lock.shared : lock.exclusive;
    if (last.time <= operation.time) last = operation;
    lock.holders.erase(holder);
  }

  std::unordered_map<std::uint64_t, State> locks_;  // by process and lock
};

}  // namespace lull::analysis
