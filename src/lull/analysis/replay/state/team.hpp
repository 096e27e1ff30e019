// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The fork-join teams of one process while they run.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "lull/analysis/events/operations.hpp"
#include "lull/analysis/replay/state/ordered_loops.hpp"
#include "lull/analysis/replay/state/replay_context.hpp"
#include "lull/analysis/replay/state/task_creation.hpp"
#include "lull/analysis/replay/state/team_barriers.hpp"

namespace lull::analysis {

// One fork with the team that works until its join.
struct TeamInstance {
  // None: the runtime looks for a task.
  struct Task {
    enum class Kind : std::uint8_t { Implicit, Explicit, None };

    Kind kind = Kind::Implicit;
    std::uint32_t creator = 0;
    std::uint32_t generation = 0;
    friend bool operator==(const Task&, const Task&) = default;
  };
  struct Member {
    CallInstance call;  // the parallel region; path undefined until it is entered
    Timestamp start;    // when its part began: the fork, or when it came from other work
    TeamBarriers::Number barriers = 0;  // the next one that it will reach
    Task task{};                        // the task that it executes for this team
    LocalPathId task_path;              // the last task region that it entered
    bool in_barrier = false;            // true while in a barrier of this team
    TaskCreation::Waiter waiter{};

    [[nodiscard]] bool in_explicit_task() const { return task.kind == Task::Kind::Explicit; }
    // Returns whether it executes an explicit task other than `own`.
    [[nodiscard]] bool in_other_task(const Task& own) const {
      if (own.kind != Task::Kind::Explicit) return in_explicit_task();
      return task.kind != Task::Kind::None && task != own;
    }
  };
  // A completed task.
  struct Completed {
    CallPathOnLocation task;
    Timestamp time;
  };

  CommunicatorId team;  // undefined until the first member begins
  CallInstance fork;    // forking location and call path; enter = fork, leave = join
  bool forked = false;  // false: the fork was not seen
  bool joined = false;
  // No thread was seen beginning in it, but others work: the initial threads of a league of teams.
  bool league = false;
  bool over = false;  // a barrier was over a moment ago; the team is in Teams::over_
  std::vector<Member> members;
  TeamBarriers barriers;
  std::unique_ptr<TaskCreation> creation;  // null until the first task
  std::array<Completed, 2> completed{};    // last, and last on a different thread
  OrderedLoops loops;

  // The member waits, or turns to another task.
  void end_creation(std::size_t place) {
    if (creation != nullptr) creation->end_run(place);
  }
  void begin_waiting(std::size_t place, Timestamp time) {
    TaskCreation::Waiter& waiter = members[place].waiter;
    waiter.waits = true;
    if (creation != nullptr) creation->begin_waiting(place, waiter, time);
  }
  // Returns how long other members created tasks meanwhile.
  [[nodiscard]] Duration end_waiting(std::size_t place) {
    TaskCreation::Waiter& waiter = members[place].waiter;
    if (creation != nullptr) return creation->end_waiting(waiter);
    waiter.waits = false;
    return {};
  }
  void add_member(LocationId location, Timestamp time) {
    constexpr std::size_t kUsual = 4;
    if (members.empty()) members.reserve(kUsual);
    Member& member = members.emplace_back();
    member.call = {location, {}, time, time};
    member.start = time;
  }
  void create_task(std::size_t place, Timestamp time) {
    if (members[place].in_barrier) return;
    if (creation == nullptr) creation = std::make_unique<TaskCreation>();
    creation->create(
        place, time, [this](std::size_t other) -> auto& { return members[other].waiter; });
  }
  void complete_task(std::size_t place, Timestamp time) {
    const Member& member = members[place];
    const Completed task{{member.call.location, member.task_path}, time};
    if (completed[0].task.location != member.call.location) completed[1] = completed[0];
    completed[0] = task;
  }
  // The last one on another thread.
  [[nodiscard]] const Completed& completed_elsewhere(LocationId location) const {
    return completed[completed[0].task.location == location ? 1 : 0];
  }
  [[nodiscard]] bool has(LocationId location) const;
};

// One thread's place in a team.
struct Membership {
  enum class Kind : std::uint8_t {
    Own,     // it has forked the team and continues from there
    Worker,  // it works for another thread's team, above a base of its stack
    League   // a worker without begin and end events: until the join
  };

