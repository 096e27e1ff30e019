// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Teams of threads: forks, members, leagues, joins, tasks.
#include <algorithm>
#include <utility>

#include "support/reference/process_model.hpp"

namespace lull::reference {

void ProcessModel::end_membership(Thread& thread) {
  const MembershipId ended = thread.teams.back();
  end_task(thread);
  at(ended).end = thread.time;
  at(ended).ended = step_++;
  thread.teams.pop_back();
  thread.depths.pop_back();
  end_master_region(thread);
}

void ProcessModel::end_master_region(const Thread& thread) {
  if (!master_region_ || thread.location != model_.master_of(process_)) return;
  const MembershipId membership = at(master_region_->parallel).membership;
  const auto is_region = [this](const Frame& frame) {
    return frame.instance == master_region_->parallel;
  };
  if (std::ranges::any_of(thread.stack, is_region) ||
      std::ranges::find(thread.teams, membership) != thread.teams.end())
    return;
  master_region_->span.end = thread.time;
  model_.master_regions[process_.index()].push_back(*master_region_);
  master_region_.reset();
}

void ProcessModel::begin_task(Thread& thread) {
  end_task(thread);
  if (!thread.teams.empty()) at(thread.teams.back()).tasks.push_back({thread.time, kEndOfTime});
}

void ProcessModel::end_task(Thread& thread) {
  if (thread.teams.empty()) return;
  std::vector<TimeSpan>& tasks = at(thread.teams.back()).tasks;
  if (!tasks.empty() && tasks.back().end == kEndOfTime) tasks.back().end = thread.time;
}

void ProcessModel::begin_to_work(Thread& thread) {
  if (!thread.teams.empty() || !thread.stack.empty() || thread.alone || thread.fork) return;
  thread.released.reset();
  note_idling(thread, thread.time);
  if (!begin_in_league(thread)) thread.alone = true;
}

bool ProcessModel::begin_in_league(Thread& thread) {
  const TeamId team = last_forked([&](const Team& candidate, TeamId id) {
    return candidate.master != thread.location && !is_member(id, thread.location) &&
           (candidate.league || candidate.members.empty());
  });
  if (!team.defined()) return false;
  at(team).league = true;
  const Timestamp start = std::min(std::max(at(team).fork, thread.idle_since), thread.time);
  join_team(thread, team, Kind::League);
  add(thread, {start, thread.time}, owner_of(thread));
  return true;
}

void ProcessModel::join_team(Thread& thread, TeamId team, Kind kind) {
  const MembershipId id(model_.memberships.size());
  model_.memberships.push_back(
      {thread.location, team, kind, thread.time, thread.time, {}, thread.time, {}, {}, 0});
  at(team).members.push_back(id);
  if (kind != Kind::Own) thread.stack.push_back({at(team).forker, true});
  thread.teams.push_back(id);
  thread.depths.push_back(thread.stack.size());
}

bool ProcessModel::is_member(TeamId team, LocationId location) {
  return std::ranges::any_of(at(team).members,
                             [&](MembershipId member) { return at(member).location == location; });
}

bool ProcessModel::has(CommunicatorId communicator, LocationId location) const {
  const auto* members = members_of(communicator);
  return members == nullptr || std::ranges::find(*members, location) != members->end();
}

const std::vector<LocationId>* ProcessModel::members_of(CommunicatorId communicator) const {
  if (!communicator.defined()) return nullptr;
  const GroupId group = model_.definitions->communicators[communicator.index()].group;
  return group.defined() ? &model_.definitions->groups[group.index()].locations : nullptr;
}

TeamId ProcessModel::find_team(const Thread& thread, CommunicatorId communicator) {
  const LocationId self = thread.location;
  const TeamId own = last_forked([&](const Team& team, TeamId) { return team.master == self; });
  if (own.defined() && !is_member(own, self)) return own;
  const auto others = [&](auto fits) {
    return last_forked([&](const Team& team, TeamId id) {
      return team.master != self && !is_member(id, self) && fits(team);
    });
  };
  const TeamId same = others([&](const Team& team) {
    return communicator.defined() && team.communicator == communicator;
  });
  if (same.defined()) return same;
  const TeamId empty = others([&](const Team& team) {
    return !team.communicator.defined() && has(communicator, team.master);
  });
  if (empty.defined()) return empty;
  const auto* members = members_of(communicator);
  return others([&](const Team& team) {
    return members != nullptr && members->size() == 2 && has(communicator, team.master) &&
           has(communicator, self);
  });
}

void ProcessModel::enter_parallel_region(Thread& thread, InstanceId id) {
  Membership& member = at(thread.teams.back());
  const Team& team = at(member.team);
  const bool forked = thread.fork.has_value();
  member.parallel = id;
  member.start = thread.time;
  if (forked)
    member.start = thread.last;
  else if (owner_before_parallel(thread) == Owner::Kind::Nobody && team.forked && !team.joined)
    member.start = std::min(std::max(team.fork, thread.idle_since), thread.time);
  thread.fork.reset();
  thread.last = thread.time;
  if (!master_region_ && thread.location == model_.master_of(process_))
    master_region_ = {{forked ? member.start : thread.time, {}}, id};
}

Owner::Kind ProcessModel::owner_before_parallel(const Thread& thread) {
  const Membership& member = at(thread.teams.back());
  return member.kind == Kind::Worker ? Owner::Kind::Nobody : of_stack(thread).kind;
}

InstanceId ProcessModel::follow(Thread& thread, const ThreadFork&) {
  go_on_without_team(thread);
  pass(thread, thread.time);
  if (thread.teams.empty() && thread.stack.empty() && !thread.alone) {
    thread.released.reset();
    note_idling(thread, thread.time);
    begin_in_league(thread);
  }
  thread.fork = TeamId(model_.teams.size());
  model_.teams.push_back(
      {thread.location, top(thread), thread.time, thread.time, true, false, false, {}, {}, {}});
  return own_top(thread);
}

InstanceId ProcessModel::follow(Thread& thread, const ThreadTeamBegin& begin) {
  pass(thread, thread.time);
  TeamId team = find_team(thread, begin.team);
  if (!team.defined()) {
    team = TeamId(model_.teams.size());
    model_.teams.push_back(
        {thread.location, top(thread), thread.time, thread.time, false, false, false, {}, {}, {}});
  }
  if (!at(team).communicator.defined()) at(team).communicator = begin.team;
  if (at(team).forked && at(team).master == thread.location) {
    join_team(thread, team, Kind::Own);
  } else {
    go_on_without_team(thread);
    thread.released.reset();
    join_team(thread, team, Kind::Worker);
  }
  return own_top(thread);
}

InstanceId ProcessModel::follow(Thread& thread, const ThreadTeamEnd&) {
  const bool works = !thread.teams.empty() && at(thread.teams.back()).kind == Kind::Worker;
  if (works) go_on_without_team(thread);
  pass(thread, thread.time);
  if (works) end_work(thread);
  return own_top(thread);
}

void ProcessModel::end_work(Thread& thread) {
  const MembershipId ended = thread.teams.back();
  while (thread.stack.size() > thread.depths.back()) close_top(thread);
  thread.stack.pop_back();
  end_membership(thread);
  const Team& team = team_of(ended);
  if (at(ended).parallel.defined() && team.forked && !team.joined && thread.teams.empty() &&
      thread.stack.empty() && !thread.alone)
    thread.released = ended;
}

InstanceId ProcessModel::follow(Thread& thread, const ThreadJoin&) {
  go_on_without_team(thread);
  pass(thread, thread.time);
  const TeamId joined =
      last_forked([&](const Team& team, TeamId) { return team.master == thread.location; });
  if (!joined.defined()) return own_top(thread);
  at(joined).joined = true;
  at(joined).join = thread.time;
  if (!thread.teams.empty() && at(thread.teams.back()).team == joined) end_membership(thread);
  for (auto& [location, other] : threads_)
    if (location != thread.location) learn_of_join(other, joined, thread.time);
  return own_top(thread);
}

void ProcessModel::learn_of_join(Thread& thread, TeamId joined, Timestamp time) {
  const bool waits = thread.released && at(*thread.released).team == joined;
  const bool works = !thread.teams.empty() && at(thread.teams.back()).team == joined;
  if (!waits && !works) return;
  const Timestamp now = std::max(time, thread.last);
  at(joined).joined = false;  // joined only now
  if (works && at(thread.teams.back()).kind == Kind::League) {
    thread.time = std::max(thread.time, now);
    go_on_without_team(thread);
  }
  if (const auto interruption = thread.interruption) {
    end_interruption(thread, now);
    if (now < interruption->end)
      thread.interruption = {std::max(now, interruption->begin), interruption->end};
  }
  pass(thread, now);
  at(joined).joined = true;
  if (waits) {
    thread.released.reset();
  } else if (at(thread.teams.back()).kind == Kind::League) {
    end_work(thread);
  }
  note_idling(thread, now);
}

// A thread of the program.
InstanceId ProcessModel::follow(Thread& thread, const ThreadBegin&) {
  const bool begins = !thread.alone || thread.lives;
  if (!begins || !thread.teams.empty() || !thread.stack.empty() || thread.fork)
    return own_top(thread);
  pass(thread, thread.time);
  thread.lives = true;
  thread.ended = false;
  thread.released.reset();
  thread.alone = true;
  return own_top(thread);
}

InstanceId ProcessModel::follow(Thread& thread, const ThreadEnd&) {
  if (!thread.lives) return own_top(thread);
  pass(thread, thread.time);
  thread.ended = true;
  return own_top(thread);
}

InstanceId ProcessModel::follow(Thread& thread, const ThreadTaskCreate&) {
  if (!thread.teams.empty())
    team_of(thread.teams.back())
        .creations.push_back(
            {thread.time, model_.step_of[thread.location.index()].back(), thread.teams.back()});
  return own_top(thread);
}

void ProcessModel::change_task(const Thread& thread, TaskChange change) {
  if (thread.teams.empty()) return;
  change.time = thread.time;
  change.step = model_.step_of[thread.location.index()].back();
  at(thread.teams.back()).changes.push_back(change);
}

InstanceId ProcessModel::follow(Thread& thread, const ThreadTaskSwitch& change) {
  if (change.generation == 0) {
    end_task(thread);
    change_task(thread, {});
  } else {
    begin_task(thread);
    change_task(thread, {{}, 0, TaskChange::Kind::Explicit, change.creator, change.generation});
  }
  return own_top(thread);
}

InstanceId ProcessModel::follow(Thread& thread, const ThreadTaskComplete&) {
  end_task(thread);
  if (!thread.teams.empty()) {
    const auto& changes = at(thread.teams.back()).changes;
    if (!changes.empty() && changes.back().kind == TaskChange::Kind::Explicit)
      change_task(thread, {{}, 0, TaskChange::Kind::None, 0, 0});
  }
  return own_top(thread);
}

}  // namespace lull::reference
