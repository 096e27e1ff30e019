// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What LocationReplay makes of barriers of threads, and of the tasks that are executed there.
#include <span>

#include "lull/analysis/replay/location_replay.hpp"

namespace lull::analysis {

void LocationReplay::on(const ThreadTaskSwitch& event) {
  if (teams_.empty()) return;
  using Task = TeamInstance::Task;
  teams_.back().member().task = event.generation == 0 ? Task::Implicit : Task::Explicit;
  update_barriers(now());
}

// Until the next switch it is the runtime that runs.
void LocationReplay::on(const ThreadTaskComplete&) {
  if (teams_.empty() || !teams_.back().member().in_explicit_task()) return;
  teams_.back().member().task = TeamInstance::Task::None;
  update_barriers(now());
}

void LocationReplay::open_thread_barrier(CallKind kind) {
  if (teams_.empty()) return;
  barriers_.enter(teams_.back(), stack_.size(), kind, now());
  update_barriers(now());  // a task may come to a barrier
}

void LocationReplay::close_thread_barrier(const Frame& frame, Outbox& outbox) {
  if (!barriers_.is_at(stack_.size())) return odd(Oddity::BarrierOutsideTeam);
  const OpenBarrier left = barriers_.leave({location_, frame.path, frame.enter, now()});
  const Teams::Pointer& team = left.membership.team;
  if (!team->barriers.leave(left.number, left.part)) odd(Oddity::BarrierTooLate);
  hand_on_barriers(team, outbox);
}

void LocationReplay::hand_on_barriers(const Teams::Pointer& team, Outbox& outbox) {
  process_.teams.hand_on_barriers(
      team, now(), [&](std::span<ThreadBarrierMember> members) { process_.post(members, outbox); },
      [&] { odd(Oddity::BarrierIncomplete); });
}

}  // namespace lull::analysis
