// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/matching/lock_epochs.hpp"

#include <algorithm>
#include <tuple>

namespace lull::analysis {

using Kind = WindowOperation::Kind;

void LockEpochs::take(const WindowOperation& operation) {
  const std::pair key{operation.process, operation.target};
  if (operation.kind == Kind::Lock) {
    Epoch& epoch = open_[key] = {};
    epoch.process = operation.process;
    epoch.target = operation.target;
    epoch.shared = operation.shared;
    epoch.calls.reserve(kCommonCalls);
    epoch.calls.push_back({operation.call, operation.target});
    return;
  }
  if (operation.kind == Kind::Flush) {
    // Of one target within an epoch of all, and of all within epochs of single ones.
    auto open = open_.lower_bound({operation.process, ProcessId(0)});
    for (; open != open_.end() && open->first.first == operation.process; ++open)
      if (Epoch& epoch = open->second; !epoch.target.defined() || !operation.target.defined() ||
                                       epoch.target == operation.target)
        epoch.calls.push_back({operation.call, operation.target});
    return;
  }
  const auto found = open_.find(key);
  if (found == open_.end()) {
    ++incomplete_;
    return;
  }
  found->second.calls.push_back({operation.call, operation.target});
  over_.emplace(std::pair{operation.call.leave, operation.process}, std::move(found->second));
  open_.erase(found);
}

bool LockEpochs::add_transfer(const WindowOperation& transfer) {
  auto epoch = open_.find({transfer.process, transfer.target});
  if (epoch == open_.end()) epoch = open_.find({transfer.process, ProcessId{}});
  if (epoch == open_.end()) return false;
  epoch->second.calls.push_back({transfer.call, transfer.target, true});
  return true;
}

void LockEpochs::note(CallInstance& latest, const CallInstance& unlock) {
  if (!latest.location.defined() ||
      std::tuple(latest.enter, unlock.location) < std::tuple(unlock.enter, latest.location))
    latest = unlock;
}

// The last to give up a lock on the target that conflicts with the epoch's; null: nobody had one.
const CallInstance* LockEpochs::holder_before(const Epoch& epoch, ProcessId target) const {
  const auto known = holders_.find(target);
  const CallInstance* holder = nullptr;
  if (known != holders_.end())
    holder = epoch.shared ? &known->second.exclusive : &known->second.any;
  if (holder != nullptr && !holder->location.defined()) holder = nullptr;
  if (!epoch.shared && of_all_.location.defined() &&
      (holder == nullptr || holder->enter < of_all_.enter))
    holder = &of_all_;
  return holder;
}

void LockEpochs::publish(const Epoch& epoch, const Call& call, Bus& bus) {
  const CallInstance* latest = nullptr;
  const auto look_at = [&](ProcessId target) {
    const CallInstance* const holder = holder_before(epoch, target);
    if (holder != nullptr && span_until(call.call, holder->enter).ticks > 0 &&
        (latest == nullptr || latest->enter < holder->enter))
      latest = holder;
  };
  if (epoch.target.defined())
    look_at(epoch.target);
  else if (call.target.defined())
    look_at(call.target);
  else
    for (const auto& [target, holders] : holders_) look_at(target);
  if (latest == nullptr) return;
  Duration before{};
  if (epoch.target.defined() && !call.target.defined()) {
    Duration& known = waited_[{call.call.location, call.call.enter}];
    before = std::exchange(known, std::max(known, span_until(call.call, latest->enter)));
  }
  bus.publish(LockedCall{window_, epoch.process, call.transfers, before, call.call, *latest});
}

void LockEpochs::end(const Epoch& epoch, Bus& bus) {
  for (const Call& call : epoch.calls) publish(epoch, call, bus);
  const CallInstance& unlock = epoch.calls.back().call;
  if (!epoch.target.defined()) return note(of_all_, unlock);
  Holders& holders = holders_[epoch.target];
  note(holders.any, unlock);
  if (!epoch.shared) note(holders.exclusive, unlock);
}

void LockEpochs::settle(Timestamp until, Bus& bus) {
  while (!over_.empty() && over_.begin()->first.first < until) {
    end(over_.begin()->second, bus);
    over_.erase(over_.begin());
  }
  if (over_.empty() && open_.empty()) waited_.clear();
}

void LockEpochs::finish(Bus& bus) {
  settle(kEndOfTime, bus);
  incomplete_ += open_.size();
}

}  // namespace lull::analysis
