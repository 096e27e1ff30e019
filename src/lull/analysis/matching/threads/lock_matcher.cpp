// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The n-th acquisition of a lock belongs to the release of the previous acquisition. Either may be
// recorded first. Recorders usually number acquisitions consecutively, so a missing number is a
// lost acquisition. OTF2 only requires ascending numbers; if they ascend in steps, the previous
// acquisition is the one with the next lower number. A holder may acquire its lock again: its last
// release counts. An acquisition of a read-write lock belongs to the last release by a holder that
// excluded it.
#include <algorithm>
#include <memory>
#include <unordered_map>
#include <vector>

#include "lull/analysis/matching/matcher.hpp"
#include "lull/analysis/matching/threads/condition_waits.hpp"
#include "lull/analysis/matching/threads/rwlocks.hpp"

namespace lull::analysis {
namespace {

using Action = LockOperation::Action;

struct LockKey {
  ProcessId process;
  Paradigm paradigm = Paradigm::Unknown;
  std::uint32_t lock = 0;
  friend bool operator==(const LockKey&, const LockKey&) = default;

  struct Hash {
    std::size_t operator()(const LockKey& key) const noexcept {
      const std::uint64_t word = std::uint64_t{key.process.value} << 32 | key.lock;
      return (word ^ static_cast<std::uint64_t>(key.paradigm) << 60) * 0x9E3779B97F4A7C15ull;
    }
  };
};

// One acquisition, as known until now.
struct Holding {
  std::uint32_t order = 0;
  std::uint32_t acquired = 0;  // number of acquisitions
  std::uint32_t released = 0;
  bool over = false;
  LockOperation operation;  // that acquired it or, when it is over, released it
};

struct LockState {
  static constexpr std::size_t kMost = 16;      // acquisitions that wait for the previous release
  static constexpr std::size_t kHoldings = 64;  // holdings to remember

  std::vector<Holding> holdings;  // the latest is last
  std::vector<LockOperation> waiting;
  std::uint32_t first = 0;  // the first acquisition seen
  std::uint64_t acquisitions = 0;
  std::uint64_t neighbours = 0;  // acquisitions with a neighbouring number when they arrived

  void count(std::uint32_t order) {
    if (first == 0) first = order;
    ++acquisitions;
    if (find(order - 1) != nullptr || find(order + 1) != nullptr) ++neighbours;
  }
  // Decided after a few acquisitions; lost records and stepping clocks leave some neighbours.
  [[nodiscard]] bool is_numbered_in_steps() const { return acquisitions > 7 && neighbours == 0; }
  // Returns whether there should have been a release before that.
  [[nodiscard]] bool is_missing(const LockOperation& acquire) const {
    return acquire.order > 1 && acquire.order != first;
  }
  // Returns the previous acquisition, if known.
  [[nodiscard]] Holding* before(std::uint32_t order) {
    if (order == 0) return nullptr;
    Holding* found = find(order - 1);
    if (found != nullptr || !is_numbered_in_steps()) return found;
    for (Holding& holding : holdings)
      if (holding.order < order && (found == nullptr || holding.order > found->order))
        found = &holding;
    return found;
  }
  // Returns the acquisition that waits for the release of `holding`.
  [[nodiscard]] auto waiting_for(const Holding& holding) {
    return std::ranges::find_if(waiting, [&](const LockOperation& acquire) {
      return acquire.order > holding.order && before(acquire.order) == &holding;
    });
  }

  [[nodiscard]] Holding* find(std::uint32_t order) {
    for (auto holding = holdings.rbegin(); holding != holdings.rend(); ++holding)
      if (holding->order == order) return &*holding;
    return nullptr;
  }
  Holding& add(std::uint32_t order) {
    if (holdings.size() == kHoldings) holdings.erase(holdings.begin());
    Holding& holding = holdings.emplace_back();
    holding.order = order;
    return holding;
  }
};

class LockMatcher final : public Matcher {
 public:
  explicit LockMatcher(Bus& bus) : bus_(bus) {}

