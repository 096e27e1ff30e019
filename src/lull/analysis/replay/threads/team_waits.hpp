// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Follows how a thread waits for others in its teams: in barriers, for the tasks that are executed
// there and elsewhere, and for its turn in ordered loops. LocationReplay calls it for constructs
// and tasks inside teams, and determines where time goes.
#pragma once

#include <cstdint>
#include <optional>

#include "lull/analysis/replay/state/process_state.hpp"
#include "lull/analysis/replay/threads/open_barriers.hpp"
#include "lull/analysis/replay/threads/ordered_constructs.hpp"

namespace lull::analysis {

class TeamWaits {
 public:
  explicit TeamWaits(ProcessState& process) : process_(process) {}

  // Returns whether it is not in any barrier and does not wait for tasks.
  [[nodiscard]] bool empty() const { return barriers_.empty(); }
  // Something happens that shows the thread at work.
  void work(Timestamp now) {
    if (!barriers_.empty()) barriers_.work(now);
  }
  // Updates whether it waits in the innermost barrier, if it is in any, from `time` on.
  void update(std::size_t depth, bool elsewhere, Timestamp time, LocalPathId path) {
    barriers_.update(depth, elsewhere, time, path);
  }

  void create_task(const Membership& team, Timestamp now);
  // update() has to follow these two.
  void switch_task(const Membership& team, const ThreadTaskSwitch& event, Timestamp now);
  // Returns false if no explicit task is being executed.
  bool complete_task(const Membership& team, Timestamp now);

  // Call when the innermost region, at this depth of the stack, is an OpenMP region that was just
  // entered. Returns whether it is a barrier or a wait for tasks: update() has to follow then.
  bool open_construct(CallKind kind, RegionId region, const Membership& team, std::size_t depth,
                      const CallInstance& call);
  // Call when the region is being left. `waited`: the ticks that it waited for tasks, if recorded.
  void close_construct(CallKind kind, RegionId region, std::size_t depth, const CallInstance& call,
                       std::optional<std::uint64_t> waited, Outbox& outbox);
  // Posts the team's barriers that are over.
  void hand_on_barriers(const Teams::Pointer& team, const DefectPlace& place, Outbox& outbox);

 private:
  void close_wait(CallKind kind, RegionId region, std::size_t depth, const CallInstance& call,
                  std::optional<std::uint64_t> waited, Outbox& outbox);
  void close_task_wait(const OpenBarrier& left, std::optional<std::uint64_t> waited,
                       Outbox& outbox);
  void turn_to_another_task(const Membership& team, Timestamp now);

  ProcessState& process_;
  OpenBarriers barriers_;
  OrderedConstructs ordered_;
};

}  // namespace lull::analysis
