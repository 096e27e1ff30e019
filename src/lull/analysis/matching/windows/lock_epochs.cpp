// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/matching/windows/lock_epochs.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace lull::analysis {

using Kind = WindowOperation::Kind;

// Sets the targets that it may wait for: if it is a call on all targets, those with pending
// transfers.
LockEpochs::CallPointer LockEpochs::make_call(const WindowOperation& operation) {
  CallPointer call = std::allocate_shared<Call>(std::pmr::polymorphic_allocator<Call>(memory_));
  call->call = operation.call;
  call->ended = operation.end;
  call->process = operation.process;
  if (operation.target.defined()) call->locked.add(operation.target);
  call->transfers = operation.kind == Kind::Transfer || operation.kind == Kind::Completion;
  call->local = operation.local;
  const auto add_target = [&](ProcessId target) {
    if (target != operation.process) call->targets.add(target);
  };
  if (operation.target.defined())
    add_target(operation.target);
  else if (operation.kind != Kind::Lock)
    std::ranges::for_each(under_way_[operation.process], add_target);
  unsettled_.push_back(call);
  return call;
}

// Calls come in the order of their ends. If they nest, the outer one counts from the end of the
// inner one.
void LockEpochs::add(Epoch& epoch, const CallPointer& call) {
  ++call->epochs;
  epoch.calls.push_back(call);
  epoch.last_enter = std::max(epoch.last_leave, call->call.enter);
  epoch.last_leave = call->ended;
}

void LockEpochs::note_completion(const WindowOperation& operation) {
  if (operation.local) return;
  auto& under_way = under_way_[operation.process];
  if (operation.target.defined())
    under_way.erase(operation.target);
  else
    under_way.clear();
}

void LockEpochs::take(const WindowOperation& operation) {
  const std::pair key{operation.process, operation.target};
  if (operation.kind == Kind::Lock) {
    if (const auto open = open_.find(key); open != open_.end()) {
      order_.forget(open->second);
      open_.erase(open);
    }
    Epoch& epoch = open_.try_emplace(key, memory_).first->second;
    epoch.process = operation.process;
    epoch.target = operation.target;
    epoch.shared = operation.shared;
    epoch.unchecked = operation.unchecked;
    epoch.number = epochs_++;
    epoch.requested = operation.call.enter;
    add(epoch, make_call(operation));
    order_.begin(epoch);
    return;
  }
  const CallPointer call = make_call(operation);
  note_completion(operation);
  if (operation.kind == Kind::Flush) {
    // A flush of one target may lie in an epoch on all targets, and a flush of all targets in
    // epochs on single targets.
    auto other = open_.lower_bound({operation.process, ProcessId(0)});
    for (; other != open_.end() && other->first.first == operation.process; ++other) {
      Epoch& epoch = other->second;
      if (!epoch.target.defined() || !operation.target.defined() ||
          epoch.target == operation.target)
        add(epoch, call);
    }
    return;
  }
  const auto found = open_.find(key);
  if (found == open_.end()) {
    ++incomplete_;
    return;
  }
  add(found->second, call);
  order_.end(found->second);
  open_.erase(found);
}

// Returns the epoch of a lock on the target or on all targets, or null.
LockEpochs::Epoch* LockEpochs::epoch_of(const WindowOperation& operation) {
  auto epoch = open_.find({operation.process, operation.target});
  if (epoch == open_.end()) epoch = open_.find({operation.process, ProcessId{}});
  return epoch == open_.end() ? nullptr : &epoch->second;
}

bool LockEpochs::add_transfer(const WindowOperation& transfer) {
  Epoch* const epoch = epoch_of(transfer);
  if (epoch == nullptr) return false;
  under_way_[transfer.process].insert(transfer.target);
  add(*epoch, make_call(transfer));
  return true;
}

// A call that completes several transfers belongs to all their epochs.
void LockEpochs::add_completion(const WindowOperation& completion) {
  Epoch* const epoch = epoch_of(completion);
  if (epoch == nullptr) return;
  CallPointer& call = completing_[completion.process];
  const bool known = call != nullptr && call->call.location == completion.call.location &&
                     call->call.enter == completion.call.enter;
  if (!known) {
    call = make_call(completion);
  } else if (!call->locked.contains(completion.target)) {
    call->locked.add(completion.target);
    if (completion.target != completion.process) call->targets.add(completion.target);
  }
  if (epoch->calls.empty() || epoch->calls.back() != call) add(*epoch, call);
}

// If times are equal, the lowest location wins, independent of the order of arrival.
void LockEpochs::note(CallInstance& latest, const CallInstance& unlock) {
  if (!latest.location.defined() ||
      std::tuple(latest.enter, unlock.location) < std::tuple(unlock.enter, latest.location))
    latest = unlock;
}

// Returns the last call that released a conflicting lock on the target; undefined if there is none.
CallInstance LockEpochs::holder_before(const Epoch& epoch, ProcessId target) const {
  CallInstance holder;
  if (const auto known = holders_.find(target); known != holders_.end())
    holder = epoch.shared ? known->second.exclusive : known->second.any;
  if (!epoch.shared && of_all_.location.defined()) note(holder, of_all_);
  return holder;
}