  [[nodiscard]] OperationTypes takes() const override { return types_of<LockOperation>(); }
  [[nodiscard]] std::vector<const EventType*> publishes() const override {
    return {event_type<LockHandover>(), event_type<RwlockHandover>(),
            event_type<ConditionWaiting>()};
  }
  void take(Mails mails) override {
    for_each_operation<LockOperation>(mails,
                                      [this](const LockOperation& operation) { take(operation); });
  }
  // Drops old waiting acquisitions: no thread waited for such an old release.
  void checkpoint(const Checkpoint& checkpoint) override {
    const auto is_old = [&](const LockOperation& operation) {
      return operation.time < checkpoint.previous;
    };
    for (auto entry = locks_.begin(); entry != locks_.end();) {
      LockState& lock = entry->second;
      std::erase_if(lock.waiting, [&](const LockOperation& acquire) {
        if (is_old(acquire)) end_waiting(lock, acquire);
        return is_old(acquire);
      });
      const bool over =
          lock.waiting.empty() && std::ranges::all_of(lock.holdings, is_old, &Holding::operation);
      entry = over ? locks_.erase(entry) : std::next(entry);
    }
    rwlocks_.checkpoint(checkpoint);
  }
  void finish() override {
    for (auto& [key, lock] : locks_)
      for (const LockOperation& acquire : lock.waiting) end_waiting(lock, acquire);
  }
  void add_to(MatchingNotes& notes) const override {
    if (missing_ > 0)
      notes.remarks[{"lock acquisition follows one whose release is not in the trace.",
                     "lock acquisitions follow ones whose releases are not in the trace."}] +=
          missing_;
    if (spurious_ > 0)
      notes.remarks[{"wait for a condition ended without a signal in the trace.",
                     "waits for conditions ended without a signal in the trace."}] += spurious_;
  }

 private:
  // A thread that has reacquired its mutex after waiting but has not returned yet.
  struct Woken {
    LockOperation acquire;
    LockOperation release;  // by the previous holder
    bool handed_over = false;
  };

  // The numbering of the lock may have become known since the wait began.
  void end_waiting(LockState& lock, const LockOperation& acquire) {
    const Holding* const before = lock.before(acquire.order);
    if (before != nullptr && before->over)
      hand_over(lock, *before, acquire);
    else if (lock.is_missing(acquire))
      ++missing_;
  }

  void take(const LockOperation& operation) {
    const bool is_lock = operation.action == Action::Acquire || operation.action == Action::Release;
    if (is_lock && rwlocks_.take(operation, bus_)) return;
    if (operation.paradigm == Paradigm::Pthread) follow_conditions(operation);
    if (operation.action == Action::Acquire)
      acquire(operation);
    else if (operation.action == Action::Release)
      release(operation);
    else if (operation.action == Action::Return)
      come_back(operation);
  }
  LockState& state_of(const LockOperation& operation) {
    return locks_[{operation.process, operation.paradigm, operation.lock}];
  }

  void follow_conditions(const LockOperation& operation) {
    std::unique_ptr<ConditionWaits>& waits = conditions_[operation.process];
    if (waits == nullptr) waits = std::make_unique<ConditionWaits>();
    if (operation.action == Action::Acquire)
      waits->acquire(operation);
    else if (operation.action == Action::Release)
      waits->release(operation);
    else if (operation.action != Action::Return)
      waits->wake(operation);
  }

