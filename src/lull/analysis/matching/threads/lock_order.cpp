// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/matching/threads/lock_order.hpp"

#include <algorithm>
#include <iterator>
#include <unordered_set>
#include <utility>

namespace lull::analysis {

void LockOrder::Index::keep_across_targets() {
  if (std::exchange(across_targets, true)) return;
  for (const auto& [target, entries] : by_target)
    for (const auto& [key, epoch] : entries)
      if (!epoch->shared) exclusive.emplace(key, epoch);
}

void LockOrder::Index::add(Timestamp time, const LockEpoch& epoch) {
  if (epoch.unchecked) return;
  by_target[epoch.target][{time, epoch.number}] = &epoch;
  if (across_targets && !epoch.shared) exclusive[{time, epoch.number}] = &epoch;
}

void LockOrder::Index::remove(Timestamp time, const LockEpoch& epoch) {
  if (epoch.unchecked) return;
  by_target[epoch.target].erase({time, epoch.number});
  if (across_targets && !epoch.shared) exclusive.erase({time, epoch.number});
}

bool LockOrder::Index::each_rival(const LockEpoch& of, Timestamp before, const auto& visit) const {
  const auto among = [&](const Entries& entries) {
    for (const auto& [key, epoch] : entries) {
      if (key.first >= before) break;
      if ((of.shared && epoch->shared) || epoch->process == of.process) continue;
      if (!visit(*epoch)) return false;
    }
    return true;
  };
  const auto on = [&](ProcessId target) {
    const auto entries = by_target.find(target);
    return entries == by_target.end() || among(entries->second);
  };
  if (of.unchecked) return true;
  if (!of.target.defined()) return among(exclusive);
  return on(of.target) && (of.shared || on(ProcessId{}));
}

void LockOrder::begin(const LockEpoch& epoch) {
  if (!epoch.target.defined()) {
    open_.keep_across_targets();
    unlocking_.keep_across_targets();
  }
  open_.add(epoch.requested, epoch);
}

void LockOrder::forget(const LockEpoch& epoch) {
  open_.remove(epoch.requested, epoch);
  if (blocker_ == &epoch) blocker_ = nullptr;
}

void LockOrder::end(LockEpoch& epoch) {
  forget(epoch);
  const Place place = place_of(epoch);
  const LockEpoch& over = over_.emplace(place, std::move(epoch)).first->second;
  unlocking_.add(over.last_enter, over);
}

// Returns how long the epoch's call that concerns the target and is open at that moment has lasted.
Duration LockOrder::waits(const LockEpoch& epoch, Timestamp moment, ProcessId target) {
  const auto open = std::ranges::partition_point(
      epoch.calls, [moment](const auto& call) { return call->ended < moment; });
  if (open == epoch.calls.end() || span_until((*open)->call, moment).ticks == 0) return {};
  const FewProcesses& locked = (*open)->locked;
  const bool concerns = locked.empty() || locked.contains(target);
  return concerns ? moment - (*open)->call.enter : Duration{};
}

// Returns whether the epoch that ended later held the lock first. Its unlocking call then returned
// late, by at least the time between both ends.
bool LockOrder::comes_before(const LockEpoch& later, const LockEpoch& earlier) {
  if (later.requested >= earlier.requested) return false;
  const ProcessId target = later.target.defined() ? later.target : earlier.target;
  const Duration returned_late = later.ended() - earlier.ended();
  return waits(later, earlier.unlock().enter, target) + returned_late <
         waits(earlier, later.unlock().enter, target);
}

// Returns the epochs that come before it; the one requested last is first.
std::vector<const LockEpoch*> LockOrder::before(const LockEpoch& epoch) const {
  std::vector<const LockEpoch*> found;
  const Place own = place_of(epoch);
  unlocking_.each_rival(epoch, epoch.ended(), [&](const LockEpoch& rival) {
    if (own < place_of(rival) && comes_before(rival, epoch)) found.push_back(&rival);
    return true;
  });
  std::ranges::sort(found, std::ranges::greater{},
                    [](const LockEpoch* one) { return std::pair(one->requested, one->process); });
  return found;
}

// Returns an open epoch that may come before it, or null.
const LockEpoch* LockOrder::blocker_of(const LockEpoch& epoch) const {
  const LockEpoch* blocker = nullptr;
  open_.each_rival(epoch, epoch.requested, [&](const LockEpoch& rival) {
    if (rival.last_enter < epoch.ended()) blocker = &rival;
    return blocker == nullptr;
  });
  return blocker;
}

// Returns whether no open epoch can come before it or before its predecessors.
bool LockOrder::is_certain(const LockEpoch& front) {
  if (blocked_ == &front && blocker_ != nullptr && blocker_->last_enter < blocked_until_)
    return false;
  std::vector<const LockEpoch*> all{&front};
  std::unordered_set<const LockEpoch*> known{&front};
  while (!all.empty()) {
    const LockEpoch& one = *all.back();
    all.pop_back();
    if (const LockEpoch* const blocker = blocker_of(one)) {
      blocked_ = &front;
      blocker_ = blocker;
      blocked_until_ = one.ended();
      return false;
    }
    for (const LockEpoch* const earlier : before(one))
      if (known.insert(earlier).second) all.push_back(earlier);
  }
  return true;
}

// Takes each epoch after its predecessors; among these the one requested first.
void LockOrder::take_with_predecessors(const LockEpoch& front, const Take& take) {
  std::vector<const LockEpoch*> waiting{&front};
  std::vector<std::size_t> asked;  // numbers of waiting epochs when predecessors were added
  while (!waiting.empty()) {
    const LockEpoch& one = *waiting.back();
    if (asked.empty() || asked.back() != waiting.size()) {
      asked.push_back(waiting.size());
      std::ranges::copy(before(one), std::back_inserter(waiting));
      continue;
    }
    asked.pop_back();
    waiting.pop_back();
    unlocking_.remove(one.last_enter, one);
    if (blocked_ == &one) blocked_ = nullptr;
    take(one);
    const auto first = over_.begin();
    over_.erase(&first->second == &one ? first : over_.find(place_of(one)));
  }
}

void LockOrder::settle(Timestamp until, const Take& take) {
  while (!over_.empty()) {
    const auto& [place, epoch] = *over_.begin();
    if (std::get<Timestamp>(place) >= until || !is_certain(epoch)) return;
    take_with_predecessors(epoch, take);
  }
}

void LockOrder::settle_all(Timestamp until, const Take& take) {
  while (!over_.empty() && std::get<Timestamp>(over_.begin()->first) < until)
    take_with_predecessors(over_.begin()->second, take);
}

}  // namespace lull::analysis
