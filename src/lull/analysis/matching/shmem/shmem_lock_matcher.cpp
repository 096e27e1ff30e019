// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Locks of OpenSHMEM: who acquires one had to wait for whoever held it last before, of the other
// PEs. In the order of time; whose release is not known yet is waited for.
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

// The last time that a PE had a lock.
struct LockHold {
  bool is_over = false;
  CallInstance release;
  std::vector<ShmemLockOperation> waiting;  // for the release
};

struct ShmemLock {
  std::map<ProcessId, LockHold> holds;
  ProcessId last;    // to acquire it
  ProcessId before;  // the last other one
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
  // A hold of two checkpoints is rather one whose release is lost.
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
      notes.remarks[{"lock of OpenSHMEM was acquired that its holder had not given up.",
                     "locks of OpenSHMEM were acquired that their holders had not given up."}] +=
          endless_;
    if (unheld_ > 0)
      notes.remarks[{"lock of OpenSHMEM was given up by a PE that did not hold it.",
                     "locks of OpenSHMEM were given up by PEs that did not hold them."}] += unheld_;
  }

 private:
  // The first so many, in the order of time.
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
  std::vector<ShmemLockOperation> operations_;  // of this slice, and what is later
  std::unordered_map<ShmemLockKey, ShmemLock, ShmemLockKey::Hash> locks_;
  std::uint64_t endless_ = 0;
  std::uint64_t unheld_ = 0;
};

}  // namespace

std::unique_ptr<Matcher> match_shmem_locks(const MatcherPlace& place) {
  return std::make_unique<ShmemLockMatcher>(place.bus);
}

}  // namespace lull::analysis