  void acquire(const LockOperation& operation) {
    if (operation.kind == CallKind::PthreadConditionWait)
      woken_[operation.call.location] = {operation, {}, false};
    LockState& lock = state_of(operation);
    Holding* const known = lock.find(operation.order);
    if (known != nullptr && !known->over && known->acquired > 0 &&
        known->operation.call.location == operation.call.location) {
      ++known->acquired;
      return;
    }
    lock.count(operation.order);
    // The event that ended it may have been recorded first.
    const bool is_over = known != nullptr && known->over && known->acquired == 0;
    if (!is_over) {
      Holding& holding =
          known != nullptr && known->acquired == 0 ? *known : lock.add(operation.order);
      holding = {operation.order, 1, 0, false, operation};
    }
    if (operation.order == 0) return;
    const Holding* const before = lock.before(operation.order);
    if (before != nullptr && before->over) return hand_over(lock, *before, operation);
    if (lock.waiting.size() == LockState::kMost) {
      end_waiting(lock, lock.waiting.front());
      lock.waiting.erase(lock.waiting.begin());
    }
    lock.waiting.push_back(operation);
  }

  void release(const LockOperation& operation) {
    LockState& lock = state_of(operation);
    Holding* holding = lock.find(operation.order);
    if (holding == nullptr) holding = &lock.add(operation.order);
    if (holding->over) return;
    if (++holding->released < holding->acquired) return;
    holding->over = true;
    holding->operation = operation;
    const auto next = lock.waiting_for(*holding);
    if (next == lock.waiting.end()) return;
    const LockOperation acquire = *next;
    lock.waiting.erase(next);
    hand_over(lock, *holding, acquire);
  }

  void hand_over(LockState& lock, const Holding& before, const LockOperation& acquire) {
    if (acquire.kind == CallKind::PthreadConditionWait && !is_back(acquire, before)) return;
    holders_.clear();
    for (const Holding* held = &before; held != nullptr && held->over;) {
      if (held->operation.time <= acquire.since) break;
      holders_.push_back({held->order, held->operation.time, held->operation.call});
      held = lock.before(held->order);
    }
    std::ranges::reverse(holders_);
    bus_.publish(LockHandover{before.operation, acquire, holders_});
  }

  // Returns whether a thread that waited for a condition has returned; if not, the thread will
  // check here when it returns.
  bool is_back(const LockOperation& acquire, const Holding& before) {
    const auto woken = woken_.find(acquire.call.location);
    if (woken == woken_.end() || woken->second.acquire.order != acquire.order ||
        woken->second.acquire.lock != acquire.lock)
      return true;
    woken->second.handed_over = true;
    woken->second.release = before.operation;
    return false;
  }

  void come_back(const LockOperation& operation) {
    const auto signal = conditions_[operation.process]->take_waker(operation);
    const auto found = woken_.find(operation.call.location);
    if (found == woken_.end()) return;
    Woken woken = found->second;
    woken_.erase(found);
    if (!signal && !operation.timed_out) ++spurious_;
    if (signal) bus_.publish(ConditionWaiting{operation.process, woken.acquire.call, *signal});
    wait_for_mutex(woken, signal);
  }

  // Charges only time after the signal, and only if there is one.
  void wait_for_mutex(Woken& woken, const std::optional<CallInstance>& signal) {
    LockState& lock = state_of(woken.acquire);
    const Timestamp since = signal ? std::max(signal->enter, woken.acquire.call.enter) : kEndOfTime;
    if (!woken.handed_over) {
      for (LockOperation& waiting : lock.waiting)
        if (waiting.order == woken.acquire.order) waiting.since = since;
      return;
    }
    if (!signal) return;
    woken.acquire.since = since;
    if (const Holding* const before = lock.before(woken.acquire.order);
        before != nullptr && before->over)
      hand_over(lock, *before, woken.acquire);
  }

  Bus& bus_;
  std::unordered_map<LockKey, LockState, LockKey::Hash> locks_;
  std::unordered_map<ProcessId, std::unique_ptr<ConditionWaits>> conditions_;
  std::unordered_map<LocationId, Woken> woken_;
  Rwlocks rwlocks_;
  std::vector<LockHolder> holders_;
  std::uint64_t missing_ = 0;
  std::uint64_t spurious_ = 0;
};

}  // namespace

std::unique_ptr<Matcher> match_locks(const MatcherPlace& place) {
  return std::make_unique<LockMatcher>(place.bus);
}

}  // namespace lull::analysis
