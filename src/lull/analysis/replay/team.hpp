// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The fork-join teams of one process while they run.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "lull/analysis/operations.hpp"
#include "lull/analysis/replay/replay_context.hpp"

namespace lull::analysis {

// One fork with the team that works until its join.
struct TeamInstance {
  struct Member {
    CallInstance call;  // of the parallel region; path undefined until it is entered
    Timestamp start;    // the fork, or the begin for a thread that came from work of its own
    Timestamp end;      // of the thread's membership
    bool ended = false;
    std::uint32_t barriers = 0;
  };

  CommunicatorId team;       // undefined until the first member begins
  std::uint64_t number = 0;  // which instance of this team
  CallInstance fork;         // forking location and call path; enter = fork, leave = join
  bool forked = false;       // false: nobody was seen forking it
  bool joined = false;
  std::shared_ptr<TeamInstance> outermost;  // the team it was forked in; null: none
  std::vector<Member> members;

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

 private:
  [[nodiscard]] bool is_member(CommunicatorId team, LocationId location) const;

  const ReplayContext& context_;
  std::vector<Pointer> forked_;  // not joined yet, oldest first
  std::unordered_map<CommunicatorId, std::uint64_t> numbers_;
};

}  // namespace lull::analysis
