// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The fork-join teams of one process while they run.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "lull/analysis/operations.hpp"
#include "lull/analysis/replay/replay_context.hpp"
#include "lull/analysis/replay/team_barriers.hpp"

namespace lull::analysis {

// One fork with the team that works until its join.
struct TeamInstance {
  enum class Task : std::uint8_t { Implicit, Explicit, None };
  struct Member {
    CallInstance call;  // of the parallel region; path undefined until it is entered
    Timestamp start;    // the fork, or the begin for a thread that came from work of its own
    Timestamp end;      // of the thread's membership
    bool ended = false;
    TeamBarriers::Number barriers = 0;  // the next one that it comes to
    Task task = Task::Implicit;         // that it executes for this team

    [[nodiscard]] bool in_explicit_task() const { return task == Task::Explicit; }
  };

  CommunicatorId team;  // undefined until the first member begins
  CallInstance fork;    // forking location and call path; enter = fork, leave = join
  bool forked = false;  // false: nobody was seen forking it
  bool joined = false;
  std::shared_ptr<TeamInstance> outermost;  // the team it was forked in; null: none
  std::vector<Member> members;
  TeamBarriers barriers;

  [[nodiscard]] bool has(LocationId location) const;
  // Whether it has entered the parallel region.
  [[nodiscard]] bool works(LocationId location) const;
  // The forking thread's call path of the parallel region; where it forked if it is not in it.
  [[nodiscard]] CallPathOnLocation master_path() const;
};

// One thread's place in a team.
struct Membership {
  std::shared_ptr<TeamInstance> team;
  std::size_t place = 0;
  std::size_t depth = 0;  // of the thread's stack when it became a member

  [[nodiscard]] TeamInstance::Member& member() const { return team->members[place]; }
};

class Teams {
 public:
  using Pointer = std::shared_ptr<TeamInstance>;

  explicit Teams(const ReplayContext& context) : context_(context) {}

  void fork(LocationId location, LocalPathId path, Timestamp time, Pointer outermost);
  // The instance that `location` becomes a member of.
  Membership begin(LocationId location, CommunicatorId team, Timestamp time);
  // The instance that `location` forked last, taken off the list; null when there is none.
  Pointer join(LocationId location, Timestamp time);
  // hand_on(members) for all barriers of `team` that were over before `now`. Those that are over
  // by now are handed on later, whatever becomes of the team.
  template <class HandOn, class GiveUp>
  void hand_on_barriers(const Pointer& team, Timestamp now, HandOn hand_on, GiveUp give_up) {
    team->barriers.hand_on_before(now, hand_on, give_up);
    if (team->barriers.is_over() && std::ranges::find(over_, team) == over_.end())
      over_.push_back(team);
  }
  template <class HandOn>
  void hand_on_barriers(Timestamp now, HandOn hand_on) {
    std::erase_if(over_, [&](const Pointer& team) {
      team->barriers.hand_on_before(now, hand_on, [] {});
      return !team->barriers.is_over();
    });
  }

 private:
  [[nodiscard]] bool is_member(CommunicatorId team, LocationId location) const;

  const ReplayContext& context_;
  std::vector<Pointer> forked_;  // not joined yet, oldest first
  std::vector<Pointer> over_;    // teams with barriers that were over a moment ago
};

}  // namespace lull::analysis
