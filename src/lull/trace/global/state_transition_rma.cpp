// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <utility>

#include "lull/trace/global/state_transition.hpp"

namespace lull {

RmaEpoch& StateTransition::epoch(const GlobalEvent& event, WindowId window) {
  return state_.rare_.epochs[{window, event.location}];
}

// Completes all earlier transfers.
void StateTransition::synchronise(const GlobalEvent& event, WindowId window) {
  RmaEpoch& epoch = this->epoch(event, window);
  epoch.last_sync = event.index;
  epoch.transfers.clear();
}

void StateTransition::begin_transfer(const GlobalEvent& event, WindowId window, std::uint64_t id) {
  epoch(event, window).transfers[id] = event.index;
}

EventIndex StateTransition::transfer(const GlobalEvent& event, WindowId window, std::uint64_t id,
                                     bool complete) {
  auto& transfers = epoch(event, window).transfers;
  const auto found = transfers.find(id);
  if (found == transfers.end()) return kNoEvent;
  const EventIndex begin = found->second;
  if (complete) transfers.erase(found);
  return begin;
}

void StateTransition::on(GlobalEvent& event, const RmaPut& body) {
  begin_transfer(event, body.window, body.matching);
}
void StateTransition::on(GlobalEvent& event, const RmaGet& body) {
  begin_transfer(event, body.window, body.matching);
}
void StateTransition::on(GlobalEvent& event, const RmaAtomic& body) {
  begin_transfer(event, body.window, body.matching);
}
void StateTransition::on(GlobalEvent& event, const RmaOpCompleteBlocking& body) {
  event.match = transfer(event, body.window, body.matching, true);
}
void StateTransition::on(GlobalEvent& event, const RmaOpCompleteNonBlocking& body) {
  event.match = transfer(event, body.window, body.matching, false);
}
void StateTransition::on(GlobalEvent& event, const RmaOpTest& body) {
  event.match = transfer(event, body.window, body.matching, false);
}
void StateTransition::on(GlobalEvent& event, const RmaOpCompleteRemote& body) {
  event.match = transfer(event, body.window, body.matching, true);
}

void StateTransition::on(GlobalEvent& event, const RmaCollectiveBegin&) {
  pending(event).collective_begin = event.index;
}
void StateTransition::on(GlobalEvent& event, const RmaCollectiveEnd& body) {
  event.match = std::exchange(pending(event).collective_begin, kNoEvent);
  synchronise(event, body.window);
}
void StateTransition::on(GlobalEvent& event, const RmaGroupSync& body) {
  synchronise(event, body.window);
}
void StateTransition::on(GlobalEvent& event, const RmaSync& body) {
  epoch(event, body.window).last_sync = event.index;
}

void StateTransition::on(GlobalEvent& event, const RmaRequestLock& body) {
  epoch(event, body.window).locks[{body.remote, body.lock}] = event.index;
}

template <class Lock>
void StateTransition::acquire(GlobalEvent& event, const Lock& body) {
  LockState& lock = state_.rare_.window_locks[{body.window, body.remote, body.lock}];
  event.match = std::exchange(lock.last, event.index);
  if (body.shared) return;
  lock.acquired = event.index;
  lock.owner = event.location;
}
void StateTransition::on(GlobalEvent& event, const RmaAcquireLock& body) { acquire(event, body); }
void StateTransition::on(GlobalEvent& event, const RmaTryLock& body) { acquire(event, body); }

void StateTransition::on(GlobalEvent& event, const RmaReleaseLock& body) {
  LockState& lock = state_.rare_.window_locks[{body.window, body.remote, body.lock}];
  event.match = std::exchange(lock.last, event.index);
  if (lock.owner == event.location) lock.acquired = kNoEvent;
  if (lock.owner == event.location) lock.owner = {};
  epoch(event, body.window).locks.erase({body.remote, body.lock});
}

}  // namespace lull
