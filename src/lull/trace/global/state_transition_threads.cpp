// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <utility>

#include "lull/trace/global/state_transition.hpp"

namespace lull {

// Of the team's master, or of the thread itself where the team does not tell who that is.
EventIndex StateTransition::innermost_fork(CommunicatorId team, LocationId location) const {
  const LocationId master = state_.definitions_->location_of(team, 0, location);
  const auto& forks = state_.pending_[(master.defined() ? master : location).index()].forks;
  return forks.empty() ? kNoEvent : forks.back();
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
  team.begins.push_back(event.index);
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
  std::erase(team->second.begins, event.match);
  if (team->second.begins.empty()) state_.rare_.teams.erase(team);
}

void StateTransition::on(GlobalEvent& event, const ThreadAcquireLock& body) {
  LockState& lock = state_.rare_.thread_locks[{state_.process_of(event.location), body.lock}];
  event.match = std::exchange(lock.last, event.index);
  lock.acquired = event.index;
  lock.owner = event.location;
}

void StateTransition::on(GlobalEvent& event, const ThreadReleaseLock& body) {
  LockState& lock = state_.rare_.thread_locks[{state_.process_of(event.location), body.lock}];
  event.match = std::exchange(lock.last, event.index);
  lock.acquired = kNoEvent;
  lock.owner = {};
}

// A thread's number stands for its creation, and when it has ended, for that.
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
