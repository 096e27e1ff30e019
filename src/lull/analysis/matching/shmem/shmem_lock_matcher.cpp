// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// OpenSHMEM locks: a PE that acquires one waited for the last other PE that held it. Works in time
// order; an acquisition waits here for a release that is not known yet.
#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lull/analysis/events/shmem_events.hpp"
#include "lull/analysis/matching/matcher.hpp"

namespace lull::analysis {
namespace {

// The last time that a PE held a lock.
struct LockHold {
  bool is_over = false;
  CallInstance release;
  std::vector<ShmemLockOperation> waiting;  // for the release
};

struct ShmemLock {
  std::map<ProcessId, LockHold> holds;
  ProcessId last;    // the last PE to acquire it
  ProcessId before;  // the last other PE
};

struct ShmemLockKey {
  WindowId window;
  std::uint64_t lock;
  friend bool operator==(const ShmemLockKey&, const ShmemLockKey&) = default;
  struct Hash {
    std::size_t operator()(const ShmemLockKey& key) const {
      return (key.lock ^ key.window.value) * 0x9E3779B97F4A7C15ull;
    }
  };
};

class ShmemLockMatcher final : public Matcher {
 public:
  explicit ShmemLockMatcher(Bus& bus) : bus_(bus) {}

  [[nodiscard]] OperationTypes takes() const override { return types_of<ShmemLockOperation>(); }
  [[nodiscard]] std::vector<const EventType*> publishes() const override {
    return {event_type<ShmemLockHandover>()};
  }
  void take(Mails mails) override {
    for_each_operation<ShmemLockOperation>(
        mails, [this](const ShmemLockOperation& operation) { operations_.push_back(operation); });
  }
  void end_slice(Timestamp posted) override {
    const auto later =
        std::stable_partition(operations_.begin(), operations_.end(),
                              [posted](const auto& operation) { return operation.time < posted; });
    settle(static_cast<std::size_t>(later - operations_.begin()));
  }
  // The release of a hold older than two checkpoints is probably missing.
  void checkpoint(const Checkpoint& checkpoint) override {
    for (auto& [key, lock] : locks_)
      for (auto& [process, hold] : lock.holds)
        endless_ += std::erase_if(hold.waiting, [&checkpoint](const auto& operation) {
          return operation.time < checkpoint.previous;
        });
  }
  void finish() override {
    settle(operations_.size());
    for (const auto& [key, lock] : locks_)
      for (const auto& [process, hold] : lock.holds) endless_ += hold.waiting.size();
  }
  void add_to(MatchingNotes& notes) const override {
    if (endless_ > 0)
      notes.remarks[{"OpenSHMEM lock was acquired before its holder released it.",
                     "OpenSHMEM locks were acquired before their holders released them."}] +=
          endless_;
    if (unheld_ > 0)
      notes.remarks[{"OpenSHMEM lock was released by a PE that did not hold it.",
                     "OpenSHMEM locks were released by PEs that did not hold them."}] += unheld_;
  }

 private:
  // Handles the first `count` operations in time order.
  void settle(std::size_t count) {
    const auto end = operations_.begin() + static_cast<std::ptrdiff_t>(count);
    std::stable_sort(operations_.begin(), end, [](const auto& a, const auto& b) {
      return std::tuple(a.time, a.process) < std::tuple(b.time, b.process);
    });
    std::for_each(operations_.begin(), end, [this](const ShmemLockOperation& operation) {
      ShmemLock& lock = locks_[{operation.window, operation.lock}];
      operation.acquires ? acquire(lock, operation) : release(lock, operation);
    });
    operations_.erase(operations_.begin(), end);
  }
  void acquire(ShmemLock& lock, const ShmemLockOperation& operation) {
    if (lock.last != operation.process) lock.before = std::exchange(lock.last, operation.process);
    LockHold& own = lock.holds[operation.process];
    endless_ += own.waiting.size();
    own = {};
    if (!lock.before.defined()) return;
    LockHold& before = lock.holds[lock.before];
    if (before.is_over)
      publish(operation, before.release);
    else
      before.waiting.push_back(operation);
  }
  void release(ShmemLock& lock, const ShmemLockOperation& operation) {
    const auto hold = lock.holds.find(operation.process);
    if (hold == lock.holds.end() || hold->second.is_over) {
      ++unheld_;
      return;
    }
    hold->second.is_over = true;
    hold->second.release = operation.call;
    for (const ShmemLockOperation& waiting : hold->second.waiting) publish(waiting, operation.call);
    hold->second.waiting.clear();
  }
  void publish(const ShmemLockOperation& operation, const CallInstance& release) {
    if (operation.waits)
      bus_.publish(ShmemLockHandover{operation.window, operation.lock, operation.process,
                                     operation.call, release});
  }

  Bus& bus_;
  std::vector<ShmemLockOperation> operations_;  // from this slice and later ones
  std::unordered_map<ShmemLockKey, ShmemLock, ShmemLockKey::Hash> locks_;
  std::uint64_t endless_ = 0;
  std::uint64_t unheld_ = 0;
};

}  // namespace

std::unique_ptr<Matcher> match_shmem_locks(const MatcherPlace& place) {
  return std::make_unique<ShmemLockMatcher>(place.bus);
}

}  // namespace lull::analysis
