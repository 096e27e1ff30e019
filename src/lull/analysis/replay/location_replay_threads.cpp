// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <utility>

#include "lull/analysis/replay/location_replay.hpp"

namespace lull::analysis {

using State = LocationClock::State;

void LocationReplay::on(const ThreadFork&) {
  account();
  process_.teams.fork(location_, path_, now(), teams_.empty() ? nullptr : teams_.front().team);
  clock_.enter(State::Suspended);  // until it is known which parallel region this was
}

void LocationReplay::on(const ThreadTeamBegin& event, Outbox& outbox) {
  account();
  if (!event.team.defined()) odd(Oddity::UndefinedCommunicator);
  teams_.push_back(process_.teams.begin(location_, event.team, now()));
  teams_.back().depth = stack_.size();
  const Teams::Pointer team = teams_.back().team;
  hand_on_barriers(team, outbox);
  teams_.back().member().barriers = team->barriers.begin_member();
  if (!team->forked) odd(Oddity::TeamWithoutFork);
  if (team->fork.location == location_) return;
  const LocalPathId base =
      team->fork.path.defined()
          ? tree.attach(team->fork.location, team->fork.path, process_.key_of(team->fork))
          : LocalPathId(LocalCallTree::kRoot);
  stack_.push({RegionId{}, base, now(), CallKind::Other, true});
  stack_.begin_base();
  path_ = base;
  clock_.enter(State::Suspended);
}

// The first region that a member of a team enters is the parallel region; for each member it
// lasts from the fork, and what comes before its own start is management.
void LocationReplay::enter_parallel_region() {
  if (teams_.empty()) return;
  TeamInstance::Member& member = teams_.back().member();
  if (member.call.path.defined()) return;
  const TeamInstance& team = *teams_.back().team;
  member.call = {location_, path_, now(), now()};
  tree[path_].parallel = true;
  if (team.joined) return;
  // A thread with a life of its own had its time accounted for until it became a member.
  const bool idled = !stands_alone_ || team.fork.location == location_;
  if (idled) member.start = std::min(team.fork.enter, now());
  const Duration forking = now() - member.start;
  tree[path_].time += forking;
  if (forking.ticks > 0) tree.management[path_] += forking;
}

void LocationReplay::leave_parallel_region() {
  TeamInstance::Member& member = teams_.back().member();
  member.call.leave = member.end = now();
  path_ = member.call.path;
  if (!clock_.suspended()) clock_.enter(State::Managing);
}

void LocationReplay::on(const ThreadTeamEnd&, Outbox& outbox) {
  account();
  if (teams_.empty()) return;
  const Teams::Pointer team = teams_.back().team;
  if (team->fork.location == location_ && team->forked) return;  // goes on until the join
  const std::size_t base = team->fork.location == location_ ? 0 : 1;
  while (stack_.size() > teams_.back().depth + base) close_frame(outbox);
  account();
  teams_.back().member().end = now();
  teams_.back().member().ended = true;
  if (base > 0) {
    stack_.end_base();
    stack_.pop();
  }
  end_membership(outbox);
  const bool idles = stack_.empty() && (!stands_alone_ || !teams_.empty());
  clock_.enter(idles ? State::Suspended : State::Running);
  path_ = stack_.empty() ? LocalPathId(LocalCallTree::kRoot) : stack_.top().path;
  if (team->joined) joined(*team);
}

void LocationReplay::on(const ThreadJoin&, Outbox& outbox) {
  account();
  if (const Teams::Pointer team = process_.teams.join(location_, now())) join(team, outbox);
}

void LocationReplay::join_open_teams(Outbox& outbox) {
  while (const Teams::Pointer team = process_.teams.join(location_, now())) join(team, outbox);
}

void LocationReplay::join(const Teams::Pointer& team, Outbox& outbox) {
  if (!teams_.empty() && teams_.back().team == team) end_membership(outbox);
  if (clock_.suspended())  // no region was entered since the fork
    tree[team->fork.path].time += now() - team->fork.enter;
  clock_.enter(State::Running);
  path_ = stack_.empty() ? LocalPathId(LocalCallTree::kRoot) : stack_.top().path;
  for (const TeamInstance::Member& member : team->members)
    outbox.post(ParallelRegionMember{process_.process,
                                     static_cast<std::uint32_t>(team->members.size()), team->fork,
                                     member.call, member.start});
  process_.finished_teams.push_back(team);
}

void LocationReplay::joined(const TeamInstance& instance) {
  for (const TeamInstance::Member& member : instance.members) {
    if (member.call.location != location_ || location_ == instance.fork.location) continue;
    if (stands_alone_) continue;
    if (!member.call.path.defined() || !member.ended || instance.fork.leave <= member.end) continue;
    const Duration waiting = instance.fork.leave - member.end;
    tree[member.call.path].time += waiting;
    tree.management[member.call.path] += waiting;
  }
}

void LocationReplay::on(const ThreadTaskSwitch& event) {
  if (teams_.empty()) return;
  using Task = TeamInstance::Task;
  teams_.back().member().task = event.generation == 0 ? Task::Implicit : Task::Explicit;
  barriers_.update(stack_.size(), false, now());
}

// Until the next switch it is the runtime that runs.
void LocationReplay::on(const ThreadTaskComplete&) {
  if (teams_.empty() || !teams_.back().member().in_explicit_task()) return;
  teams_.back().member().task = TeamInstance::Task::None;
  barriers_.update(stack_.size(), false, now());
}

void LocationReplay::open_thread_barrier(CallKind kind) {
  if (!teams_.empty()) barriers_.enter(teams_.back(), stack_.size(), kind, now());
}

void LocationReplay::close_thread_barrier(const Frame& frame, Outbox& outbox) {
  if (!barriers_.is_at(stack_.size())) return odd(Oddity::BarrierOutsideTeam);
  const OpenBarrier left = barriers_.leave({location_, frame.path, frame.enter, now()});
  const Teams::Pointer& team = left.membership.team;
  if (!team->barriers.leave(left.number, left.part)) odd(Oddity::BarrierTooLate);
  hand_on_barriers(team, outbox);
}

void LocationReplay::end_membership(Outbox& outbox) {
  const Membership ended = teams_.back();
  teams_.pop_back();
  ended.team->barriers.end_member(ended.member().barriers, now());
  hand_on_barriers(ended.team, outbox);
}

void LocationReplay::hand_on_barriers(const Teams::Pointer& team, Outbox& outbox) {
  process_.teams.hand_on_barriers(
      team, now(), [&](std::span<ThreadBarrierMember> members) { process_.post(members, outbox); },
      [&] { odd(Oddity::BarrierIncomplete); });
}

}  // namespace lull::analysis
