// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <utility>

#include "lull/trace/global/state_transition.hpp"

namespace lull {

// Returns the location of the team's master, or the thread itself if the team does not name one.
LocationId StateTransition::forker_of(CommunicatorId team, LocationId location) const {
  const LocationId master = state_.definitions_->location_of(team, 0, location);
  return master.defined() ? master : location;
}

EventIndex StateTransition::innermost_fork(CommunicatorId team, LocationId location) const {
  const auto& forks = state_.pending_[forker_of(team, location).index()].forks;
  return forks.empty() ? kNoEvent : forks.back();
}

std::optional<StateTransition::Resource> StateTransition::awaited(LocationId location,
                                                                  const Event& event) const {
  if (const auto* body = std::get_if<ThreadTeamBegin>(&event.body)) {
    if (innermost_fork(body->team, location) != kNoEvent) return std::nullopt;
    return Resource{Resource::Fork, forker_of(body->team, location).value, 0};
  }
  if (const auto* body = std::get_if<ThreadBegin>(&event.body)) {
    if (state_.rare_.threads.contains({body->contingent, body->sequence})) return std::nullopt;
    return Resource{Resource::Thread, body->contingent.value, body->sequence};
  }
  if (const auto* body = std::get_if<ThreadAcquireLock>(&event.body)) {
    const TraceState::ThreadLock key{state_.process_of(location), body->lock, body->model};
    const auto lock = state_.rare_.thread_locks.find(key);
    const bool taken = lock != state_.rare_.thread_locks.end() &&
                       lock->second.acquired != kNoEvent && lock->second.owner != location;
    if (!taken) return std::nullopt;
    return Resource{Resource::Lock, std::get<0>(key).value, body->lock};
  }
  return std::nullopt;
}

std::optional<StateTransition::Resource> StateTransition::provided(const GlobalEvent& event) const {
  if (event.get_if<ThreadFork>() != nullptr)
    return Resource{Resource::Fork, event.location.value, 0};
  if (const auto* body = event.get_if<ThreadCreate>())
    return Resource{Resource::Thread, body->contingent.value, body->sequence};
  if (const auto* body = event.get_if<ThreadReleaseLock>())
    return Resource{Resource::Lock, state_.process_of(event.location).value, body->lock};
  return std::nullopt;
}

void StateTransition::on(GlobalEvent& event, const ThreadFork&) {
  pending(event).forks.push_back(event.index);
}

void StateTransition::on(GlobalEvent& event, const ThreadJoin&) {
  auto& forks = pending(event).forks;
  if (forks.empty()) return;
  event.match = forks.back();
  forks.pop_back();
}

void StateTransition::on(GlobalEvent& event, const ThreadTeamBegin& body) {
  event.match = innermost_fork(body.team, event.location);
  pending(event).team_begins.emplace_back(body.team, event.index);
  OpenTeam& team = state_.rare_.teams[body.team];
  team.fork = event.match;
  team.begins.insert(event.index);
}

void StateTransition::on(GlobalEvent& event, const ThreadTeamEnd& body) {
  auto& begins = pending(event).team_begins;
  const auto own = std::find_if(begins.rbegin(), begins.rend(),
                                [&](const auto& begin) { return begin.first == body.team; });
  if (own == begins.rend()) return;
  event.match = own->second;
  begins.erase(std::next(own).base());
  const auto team = state_.rare_.teams.find(body.team);
  if (team == state_.rare_.teams.end()) return;
  team->second.begins.erase(event.match);
  if (team->second.begins.empty()) state_.rare_.teams.erase(team);
}

LockState& StateTransition::lock_of(LocationId location, Paradigm model, std::uint32_t lock) {
  return state_.rare_.thread_locks[{state_.process_of(location), lock, model}];
}

// Events may be recorded late: the owner is the thread with the latest acquisition.
void StateTransition::on(GlobalEvent& event, const ThreadAcquireLock& body) {
  LockState& lock = lock_of(event.location, body.model, body.lock);
  event.match = std::exchange(lock.last, event.index);
  if (lock.acquired != kNoEvent && body.order < lock.order) return;
  lock.acquired = event.index;
  lock.owner = event.location;
  lock.order = body.order;
}

void StateTransition::on(GlobalEvent& event, const ThreadReleaseLock& body) {
  LockState& lock = lock_of(event.location, body.model, body.lock);
  event.match = std::exchange(lock.last, event.index);
  if (lock.acquired != kNoEvent && body.order < lock.order) return;
  lock.acquired = kNoEvent;
  lock.owner = {};
}

// A thread's number refers to its creation and, once the thread has ended, to its end.
void StateTransition::on(GlobalEvent& event, const ThreadCreate& body) {
  state_.rare_.threads[{body.contingent, body.sequence}] = event.index;
}

void StateTransition::on(GlobalEvent& event, const ThreadBegin& body) {
  const auto found = state_.rare_.threads.find({body.contingent, body.sequence});
  if (found != state_.rare_.threads.end()) event.match = found->second;
}

void StateTransition::on(GlobalEvent& event, const ThreadEnd& body) {
  state_.rare_.threads[{body.contingent, body.sequence}] = event.index;
}

void StateTransition::on(GlobalEvent& event, const ThreadWait& body) {
  const auto found = state_.rare_.threads.find({body.contingent, body.sequence});
  if (found == state_.rare_.threads.end()) return;
  event.match = found->second;
  state_.rare_.threads.erase(found);
}

}  // namespace lull
