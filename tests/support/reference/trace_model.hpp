// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A whole trace in memory, with every region instance, fork-join team and call path worked out.
// Built once by load_trace, then read by the formulas. Memory and time are linear in the events.
#pragma once

#include <string>
#include <vector>

#include "lull/trace/cursor.hpp"

namespace lull::reference {

using InstanceId = Id<struct InstanceTag>;
using MembershipId = Id<struct MembershipTag>;
using TeamId = Id<struct TeamTag>;
using PathId = Id<struct PathTag>;

struct EventRef {
  LocationId location;
  std::size_t index = 0;
};

// One execution of a region, or of the whole program.
struct RegionInstance {
  RegionId region;  // undefined: the program
  LocationId location;
  Timestamp enter, leave;   // as recorded
  Timestamp start, stop;    // the time it accounts for: a parallel region's from fork to join
  InstanceId parent;        // on the same location, or the forking one; undefined: a root
  MembershipId membership;  // the innermost team at its enter
  PathId path;
};

// One fork-join: a team of threads at work.
struct Team {
  LocationId master;
  InstanceId forker;  // the instance that forked
  Timestamp fork, join;
  CommunicatorId communicator;
  std::vector<MembershipId> members;
};

struct TimeSpan {
  Timestamp begin, end;
};

// One thread's part in a team.
struct Membership {
  LocationId location;
  CommunicatorId communicator;
  Timestamp begin, end;
  TeamId team;                  // undefined when no fork fits
  InstanceId parallel;          // its instance of the parallel region
  std::vector<TimeSpan> tasks;  // in which an explicit task was its current one
};

struct TraceModel {
  const Definitions* definitions = nullptr;
  std::vector<std::vector<Event>> events;            // by location, without metric samples
  std::vector<std::vector<InstanceId>> instance_of;  // by location and event: the innermost open
                                                     // instance; its own for Enter and Leave
  std::vector<RegionInstance> instances;             // those of a location in order of their enter
  std::vector<Team> teams;
  std::vector<Membership> memberships;
  std::vector<std::string> paths;
  std::vector<TimeSpan> process_span;  // by process: first to last event of its CPU threads

  [[nodiscard]] const RegionInstance& operator[](InstanceId id) const {
    return instances[id.index()];
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
  // Null for the program.
  [[nodiscard]] const Region* region_of(InstanceId id) const;
  [[nodiscard]] std::string_view name_of(InstanceId id) const;  // "" for the program

  // All events of a process's threads in one sequence: by time, each thread's order preserved.
  [[nodiscard]] std::vector<EventRef> events_of(ProcessId process) const;
};

[[nodiscard]] TraceModel load_trace(const TraceSource& source);

}  // namespace lull::reference
