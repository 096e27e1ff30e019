// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A whole trace in memory, with all region instances, fork-join teams and call paths, and the owner
// of each tick of each location. Built once by load_trace, then read by the formulas. Broken traces
// are treated as follows:
//
// - A time earlier than the previous event's is replaced by that event's time.
// - Events of a process's threads are ordered by recorded time; at equal times the lower location
//   comes first; each location's own order is kept.
// - A leave closes the innermost instance of its region and everything open within it; if there is
//   none, nothing. It does not look below the place where a thread began to work for a team forked
//   by another thread; the end of that work closes all regions that it left open.
// - Regions that are open at the end end with the last event of the process.
#pragma once

#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "lull/trace/source/cursor.hpp"

namespace lull::reference {

using InstanceId = Id<struct InstanceTag>;
using MembershipId = Id<struct MembershipTag>;
using TeamId = Id<struct TeamTag>;
using PathId = Id<struct PathTag>;

struct EventRef {
  LocationId location;
  std::size_t index = 0;
};

struct TimeSpan {
  Timestamp begin, end;

  [[nodiscard]] std::int64_t length() const { return begin < end ? (end - begin).ticks : 0; }
};

// One execution of a region, or of the whole program.
struct RegionInstance {
  RegionId region;  // undefined: the program
  LocationId location;
  Timestamp enter, leave;
  InstanceId parent;          // on the same location, or the forking instance; undefined: a root
  MembershipId membership;    // the innermost team when it is entered
  std::size_t opened = 0;     // its process's step when it is entered
  std::size_t closed = 0;     // likewise, when it is left
  bool left = true;           // false: the trace ends in it
  std::vector<TimeSpan> own;  // exclusive time: without callees, teams and interruptions
  PathId path;
};

// The task that a thread executes for a team from this time on.
struct TaskChange {
  enum class Kind { Implicit, Explicit, None };

  Timestamp time;
  std::size_t step = 0;
  Kind kind = Kind::Implicit;
  std::uint32_t creator = 0, generation = 0;

  [[nodiscard]] bool same_task(const TaskChange& other) const {
    return kind == other.kind && creator == other.creator && generation == other.generation;
  }
};

struct TaskCreation {
  Timestamp time;
  std::size_t step = 0;
  MembershipId by;
};

// One fork-join: a team of threads at work.
struct Team {
  LocationId master;
  InstanceId forker;  // the instance that forked
  Timestamp fork, join;
  bool forked = false;  // false: a thread began in a team that no thread had forked
  bool joined = false;
  bool league = false;  // no member has begun, but threads that were in no team were active
  CommunicatorId communicator;
  std::vector<MembershipId> members;
  std::vector<TaskCreation> creations;
};

// One thread's part in a team.
struct Membership {
  enum class Kind { Own, Worker, League };

  LocationId location;
  TeamId team;
  Kind kind = Kind::Worker;
  Timestamp begin, end;
  InstanceId parallel;          // its instance of the parallel region
  Timestamp start;              // start of `parallel`: the fork, or the end of other work
  std::vector<TimeSpan> tasks;  // when an explicit task was its current one
  std::vector<TaskChange> changes{};
  std::size_t ended = 0;  // step, like RegionInstance::closed
};

// The owner of an interval of a location's time.
struct Segment {
  TimeSpan span;
  InstanceId instance;      // undefined: outside any region
  bool management = false;  // for the parallel region `instance`, after its end
  bool overhead = false;    // caused by the measurement
};

// An outermost parallel region of a process's first thread, from the fork to the join.
struct MasterRegion {
  TimeSpan span;
  InstanceId parallel;
};

struct TraceModel {
  const Definitions* definitions = nullptr;
  std::vector<std::vector<Event>> events;            // indexed by location
  std::vector<std::vector<InstanceId>> instance_of;  // by location and event: the innermost open
                                                     // instance; its own for Enter and Leave
  std::vector<std::vector<std::size_t>> step_of;     // by location and event: its step, like
                                                     // RegionInstance::closed
  std::vector<RegionInstance> instances;
  std::vector<Team> teams;
  std::vector<Membership> memberships;
  std::vector<std::string> paths;
  std::vector<std::vector<Segment>> segments;  // by location, in order; the rest is idle
  std::vector<bool> stands_alone;              // by location: threads that never idle
  std::vector<std::vector<EventRef>> order;    // by process: all its events in sequence
  std::vector<TimeSpan> process_span;          // by process: first to last event of its CPU threads
  std::vector<std::vector<MasterRegion>> master_regions;  // by process

  std::deque<AttributeList> attributes;  // the events'

  [[nodiscard]] const RegionInstance& operator[](InstanceId id) const {
    return instances[id.index()];
  }
  [[nodiscard]] const Membership& operator[](MembershipId id) const {
    return memberships[id.index()];
  }
  [[nodiscard]] const Event& event(const EventRef& ref) const {
    return events[ref.location.index()][ref.index];
  }
  [[nodiscard]] InstanceId instance_at(const EventRef& ref) const {
    return instance_of[ref.location.index()][ref.index];
  }
  [[nodiscard]] ProcessId process_of(LocationId location) const {
    return definitions->locations[location.index()].process;
  }
  [[nodiscard]] bool is_thread(LocationId location) const {
    return definitions->locations[location.index()].type == LocationType::CpuThread;
  }
  // Returns the process's first CPU thread; undefined if it has none.
  [[nodiscard]] LocationId master_of(ProcessId process) const;
  // Returns whether the instance is an MPI call. A message sent or received outside any such call
  // is treated as in a call that begins and ends with it.
  [[nodiscard]] bool is_mpi_call(InstanceId id) const;
  // Null for the program.
  [[nodiscard]] const Region* region_of(InstanceId id) const;
  [[nodiscard]] std::string_view name_of(InstanceId id) const;  // "" for the program
  // Returns the start of the call that contains the event.
  [[nodiscard]] Timestamp call_enter(const EventRef& ref) const {
    return is_mpi_call(instance_at(ref)) ? (*this)[instance_at(ref)].enter : event(ref).time;
  }
  // Returns the time at which the instance would have been left if its own time, up to a moment,
  // had come first.
  [[nodiscard]] Timestamp own_end(InstanceId id, Timestamp until = kEndOfTime) const;

  [[nodiscard]] const std::vector<EventRef>& events_of(ProcessId process) const {
    return order[process.index()];
  }
};

[[nodiscard]] TraceModel load_trace(const TraceSource& source);

}  // namespace lull::reference
