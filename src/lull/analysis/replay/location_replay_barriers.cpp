// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What LocationReplay makes of threads that wait for others of their team: in barriers, for the
// tasks that are executed there and elsewhere, for their turn in loops.
#include <algorithm>
#include <span>
#include <utility>

#include "lull/analysis/replay/location_replay.hpp"

namespace lull::analysis {

using TaskKind = TeamInstance::Task::Kind;

void LocationReplay::on(const ThreadTaskCreate&) {
  if (teams_.empty()) return;
  barriers_.work(now());
  teams_.back().team->create_task(teams_.back().place, now());
}

void LocationReplay::on(const ThreadTaskSwitch& event) {
  if (teams_.empty()) return;
  teams_.back().member().task =
      event.generation == 0
          ? TeamInstance::Task{}
          : TeamInstance::Task{TaskKind::Explicit, event.creator, event.generation};
  task_changes();
}

// Until the next switch it is the runtime that runs.
void LocationReplay::on(const ThreadTaskComplete&) {
  if (teams_.empty() || !teams_.back().member().in_explicit_task()) return;
  const Membership& team = teams_.back();
  team.member().task = {TaskKind::None, 0, 0};
  team.team->complete_task(team.place, now());
  task_changes();
}

void LocationReplay::task_changes() {
  const Membership& team = teams_.back();
  team.team->end_creation(team.place);
  barriers_.switch_task(team, now());
  update_barriers(now());
}

void LocationReplay::open_team_construct(CallKind kind) {
  if (teams_.empty()) return;
  if (kind == CallKind::OmpTask) {
    teams_.back().member().task_path = path_;
  } else if (is_team_wait(kind)) {
    barriers_.enter(teams_.back(), stack_.size(), kind, now());
    update_barriers(now());  // a task may come to a barrier
  } else {
    open_in_order(kind);
  }
}

// A wait of the thread's, or any part of an ordered loop.
void LocationReplay::close_team_construct(const Frame& frame, Outbox& outbox) {
  if (!is_team_wait(frame.kind)) return close_in_order(frame, outbox);
  if (!barriers_.is_at(stack_.size())) {
    if (is_team_barrier(frame.kind)) odd(DataDefect::BarrierOutsideTeam);
    return;
  }
  OpenBarrier left = barriers_.leave({location_, frame.path, frame.enter, now()});
  const Teams::Pointer& team = left.membership.team;
  if (!left.is_barrier()) return close_task_wait(left, outbox);
  if (!team->barriers.leave(left.number, left.part, std::move(left.busy)))
    odd(DataDefect::BarrierTooLate);
  hand_on_barriers(team, outbox);
}

void LocationReplay::close_task_wait(const OpenBarrier& left, Outbox& outbox) {
  const CallInstance& call = left.part.call;
  TaskWait wait{process_.process, call, left.since, {}, {}};
  Duration busy = left.part.busy;
  if (const auto waited = attribute(process_.context.attributes().waited)) {
    const std::uint64_t most = static_cast<std::uint64_t>((call.leave - left.since).ticks);
    wait.since = call.leave + Duration{-static_cast<std::int64_t>(std::min(*waited, most))};
    busy = left.busy ? left.busy->after(wait.since) : Duration{};
  }
  wait.idle = (call.leave - wait.since) - busy;
  if (wait.idle.ticks <= 0) return;
  const TeamInstance::Completed& cause = left.membership.team->completed_elsewhere(location_);
  if (cause.task.location.defined() && cause.time > wait.since) wait.cause = cause.task;
  outbox.post(wait);
}

void LocationReplay::open_in_order(CallKind kind) {
  const Membership& team = teams_.back();
  if (kind == CallKind::OmpLoop) {
    const OrderedLoops::Place place = team.team->loops.enter(team.place, stack_.top().region);
    ordered_.push_back({stack_.size(), kind, team.team, place, {}, {}, false});
    return;
  }
  if (kind == CallKind::OmpOrdered) {
    OrderedLoops::Place place{};
    for (const OpenOrdered& open : ordered_)
      if (open.kind == CallKind::OmpLoop && open.team == team.team) place = open.place;
    ordered_.push_back({stack_.size(), kind, team.team, place, {}, {}, false});
    return;
  }
  const bool has_turn = kind == CallKind::OmpOrderedBlock && !ordered_.empty() &&
                        ordered_.back().kind == CallKind::OmpOrdered &&
                        ordered_.back().depth + 1 == stack_.size() && !ordered_.back().has_block;
  if (!has_turn) return;
  OpenOrdered& ordered = ordered_.back();
  ordered.has_block = true;
  OrderedLoops::Block& last = team.team->loops.last_block(ordered.place);
  ordered.block = {location_, path_, now(), now()};
  if (last.call.location.defined() && last.call.location != location_) {
    ordered.previous = last.call;
    if (last.open || last.call.leave > now()) ordered.previous.leave = now();
  }
  last = {ordered.block, true};
}

void LocationReplay::close_in_order(const Frame& frame, Outbox& outbox) {
  if (ordered_.empty()) return;
  OpenOrdered& ordered = ordered_.back();
  if (frame.kind == CallKind::OmpOrderedBlock) {
    if (!ordered.has_block || ordered.depth + 1 != stack_.size()) return;
    OrderedLoops::Block& last = ordered.team->loops.last_block(ordered.place);
    const bool is_last =
        last.open && last.call.location == location_ && last.call.enter == ordered.block.enter;
    if (is_last) last = {{location_, frame.path, frame.enter, now()}, false};
    return;
  }
  if (ordered.depth != stack_.size()) return;
  if (ordered.previous.location.defined())
    outbox.post(OrderedCall{process_.process, open_call(frame).instance(), ordered.previous});
  ordered_.pop_back();
}

void LocationReplay::hand_on_barriers(const Teams::Pointer& team, Outbox& outbox) {
  process_.teams.hand_on_barriers(
      team, now(), [&](std::span<ThreadBarrierMember> members) { process_.post(members, outbox); },
      [&] { odd(DataDefect::BarrierIncomplete); });
}

}  // namespace lull::analysis
