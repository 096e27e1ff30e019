// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The barriers of teams that one thread is in, and how much of the time in each it did not wait but
// worked: as long as an explicit task is its current one at the level of the barrier's team, as
// something else is open within the barrier, a team that was forked there is not joined, or the
// measurement interrupts it. All but the innermost barrier are busy with that one. Constant time
// per event.
#pragma once

#include <cassert>
#include <cstddef>
#include <vector>

#include "lull/analysis/operations.hpp"
#include "lull/analysis/replay/team.hpp"

namespace lull::analysis {

struct OpenBarrier {
  Membership membership;
  TeamBarriers::Number number = 0;
  std::size_t depth = 0;  // of the stack, the barrier included
  ThreadBarrierMember part;
  Timestamp busy_since;
  bool is_busy = false;
};

class OpenBarriers {
 public:
  [[nodiscard]] bool empty() const { return open_.empty(); }
  // Whether the frame at this depth of the stack is the innermost barrier.
  [[nodiscard]] bool is_at(std::size_t depth) const {
    return !open_.empty() && open_.back().depth == depth;
  }

  void enter(const Membership& membership, std::size_t depth, CallKind kind, Timestamp time) {
    OpenBarrier barrier;
    barrier.membership = membership;
    barrier.number = membership.member().barriers++;
    barrier.depth = depth;
    barrier.part.kind = kind;
    membership.team->barriers.enter(barrier.number);
    update(depth, true, time);
    open_.push_back(barrier);
  }
  // The innermost one, when `call` is over.
  [[nodiscard]] OpenBarrier leave(const CallInstance& call) {
    assert(!open_.empty());
    end_busy(open_.back(), call.leave);
    OpenBarrier barrier = open_.back();
    barrier.part.call = call;
    open_.pop_back();
    return barrier;
  }
  // After an event that opens or closes a region, switches tasks, begins or ends an interruption.
  void update(std::size_t depth, bool elsewhere, Timestamp time) {
    if (open_.empty()) return;
    OpenBarrier& barrier = open_.back();
    const bool busy =
        elsewhere || depth > barrier.depth || barrier.membership.member().in_explicit_task();
    if (busy && (!barrier.is_busy || time < barrier.busy_since)) {
      barrier.is_busy = true;
      barrier.busy_since = time;
    } else if (!busy) {
      end_busy(barrier, time);
    }
  }

 private:
  static void end_busy(OpenBarrier& barrier, Timestamp time) {
    if (!barrier.is_busy) return;
    barrier.is_busy = false;
    if (time <= barrier.busy_since) return;
    barrier.part.busy += time - barrier.busy_since;
    barrier.part.busy_until = time;
  }

  std::vector<OpenBarrier> open_;
};

}  // namespace lull::analysis
