// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The waits of one thread for others in its teams, in barriers and for tasks, and the part of each
// during which it worked: while the thread executes another explicit task than the waiting one for
// that team, while something else is open within the wait, while a team forked there is not joined,
// or while the measurement interrupts it. All but the innermost wait count as working. Constant
// time per event.
#pragma once

#include <cassert>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "lull/analysis/events/thread_operations.hpp"
#include "lull/analysis/replay/state/busy_time.hpp"
#include "lull/analysis/replay/state/team.hpp"

namespace lull::analysis {

struct OpenBarrier {
  Membership membership;
  TeamBarriers::Number number = 0;  // for barriers
  std::size_t depth = 0;            // stack depth, including the barrier
  ThreadBarrierMember part;
  TeamInstance::Task task;         // the waiting task; for barriers the implicit one
  Timestamp since;                 // for task waits: when the waiting task last worked in the wait
  std::unique_ptr<BusyTime> busy;  // recent part of part.busy; may be null
  Timestamp busy_since;
  bool is_busy = false;

  [[nodiscard]] bool is_barrier() const { return is_team_barrier(part.kind); }
};

class OpenBarriers {
 public:
  [[nodiscard]] bool empty() const { return open_.empty(); }
  // Returns whether the frame at this stack depth is the innermost wait.
  [[nodiscard]] bool is_at(std::size_t depth) const {
    return !open_.empty() && open_.back().depth == depth;
  }

  void enter(const Membership& membership, std::size_t depth, CallKind kind, Timestamp time) {
    update(depth, true, time, {});
    OpenBarrier& barrier = open_.emplace_back();
    barrier.membership = membership;
    barrier.depth = depth;
    barrier.part.kind = kind;
    barrier.since = time;
    TeamInstance::Member& member = membership.member();
    if (barrier.is_barrier()) {
      barrier.number = member.barriers++;
      membership.team->barriers.enter(barrier.number, time);
      member.in_barrier = true;
      begin_waiting(barrier, time);
    } else {
      barrier.task = member.task;
    }
    if (kind != CallKind::OmpTaskgroup) membership.team->end_creation(membership.place);
  }
  // Removes and returns the innermost wait when `call` is over.
  [[nodiscard]] OpenBarrier leave(const CallInstance& call) {
    assert(!open_.empty());
    end_busy(open_.back(), call.leave);
    OpenBarrier barrier = std::move(open_.back());
    barrier.part.call = call;
    open_.pop_back();
    if (barrier.is_barrier()) {
      end_waiting(barrier);
      barrier.membership.member().in_barrier = false;
    }
    return barrier;
  }
  // Call after an event that opens or closes a region, switches tasks, begins or ends an
  // interruption.
  void update(std::size_t depth, bool elsewhere, Timestamp time, LocalPathId path) {
    if (open_.empty()) return;
    OpenBarrier& barrier = open_.back();
    const bool busy = elsewhere || depth > barrier.depth ||
                      barrier.membership.member().in_other_task(barrier.task);
    if (busy && (!barrier.is_busy || time < barrier.busy_since)) {
      barrier.is_busy = true;
      barrier.busy_since = time;
    } else if (!busy) {
      end_busy(barrier, time);
    }
    if (busy && depth == barrier.depth + 1 && path.defined()) barrier.part.busy_path = path;
  }
  // The thread turns to another task, or to none, of its innermost team.
  void switch_task(const Membership& membership, Timestamp time) {
    if (open_.empty()) return;
    OpenBarrier& barrier = open_.back();
    if (!barrier.is_barrier() || barrier.membership.team != membership.team) return;
    if (membership.member().in_explicit_task())
      end_waiting(barrier);
    else
      begin_waiting(barrier, time);
  }
  // An event shows that the current task works: a wait in a taskgroup begins only now.
  void work(Timestamp time) {
    if (open_.empty() || open_.back().part.kind != CallKind::OmpTaskgroup) return;
    OpenBarrier& group = open_.back();
    if (group.membership.member().task != group.task) return;
    group.since = time;
    group.part.busy = {};
    group.busy.reset();
    if (group.is_busy) group.busy_since = time;
  }

 private:
  static void end_busy(OpenBarrier& barrier, Timestamp time) {
    if (!barrier.is_busy) return;
    barrier.is_busy = false;
    if (time <= barrier.busy_since) return;
    barrier.part.busy += time - barrier.busy_since;
    barrier.part.busy_until = time;
    const Timestamp settled = barrier.is_barrier()
                                  ? barrier.membership.team->barriers.last_enter(barrier.number)
                                  : barrier.since;
    if (barrier.busy == nullptr) barrier.busy = std::make_unique<BusyTime>();
    barrier.busy->add(barrier.busy_since, time, settled);
  }
  static void begin_waiting(OpenBarrier& barrier, Timestamp time) {
    const TeamInstance::Member& member = barrier.membership.member();
    if (!member.in_explicit_task() && !member.waiter.waits)
      barrier.membership.team->begin_waiting(barrier.membership.place, time);
  }
  static void end_waiting(OpenBarrier& barrier) {
    barrier.part.starved += barrier.membership.team->end_waiting(barrier.membership.place);
  }

  std::vector<OpenBarrier> open_;
};

}  // namespace lull::analysis