  std::shared_ptr<TeamInstance> team;
  std::size_t place = 0;
  Kind kind = Kind::Worker;
  std::size_t depth = 0;  // the thread's stack depth, including its base
  Timestamp begin;

  [[nodiscard]] TeamInstance::Member& member() const { return team->members[place]; }
};

class Teams {
 public:
  using Pointer = std::shared_ptr<TeamInstance>;

  static constexpr std::size_t kDepth = 4;      // nested teams that each thread may have forked
  static constexpr std::size_t kPatience = 64;  // further teams

  explicit Teams(const ReplayContext& context) : context_(context) {}
  // Number of threads of the process.
  void set_threads(std::size_t threads) { limit_ = kPatience + kDepth * threads; }

  void fork(LocationId location, LocalPathId path, Timestamp time);
  // Returns the instance that `location` becomes a member of: the last instance that it has forked
  // itself and not begun in; otherwise the last instance of this team; otherwise the last instance
  // that a member of this team has forked and in which no thread has begun; or, if the team is
  // recorded as consisting of the thread and the forking thread, the last instance that the forking
  // thread has forked.
  Membership begin(LocationId location, CommunicatorId team, Timestamp time);
  // Does the same for a thread that begins to work; empty if no league was forked.
  std::optional<Membership> begin_in_league(LocationId location, Timestamp time);
  // Removes and returns the instance that `location` forked last; null if there is none.
  Pointer join(LocationId location, Timestamp time);
  // If there are more instances than the process's threads can have open, removes and returns the
  // instance that was forked first, whose join is no longer awaited; otherwise returns null.
  Pointer give_up(Timestamp time);
  // Returns whether any instance is forked and not joined.
  [[nodiscard]] bool has_forks() const { return !forked_.empty(); }
  // Returns whether there are barriers to hand on later.
  [[nodiscard]] bool has_barriers() const { return !over_.empty(); }
  // Calls hand_on(barrier) for all barriers of `team` that were over before `now`. Those that are
  // over at `now` are handed on later, independent of the team.
  template <class HandOn, class GiveUp>
  void hand_on_barriers(const Pointer& team, Timestamp now, HandOn hand_on, GiveUp give_up) {
    team->barriers.hand_on_before(now, hand_on, give_up);
    if (!team->barriers.is_over() || team->over) return;
    team->over = true;
    over_.push_back(team);
  }
  template <class HandOn>
  void hand_on_barriers(Timestamp now, HandOn hand_on) {
    std::erase_if(over_, [&](const Pointer& team) {
      team->barriers.hand_on_before(now, hand_on, [] {});
      team->over = team->barriers.is_over();
      return !team->over;
    });
  }

 private:
  Pointer take(const Pointer& instance, Timestamp time);
  [[nodiscard]] bool is_member(CommunicatorId team, LocationId location) const;
  [[nodiscard]] bool is_pair(CommunicatorId team, LocationId one, LocationId other) const;
  [[nodiscard]] Pointer find(LocationId location, CommunicatorId team) const;
  // Returns the last instance that fits and is not joined; null if there is none.
  template <class Fits>
  [[nodiscard]] Pointer last_forked(Fits fits) const {
    for (auto instance = forked_.rbegin(); instance != forked_.rend(); ++instance)
      if (fits(**instance)) return *instance;
    return nullptr;
  }

  const ReplayContext& context_;
  std::size_t limit_ = kPatience;
  std::vector<Pointer> forked_;  // not joined yet, oldest first
  std::vector<Pointer> over_;    // teams with barriers that were over a moment ago
};

}  // namespace lull::analysis