void LockEpochs::find_holder(const Epoch& epoch, Call& call) const {
  const auto look_at = [&](ProcessId target) {
    const CallInstance holder = holder_before(epoch, target);
    if (holder.location.defined() && span_until(call.call, holder.enter).ticks > 0)
      note(call.holder, holder);
  };
  if (epoch.target.defined())
    look_at(epoch.target);
  else if (!call.locked.empty())
    for (const ProcessId target : call.locked.all()) look_at(target);
  else
    for (const auto& [target, holders] : holders_) look_at(target);
}

// The search starts near the place of the previous call.
std::size_t LockEpochs::Outside::first_after(Timestamp moment) {
  const auto is_after = [&](std::size_t at) { return all[at].end > moment; };
  std::size_t begin = std::min(place, all.size());
  std::size_t end = begin;
  for (std::size_t step = 1; begin > 0 && is_after(begin - 1); step *= 2)
    begin -= std::min(step, begin);
  for (std::size_t step = 1; end < all.size() && !is_after(end); step *= 2)
    end += std::min(step, all.size() - end);
  const auto from = all.begin();
  const auto found = std::upper_bound(
      from + static_cast<std::ptrdiff_t>(begin), from + static_cast<std::ptrdiff_t>(end), moment,
      [](Timestamp time, const OutsideMpi& one) { return time < one.end; });
  return place = static_cast<std::size_t>(found - from);
}

void LockEpochs::find_outside(Call& call) {
  if (call.local) return;
  for (const ProcessId target : call.targets.all()) {
    const auto known = outside_.find(target);
    if (known == outside_.end()) continue;
    Outside& outside = known->second;
    for (std::size_t one = outside.first_after(call.call.enter);
         one < outside.all.size() && outside.all[one].end <= call.call.leave; ++one)
      call.outside.push_back(outside.all[one]);
  }
}

void LockEpochs::settle_calls(Timestamp until) {
  std::erase_if(unsettled_, [&](const CallPointer& call) {
    if (call->ended >= until) return false;
    find_outside(*call);
    return true;
  });
}

void LockEpochs::publish(const Call& call, Bus& bus) const {
  if (call.holder.location.defined())
    bus.publish(LockedCall{window_, call.process, call.transfers, call.call, call.holder});
  publish_progress(call, bus);
}

// Counts from when no other process held the lock.
void LockEpochs::publish_progress(const Call& call, Bus& bus) const {
  const Timestamp since = call.holder.location.defined() ? call.holder.enter : call.call.enter;
  const OutsideMpi* longest = nullptr;
  for (const OutsideMpi& one : call.outside)
    if (one.begin <= since && since < one.end && (longest == nullptr || longest->end < one.end))
      longest = &one;
  if (longest != nullptr)
    bus.publish(ProgressWait{window_, call.process, longest->process, call.transfers, since,
                             longest->end, longest->at, call.call});
}

// A call is complete when all of its epochs are over.
void LockEpochs::leave_epoch(Call& call, Bus& bus) const {
  if (--call.epochs == 0 && call.charged) publish(call, bus);
}

void LockEpochs::end(const Epoch& epoch, Bus& bus) {
  for (const CallPointer& call : epoch.calls) {
    if (!epoch.unchecked) find_holder(epoch, *call);
    call->charged = true;
    leave_epoch(*call, bus);
  }
  if (epoch.unchecked) return;
  const CallInstance& unlock = epoch.calls.back()->call;
  if (!epoch.target.defined()) return note(of_all_, unlock);
  Holders& holders = holders_[epoch.target];
  note(holders.any, unlock);
  if (!epoch.shared) note(holders.exclusive, unlock);
}

void LockEpochs::settle(Timestamp until, Bus& bus) {
  settle_calls(until);
  order_.settle(until, [&](const Epoch& epoch) { end(epoch, bus); });
}

Timestamp LockEpochs::settles_after(Timestamp until) const {
  Timestamp next = order_.settles_after(until);
  for (const CallPointer& call : unsettled_) next = std::min(next, call->ended);
  return next;
}

// Calls that began before the previous checkpoint are not expected to be open any longer.
void LockEpochs::checkpoint(const Checkpoint& checkpoint, Bus& bus) {
  order_.settle_all(checkpoint.previous, [&](const Epoch& epoch) { end(epoch, bus); });
  for (auto& [key, epoch] : open_) {
    auto known = epoch.calls.begin();
    for (; known != epoch.calls.end() && (*known)->ended < checkpoint.previous; ++known) {
      (*known)->charged = true;
      leave_epoch(**known, bus);
    }
    epoch.calls.erase(epoch.calls.begin(), known);
  }
  for (auto& [process, outside] : outside_)
    while (outside.all.size() > kKept && outside.all.front().end < checkpoint.previous)
      outside.all.pop_front();
}

// Calls of epochs that are still open are published only if another of their epochs has ended.
void LockEpochs::finish(Bus& bus) {
  settle_calls(kEndOfTime);
  order_.settle_all(kEndOfTime, [&](const Epoch& epoch) { end(epoch, bus); });
  incomplete_ += open_.size();
  for (const auto& [key, epoch] : open_)
    for (const CallPointer& call : epoch.calls) leave_epoch(*call, bus);
  open_.clear();
}

}  // namespace lull::analysis
