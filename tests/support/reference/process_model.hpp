// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Follows the threads of one process: their open regions, their teams, and the owner of the time
// that passes. Part of load_trace.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "support/reference/trace_model.hpp"

namespace lull::reference {

// The owner of the time that passes on a thread.
struct Owner {
  enum class Kind {
    Nobody,      // the thread is idle
    Outside,     // a thread of the program, outside any region
    Own,         // the instance
    Management,  // the parallel region that was left, until its team is joined
    Fork         // unknown: the thread has forked a team and done nothing since
  };
  Kind kind = Kind::Nobody;
  InstanceId instance;
};

struct Frame {
  InstanceId instance;  // for a base: where the team was forked
  bool base = false;    // entries below were open before the thread began to work for a team
};

struct Thread {
  LocationId location;
  bool alone = false;
  bool lives = false;  // the trace contains begins and ends of threads here,
  bool ended = false;  // and the last thread has ended
  std::vector<Frame> stack;
  std::vector<MembershipId> teams;
  std::vector<std::size_t> depths;  // the stack's depth in each team
  std::optional<TeamId> fork;       // just forked
  std::optional<MembershipId> released;
  std::optional<TimeSpan> interruption;  // the measurement's, as recorded
  Timestamp time, last, idle_since;
  bool idled = true;
};

class ProcessModel {
 public:
  ProcessModel(TraceModel& model, ProcessId process);
  void run();

 private:
  using Kind = Membership::Kind;

  RegionInstance& at(InstanceId id) { return model_.instances[id.index()]; }
  Membership& at(MembershipId id) { return model_.memberships[id.index()]; }
  Team& at(TeamId id) { return model_.teams[id.index()]; }
  Team& team_of(MembershipId id) { return at(at(id).team); }

  static InstanceId top(const Thread& thread);
  // Returns the innermost instance that the thread itself has open.
  static InstanceId own_top(const Thread& thread);
  Owner of_stack(const Thread& thread);
  Owner owner_of(const Thread& thread);
  void note_idling(Thread& thread, Timestamp now);
  void add(const Thread& thread, TimeSpan span, const Owner& owner, bool overhead = false);

  // Charges the time that has passed to its present owner.
  void pass(Thread& thread, Timestamp until);

  // The interruption ends at the next event at the latest, as that was recorded.
  void end_interruption(Thread& thread, Timestamp now);

  // The time since the fork belonged to no team.
  void go_on_without_team(Thread& thread);
  void close_top(Thread& thread);
  void end_membership(Thread& thread);

  // Ends the master's outermost parallel region: call it after the region was left and the work for
  // its team has ended.
  void end_master_region(const Thread& thread);
  void begin_task(Thread& thread);
  void end_task(Thread& thread);
  void change_task(const Thread& thread, TaskChange change);

  // A thread that was in no team and did nothing belongs to a forked league; otherwise it is one of
  // the program's own threads.
  void begin_to_work(Thread& thread);
  bool begin_in_league(Thread& thread);
  void join_team(Thread& thread, TeamId team, Kind kind);

  [[nodiscard]] bool is_member(TeamId team, LocationId location);
  // Considers the process's teams that are not joined.
  template <class Fits>
  TeamId last_forked(Fits fits) {
    for (std::size_t i = model_.teams.size(); i-- > 0;) {
      const Team& team = model_.teams[i];
      if (team.forked && !team.joined && model_.process_of(team.master) == process_ &&
          fits(team, TeamId(i)))
        return TeamId(i);
    }
    return {};
  }
  [[nodiscard]] bool has(CommunicatorId communicator, LocationId location) const;
  [[nodiscard]] const std::vector<LocationId>* members_of(CommunicatorId communicator) const;

  // Returns the team that a thread begins to work in: preferably the last one that it has forked
  // itself and not begun in; else the last one with this communicator; else the last team that a
  // member of the communicator has forked and in which no thread has begun; or, if the members are
  // the thread and one that forked, that thread's last team. Undefined: a team of its own that no
  // thread has forked.
  TeamId find_team(const Thread& thread, CommunicatorId communicator);
  InstanceId open(Thread& thread, RegionId region);

  // The instance lasts from the fork, if the thread has done nothing else since.
  void enter_parallel_region(Thread& thread, InstanceId id);
  Owner::Kind owner_before_parallel(const Thread& thread);
  InstanceId follow(Thread& thread, const ProgramBegin&) { return open(thread, {}); }
  InstanceId follow(Thread& thread, const Enter& enter) { return open(thread, enter.region); }
  InstanceId follow(Thread& thread, const Leave& leave) { return close(thread, leave.region); }
  InstanceId follow(Thread& thread, const ProgramEnd&);
  InstanceId close(Thread& thread, RegionId region);
  InstanceId follow(Thread& thread, const ThreadFork&);
  InstanceId follow(Thread& thread, const ThreadTeamBegin& begin);
  InstanceId follow(Thread& thread, const ThreadTeamEnd&);
  void end_work(Thread& thread);
  InstanceId follow(Thread& thread, const ThreadJoin&);
  void learn_of_join(Thread& thread, TeamId joined, Timestamp time);
  InstanceId follow(Thread& thread, const ThreadBegin&);
  InstanceId follow(Thread& thread, const ThreadEnd&);
  InstanceId follow(Thread& thread, const ThreadTaskCreate&);
  InstanceId follow(Thread& thread, const ThreadTaskSwitch& change);
  InstanceId follow(Thread& thread, const ThreadTaskComplete&);
  InstanceId follow(Thread& thread, const BufferFlush& flush);
  InstanceId follow(Thread& thread, const MeasurementOnOff& change);
  template <class Other>
  InstanceId follow(Thread& thread, const Other&) {
    return own_top(thread);
  }

  void finish(Thread& thread, Timestamp last);

  TraceModel& model_;
  ProcessId process_;
  std::map<LocationId, Thread> threads_;
  std::optional<MasterRegion> master_region_;
  std::size_t step_ = 0;
};

// The model's events, order and process spans must be set.
void follow_process(TraceModel& model, ProcessId process);

}  // namespace lull::reference
