// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/matching/threads/condition_waits.hpp"

#include <algorithm>

namespace lull::analysis {

void ConditionWaits::acquire(const LockOperation& operation) {
  Held& held = held_[operation.call.location];
  if (++held.mutexes[operation.lock] == 1 && waited_with_.contains(operation.lock))
    ++held.waited_with;
  if (operation.kind != CallKind::PthreadConditionWait) return;
  const auto waits = waits_.find(operation.call.location);
  if (waits == waits_.end()) return;
  Condition& condition = conditions_[waits->second];
  for (Waiter& waiter : condition.waiters)
    if (waiter.location == operation.call.location)
      waiter.end = std::min(waiter.end, condition.next);
}

void ConditionWaits::release(const LockOperation& operation) {
  const LocationId location = operation.call.location;
  Held& held = held_[location];
  if (const auto mutex = held.mutexes.find(operation.lock);
      mutex != held.mutexes.end() && --mutex->second == 0) {
    held.mutexes.erase(mutex);
    if (waited_with_.contains(operation.lock)) --held.waited_with;
  }
  if (operation.kind != CallKind::PthreadConditionWait || waits_.contains(location)) return;
  if (!operation.knows_condition) note_mutex(operation.lock);
  waits_[location] = key_of(operation);
  Condition& condition = conditions_[key_of(operation)];
  condition.waiters.push_back({location, condition.next});
}

void ConditionWaits::note_mutex(std::uint32_t mutex) {
  if (!waited_with_.insert(mutex).second) return;
  for (auto& [location, held] : held_)
    if (held.mutexes.contains(mutex)) ++held.waited_with;
}

void ConditionWaits::wake(const LockOperation& operation) {
  if (operation.knows_condition) {
    const auto condition = conditions_.find({true, operation.condition});
    if (condition != conditions_.end()) condition->second.wake(operation);
    return;
  }
  const Held& held = held_[operation.call.location];
  for (auto& [key, condition] : conditions_) {
    if (key.is_condition) break;
    if (held.waited_with == 0 || held.mutexes.contains(static_cast<std::uint32_t>(key.number)))
      condition.wake(operation);
  }
}

void ConditionWaits::Condition::wake(const LockOperation& operation) {
  const std::uint64_t number = next++;
  wakers.push_back({number, operation.action == LockOperation::Action::Broadcast, operation.call});
  forget_useless();
}

// Drops signals that no waiting thread is left for, as earlier signals woke them, and all calls
// before any of the threads began to wait.
void ConditionWaits::Condition::forget_useless() {
  std::uint64_t woken_before = 0;  // by a broadcast: all threads waiting then
  std::size_t signals = 0;         // since that broadcast
  std::erase_if(wakers, [&](const Waker& waker) {
    const auto can_be_woken = [&](const Waiter& waiter) {
      return waiter.first >= woken_before && waiter.first <= waker.number;
    };
    const auto candidates = static_cast<std::size_t>(std::ranges::count_if(waiters, can_be_woken));
    if (candidates <= (waker.all ? 0 : signals)) return true;
    if (waker.all) {
      woken_before = waker.number + 1;
      signals = 0;
    } else {
      ++signals;
    }
    return false;
  });
}

std::optional<CallInstance> ConditionWaits::take_waker(const LockOperation& operation) {
  const auto waits = waits_.find(operation.call.location);
  if (waits == waits_.end()) return std::nullopt;
  const auto known = conditions_.find(waits->second);
  Condition& condition = known->second;
  waits_.erase(waits);
  const auto waiter =
      std::ranges::find(condition.waiters, operation.call.location, &Waiter::location);
  const std::uint64_t first = waiter->first;
  const std::uint64_t end = waiter->end;
  condition.waiters.erase(waiter);
  std::optional<CallInstance> call;
  const auto waker = std::ranges::find_if(condition.wakers, [&](const Waker& candidate) {
    return candidate.number >= first && candidate.number < end;
  });
  if (waker != condition.wakers.end() && !operation.timed_out) {
    call = waker->call;
    if (!waker->all) condition.wakers.erase(waker);
  }
  condition.forget_useless();
  if (condition.waiters.empty()) conditions_.erase(known);
  return call;
}

}  // namespace lull::analysis
