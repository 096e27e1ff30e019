// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/replay/threads/team_waits.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace lull::analysis {

using TaskKind = TeamInstance::Task::Kind;

void TeamWaits::create_task(const Membership& team, Timestamp now) {
  barriers_.work(now);
  team.team->create_task(team.place, now);
}

void TeamWaits::switch_task(const Membership& team, const ThreadTaskSwitch& event, Timestamp now) {
  team.member().task = event.generation == 0 ? TeamInstance::Task{}
                                             : TeamInstance::Task{TaskKind::Explicit, event.creator,
                                                                  event.generation};
  turn_to_another_task(team, now);
}

// Until the next switch, the runtime runs.
bool TeamWaits::complete_task(const Membership& team, Timestamp now) {
  if (!team.member().in_explicit_task()) return false;
  team.member().task = {TaskKind::None, 0, 0};
  team.team->complete_task(team.place, now);
  turn_to_another_task(team, now);
  return true;
}

void TeamWaits::turn_to_another_task(const Membership& team, Timestamp now) {
  team.team->end_creation(team.place);
  barriers_.switch_task(team, now);
}

bool TeamWaits::open_construct(CallKind kind, RegionId region, const Membership& team,
                               std::size_t depth, const CallInstance& call) {
  if (kind == CallKind::OmpTask) {
    team.member().task_path = call.path;
  } else if (is_team_wait(kind)) {
    barriers_.enter(team, depth, kind, call.enter);
    return true;  // a task may come to a barrier
  } else {
    ordered_.open(kind, region, team, depth, call);
  }
  return false;
}

void TeamWaits::close_construct(CallKind kind, RegionId region, std::size_t depth,
                                const CallInstance& call, std::optional<std::uint64_t> waited,
                                Outbox& outbox) {
  if (is_team_wait(kind)) return close_wait(kind, region, depth, call, waited, outbox);
  if (const auto previous = ordered_.close(kind, depth, call))
    outbox.post(OrderedCall{process_.process, call, *previous});
}

void TeamWaits::close_wait(CallKind kind, RegionId region, std::size_t depth,
                           const CallInstance& call, std::optional<std::uint64_t> waited,
                           Outbox& outbox) {
  const DefectPlace place{call.location, call.leave, region};
  if (!barriers_.is_at(depth)) {
    if (is_team_barrier(kind)) process_.defects.count(DataDefect::BarrierOutsideTeam, place);
    return;
  }
  OpenBarrier left = barriers_.leave(call);
  const Teams::Pointer& team = left.membership.team;
  if (!left.is_barrier()) return close_task_wait(left, waited, outbox);
  if (!team->barriers.leave(left.number, left.part, std::move(left.busy)))
    process_.defects.count(DataDefect::BarrierTooLate, place);
  hand_on_barriers(team, place, outbox);
}

void TeamWaits::close_task_wait(const OpenBarrier& left, std::optional<std::uint64_t> waited,
                                Outbox& outbox) {
  const CallInstance& call = left.part.call;
  TaskWait wait{process_.process, call, left.since, {}, {}};
  Duration busy = left.part.busy;
  if (waited) {
    const std::uint64_t most = static_cast<std::uint64_t>((call.leave - left.since).ticks);
    wait.since = call.leave + Duration{-static_cast<std::int64_t>(std::min(*waited, most))};
    busy = left.busy ? left.busy->after(wait.since) : Duration{};
  }
  wait.idle = (call.leave - wait.since) - busy;
  if (wait.idle.ticks <= 0) return;
  const TeamInstance::Completed& cause = left.membership.team->completed_elsewhere(call.location);
  if (cause.task.location.defined() && cause.time > wait.since) wait.cause = cause.task;
  outbox.post(wait);
}

void TeamWaits::hand_on_barriers(const Teams::Pointer& team, const DefectPlace& place,
                                 Outbox& outbox) {
  process_.teams.hand_on_barriers(
      team, place.time,
      [&](std::span<ThreadBarrierMember> members) { process_.post(members, outbox); },
      [&] { process_.defects.count(DataDefect::BarrierIncomplete, place); });
}

}  // namespace lull::analysis
