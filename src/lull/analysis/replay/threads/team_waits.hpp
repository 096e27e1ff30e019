// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Follows how a thread waits for others of its teams: in barriers, for the tasks that are executed
// there and elsewhere, for its turn in ordered loops. LocationReplay calls it for constructs and
// tasks inside of teams, and tells where time goes.
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

  // Returns whether it is in no barrier, and waits for no tasks.
  [[nodiscard]] bool empty() const { return barriers_.empty(); }
  // Something happens that shows the thread at work.
  void work(Timestamp now) {
    if (!barriers_.empty()) barriers_.work(now);
  }
  // Returns whether it waits in the innermost barrier, if it is in any: so from `time` on.
  void update(std::size_t depth, bool elsewhere, Timestamp time, LocalPathId path) {
    barriers_.update(depth, elsewhere, time, path);
  }

  void create_task(const Membership& team, Timestamp now);
  // update() has to follow these two.
  void switch_task(const Membership& team, const ThreadTaskSwitch& event, Timestamp now);
  // False if no explicit task is being executed.
  bool complete_task(const Membership& team, Timestamp now);

  // The innermost region, at this depth of the stack, is one of OpenMP's and was just entered.
  // Returns whether it is a barrier or a wait for tasks: update() has to follow then.
  bool open_construct(CallKind kind, RegionId region, const Membership& team, std::size_t depth,
                      const CallInstance& call);
  // It is being left. `waited`: the ticks that it waited for tasks, if the recorder says so.
  void close_construct(CallKind kind, RegionId region, std::size_t depth, const CallInstance& call,
                       std::optional<std::uint64_t> waited, Outbox& outbox);
  // Posts the barriers of the team that are over.
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
