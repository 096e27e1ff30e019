// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Follows the threads of one process: what each has open, which teams it is in, and whose the time
// is that passes. Part of load_trace.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "support/reference/trace_model.hpp"

namespace lull::reference {

// Whose the time is that passes on a thread.
struct Owner {
  enum class Kind {
    Nobody,      // it idles
    Outside,     // a thread of the program's own, outside of all regions
    Own,         // the instance's
    Management,  // the parallel region's that was left, until its team is joined
    Fork         // not known: the thread has forked a team and done nothing since
  };
  Kind kind = Kind::Nobody;
  InstanceId instance;
};

struct Frame {
  InstanceId instance;  // of a base: where the team was forked
  bool base = false;    // below it is what the thread had open before it began to work for a team
};

struct Thread {
  LocationId location;
  bool alone = false;
  bool lives = false;  // the trace tells when threads begin and end here,
  bool ended = false;  // and the last one has
  std::vector<Frame> stack;
  std::vector<MembershipId> teams;
  std::vector<std::size_t> depths;  // of the stack in each of them
  std::optional<TeamId> fork;       // just forked
  std::optional<MembershipId> released;
  std::optional<TimeSpan> interruption;  // by the measurement, as it says
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
  // The innermost instance that the thread itself has open.
  static InstanceId own_top(const Thread& thread);
  Owner of_stack(const Thread& thread);
  Owner owner_of(const Thread& thread);
  void note_idling(Thread& thread, Timestamp now);
  void add(const Thread& thread, TimeSpan span, const Owner& owner, bool overhead = false);

  // What has passed belongs to whom it belonged so far.
  void pass(Thread& thread, Timestamp until);

  // At most until the next event: that one was recorded.
  void end_interruption(Thread& thread, Timestamp now);

  // The time since the fork was no team's.
  void go_on_without_team(Thread& thread);
  void close_top(Thread& thread);
  void end_membership(Thread& thread);

  // Of the master's outermost parallel region: when it is left, and the work for its team over.
  void end_master_region(const Thread& thread);
  void begin_task(Thread& thread);
  void end_task(Thread& thread);
  void change_task(const Thread& thread, TaskChange change);

  // A thread that was in no team and did nothing belongs to a league that was forked, or else is
  // one of the program's own.
  void begin_to_work(Thread& thread);
  bool begin_in_league(Thread& thread);
  void join_team(Thread& thread, TeamId team, Kind kind);

  [[nodiscard]] bool is_member(TeamId team, LocationId location);
  // Of the process's teams that are not joined.
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

  // The team that a thread begins to work in: one that it has forked itself and not begun in, last;
  // else the last one of this communicator; of those in which nobody has begun, the last that a
  // member of the communicator has forked; or, where that is the thread and one that forked, that
  // one's last. Undefined: a team of its own that nobody has forked.
  TeamId find_team(const Thread& thread, CommunicatorId communicator);
  InstanceId open(Thread& thread, RegionId region);

  // It lasts from the fork, where the thread did nothing else since.
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

// The model's events, order and process spans must be there.
void follow_process(TraceModel& model, ProcessId process);

}  // namespace lull::reference
