// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "support/reference/thread_model.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace lull::reference {
namespace {

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
  ProcessModel(TraceModel& model, ProcessId process) : model_(model), process_(process) {
    const LocationId master = model.master_of(process);
    for (const LocationId location : model.definitions->processes[process.index()].locations) {
      Thread& thread = threads_[location];
      thread.location = location;
      thread.alone = location == master || !model.is_thread(location);
      thread.idled = !thread.alone;
    }
  }

  void run() {
    for (const EventRef& ref : model_.events_of(process_)) {
      Thread& thread = threads_.at(ref.location);
      const Event& event = model_.event(ref);
      if (ref.index == 0) thread.last = event.time;
      thread.time = event.time;
      model_.step_of[ref.location.index()].push_back(step_++);
      end_interruption(thread, thread.time);
      const InstanceId innermost =
          std::visit([&](const auto& body) { return follow(thread, body); }, event.body);
      note_idling(thread, thread.time);
      model_.instance_of[ref.location.index()].push_back(innermost);
    }
    Timestamp last;
    for (const EventRef& ref : model_.events_of(process_))
      last = std::max(last, model_.event(ref).time);
    for (const LocationId location : model_.definitions->processes[process_.index()].locations)
      if (!model_.events[location.index()].empty()) finish(threads_.at(location), last);
    for (Team& team : model_.teams)
      if (team.forked && !team.joined && model_.process_of(team.master) == process_)
        team.join = threads_.at(team.master).time;
    for (const auto& [location, thread] : threads_)
      model_.stands_alone[location.index()] = thread.alone;
  }

 private:
  using Kind = Membership::Kind;

  RegionInstance& at(InstanceId id) { return model_.instances[id.index()]; }
  Membership& at(MembershipId id) { return model_.memberships[id.index()]; }
  Team& at(TeamId id) { return model_.teams[id.index()]; }
  Team& team_of(MembershipId id) { return at(at(id).team); }

  static InstanceId top(const Thread& thread) {
    return thread.stack.empty() ? InstanceId{} : thread.stack.back().instance;
  }
  // The innermost instance that the thread itself has open.
  static InstanceId own_top(const Thread& thread) {
    return thread.stack.empty() || thread.stack.back().base ? InstanceId{}
                                                            : thread.stack.back().instance;
  }

  Owner of_stack(const Thread& thread) {
    if (thread.stack.empty())
      return {thread.alone ? Owner::Kind::Outside : Owner::Kind::Nobody, {}};
    return {Owner::Kind::Own, top(thread)};
  }

  Owner owner_of(const Thread& thread) {
    if (thread.fork) return {Owner::Kind::Fork, {}};
    if (thread.teams.empty()) {
      if (thread.stack.empty() && thread.released)
        return {Owner::Kind::Management, at(*thread.released).parallel};
      return of_stack(thread);
    }
    if (thread.stack.size() > thread.depths.back()) return of_stack(thread);
    const Membership& member = at(thread.teams.back());
    if (member.parallel.defined() && !at(member.team).joined)
      return {Owner::Kind::Management, member.parallel};
    return member.kind == Kind::Worker ? Owner{} : of_stack(thread);
  }

  void note_idling(Thread& thread, Timestamp now) {
    const bool idles = owner_of(thread).kind == Owner::Kind::Nobody;
    if (idles && !thread.idled) thread.idle_since = now;
    thread.idled = idles;
  }

  void add(const Thread& thread, TimeSpan span, const Owner& owner, bool overhead = false) {
    const bool own = owner.kind == Owner::Kind::Own;
    if (owner.kind == Owner::Kind::Nobody || span.length() == 0) return;
    const bool management = owner.kind == Owner::Kind::Management;
    model_.segments[thread.location.index()].push_back(
        {span, owner.instance, management, overhead});
    if (own && !overhead && owner.instance.defined() &&
        at(owner.instance).location == thread.location)
      at(owner.instance).own.push_back(span);
  }

  // What has passed belongs to whom it belonged so far.
  void pass(Thread& thread, Timestamp until) {
    const Owner owner = owner_of(thread);
    if (owner.kind == Owner::Kind::Fork) return;
    add(thread, {thread.last, until}, owner);
    thread.last = until;
  }

  // At most until the next event: that one was recorded.
  void end_interruption(Thread& thread, Timestamp now) {
    if (!thread.interruption) return;
    const TimeSpan span{thread.interruption->begin, std::min(now, thread.interruption->end)};
    thread.interruption.reset();
    const Owner owner = owner_of(thread);
    if (owner.kind == Owner::Kind::Fork || owner.kind == Owner::Kind::Nobody || span.length() == 0)
      return;
    pass(thread, span.begin);
    add(thread, span, owner, true);
    thread.last = span.end;
  }

  // The time since the fork was no team's.
  void go_on_without_team(Thread& thread) {
    if (!thread.fork) return;
    thread.fork.reset();
    pass(thread, thread.time);
    note_idling(thread, thread.time);
  }

  void close_top(Thread& thread) {
    const Frame frame = thread.stack.back();
    thread.stack.pop_back();
    if (!frame.base) {
      at(frame.instance).leave = thread.time;
      at(frame.instance).closed = step_++;
    }
    end_master_region(thread);
  }

  void end_membership(Thread& thread) {
    const MembershipId ended = thread.teams.back();
    end_task(thread);
    at(ended).end = thread.time;
    thread.teams.pop_back();
    thread.depths.pop_back();
    end_master_region(thread);
  }

  // Of the master's outermost parallel region: when it is left, and the work for its team over.
  void end_master_region(const Thread& thread) {
    if (!master_region_ || thread.location != model_.master_of(process_)) return;
    const MembershipId membership = at(master_region_->parallel).membership;
    const auto is_region = [this](const Frame& frame) {
      return frame.instance == master_region_->parallel;
    };
    if (std::ranges::any_of(thread.stack, is_region) ||
        std::ranges::find(thread.teams, membership) != thread.teams.end())
      return;
    master_region_->span.end = thread.time;
    model_.master_regions[process_.index()].push_back(*master_region_);
    master_region_.reset();
  }

  void begin_task(Thread& thread) {
    end_task(thread);
    if (!thread.teams.empty()) at(thread.teams.back()).tasks.push_back({thread.time, kEndOfTime});
  }
  void end_task(Thread& thread) {
    if (thread.teams.empty()) return;
    std::vector<TimeSpan>& tasks = at(thread.teams.back()).tasks;
    if (!tasks.empty() && tasks.back().end == kEndOfTime) tasks.back().end = thread.time;
  }

  // A thread that was in no team and did nothing belongs to a league that was forked, or else is
  // one of the program's own.
  void begin_to_work(Thread& thread) {
    if (!thread.teams.empty() || !thread.stack.empty() || thread.alone || thread.fork) return;
    thread.released.reset();
    note_idling(thread, thread.time);
    if (!begin_in_league(thread)) thread.alone = true;
  }

  bool begin_in_league(Thread& thread) {
    const TeamId team = last_forked([&](const Team& candidate, TeamId id) {
      return candidate.master != thread.location && !is_member(id, thread.location) &&
             (candidate.league || candidate.members.empty());
    });
    if (!team.defined()) return false;
    at(team).league = true;
    const Timestamp start = std::min(std::max(at(team).fork, thread.idle_since), thread.time);
    join_team(thread, team, Kind::League);
    add(thread, {start, thread.time}, owner_of(thread));
    return true;
  }

  void join_team(Thread& thread, TeamId team, Kind kind) {
    const MembershipId id(model_.memberships.size());
    model_.memberships.push_back(
        {thread.location, team, kind, thread.time, thread.time, {}, thread.time, {}});
    at(team).members.push_back(id);
    if (kind != Kind::Own) thread.stack.push_back({at(team).forker, true});
    thread.teams.push_back(id);
    thread.depths.push_back(thread.stack.size());
  }

  [[nodiscard]] bool is_member(TeamId team, LocationId location) {
    return std::ranges::any_of(
        at(team).members, [&](MembershipId member) { return at(member).location == location; });
  }
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
  [[nodiscard]] bool has(CommunicatorId communicator, LocationId location) const {
    const auto* members = members_of(communicator);
    return members == nullptr || std::ranges::find(*members, location) != members->end();
  }
  [[nodiscard]] const std::vector<LocationId>* members_of(CommunicatorId communicator) const {
    if (!communicator.defined()) return nullptr;
    const GroupId group = model_.definitions->communicators[communicator.index()].group;
    return group.defined() ? &model_.definitions->groups[group.index()].locations : nullptr;
  }

  // The team that a thread begins to work in, by the rule of Teams::begin.
  TeamId find_team(const Thread& thread, CommunicatorId communicator) {
    const LocationId self = thread.location;
    const TeamId own = last_forked([&](const Team& team, TeamId) { return team.master == self; });
    if (own.defined() && !is_member(own, self)) return own;
    const auto others = [&](auto fits) {
      return last_forked([&](const Team& team, TeamId id) {
        return team.master != self && !is_member(id, self) && fits(team);
      });
    };
    const TeamId same = others([&](const Team& team) {
      return communicator.defined() && team.communicator == communicator;
    });
    if (same.defined()) return same;
    const TeamId empty = others([&](const Team& team) {
      return !team.communicator.defined() && has(communicator, team.master);
    });
    if (empty.defined()) return empty;
    const auto* members = members_of(communicator);
    return others([&](const Team& team) {
      return members != nullptr && members->size() == 2 && has(communicator, team.master) &&
             has(communicator, self);
    });
  }

  InstanceId open(Thread& thread, RegionId region) {
    pass(thread, thread.time);
    begin_to_work(thread);
    const bool is_parallel = !thread.teams.empty() && thread.stack.size() <= thread.depths.back() &&
                             at(thread.teams.back()).kind != Kind::League &&
                             !at(thread.teams.back()).parallel.defined();
    if (!is_parallel || at(thread.teams.back()).kind != Kind::Own) go_on_without_team(thread);
    const InstanceId id{model_.instances.size()};
    const MembershipId membership = thread.teams.empty() ? MembershipId{} : thread.teams.back();
    model_.instances.push_back({region,
                                thread.location,
                                thread.time,
                                thread.time,
                                top(thread),
                                membership,
                                model_.step_of[thread.location.index()].back(),
                                0,
                                {},
                                {}});
    if (is_parallel) enter_parallel_region(thread, id);
    thread.stack.push_back({id, false});
    return id;
  }

  // It lasts from the fork, where the thread did nothing else since.
  void enter_parallel_region(Thread& thread, InstanceId id) {
    Membership& member = at(thread.teams.back());
    const Team& team = at(member.team);
    const bool forked = thread.fork.has_value();
    member.parallel = id;
    member.start = thread.time;
    if (forked)
      member.start = thread.last;
    else if (owner_before_parallel(thread) == Owner::Kind::Nobody && team.forked && !team.joined)
      member.start = std::min(std::max(team.fork, thread.idle_since), thread.time);
    thread.fork.reset();
    thread.last = thread.time;
    if (!master_region_ && thread.location == model_.master_of(process_))
      master_region_ = {{forked ? member.start : thread.time, {}}, id};
  }
  Owner::Kind owner_before_parallel(const Thread& thread) {
    const Membership& member = at(thread.teams.back());
    return member.kind == Kind::Worker ? Owner::Kind::Nobody : of_stack(thread).kind;
  }

  InstanceId follow(Thread& thread, const ProgramBegin&) { return open(thread, {}); }
  InstanceId follow(Thread& thread, const Enter& enter) { return open(thread, enter.region); }
  InstanceId follow(Thread& thread, const Leave& leave) { return close(thread, leave.region); }
  InstanceId follow(Thread& thread, const ProgramEnd&) {
    const bool runs = !thread.stack.empty() && !thread.stack.front().base &&
                      !model_[thread.stack.front().instance].region.defined();
    return runs ? close(thread, {}) : own_top(thread);
  }

  InstanceId close(Thread& thread, RegionId region) {
    go_on_without_team(thread);
    pass(thread, thread.time);
    std::size_t place = thread.stack.size();
    while (place > 0 && !thread.stack[place - 1].base &&
           model_[thread.stack[place - 1].instance].region != region)
      --place;
    if (place == 0 || thread.stack[place - 1].base) return own_top(thread);
    const InstanceId left = thread.stack[place - 1].instance;
    while (thread.stack.size() >= place) close_top(thread);
    return left;
  }

  InstanceId follow(Thread& thread, const ThreadFork&) {
    go_on_without_team(thread);
    pass(thread, thread.time);
    if (thread.teams.empty() && thread.stack.empty() && !thread.alone) {
      thread.released.reset();
      note_idling(thread, thread.time);
      begin_in_league(thread);
    }
    thread.fork = TeamId(model_.teams.size());
    model_.teams.push_back(
        {thread.location, top(thread), thread.time, thread.time, true, false, false, {}, {}});
    return own_top(thread);
  }

  InstanceId follow(Thread& thread, const ThreadTeamBegin& begin) {
    pass(thread, thread.time);
    TeamId team = find_team(thread, begin.team);
    if (!team.defined()) {
      team = TeamId(model_.teams.size());
      model_.teams.push_back(
          {thread.location, top(thread), thread.time, thread.time, false, false, false, {}, {}});
    }
    if (!at(team).communicator.defined()) at(team).communicator = begin.team;
    if (at(team).forked && at(team).master == thread.location) {
      join_team(thread, team, Kind::Own);
    } else {
      go_on_without_team(thread);
      thread.released.reset();
      join_team(thread, team, Kind::Worker);
    }
    return own_top(thread);
  }

  InstanceId follow(Thread& thread, const ThreadTeamEnd&) {
    const bool works = !thread.teams.empty() && at(thread.teams.back()).kind == Kind::Worker;
    if (works) go_on_without_team(thread);
    pass(thread, thread.time);
    if (works) end_work(thread);
    return own_top(thread);
  }

  void end_work(Thread& thread) {
    const MembershipId ended = thread.teams.back();
    while (thread.stack.size() > thread.depths.back()) close_top(thread);
    thread.stack.pop_back();
    end_membership(thread);
    const Team& team = team_of(ended);
    if (at(ended).parallel.defined() && team.forked && !team.joined && thread.teams.empty() &&
        thread.stack.empty() && !thread.alone)
      thread.released = ended;
  }

  InstanceId follow(Thread& thread, const ThreadJoin&) {
    go_on_without_team(thread);
    pass(thread, thread.time);
    const TeamId joined =
        last_forked([&](const Team& team, TeamId) { return team.master == thread.location; });
    if (!joined.defined()) return own_top(thread);
    at(joined).joined = true;
    at(joined).join = thread.time;
    if (!thread.teams.empty() && at(thread.teams.back()).team == joined) end_membership(thread);
    for (auto& [location, other] : threads_)
      if (location != thread.location) learn_of_join(other, joined, thread.time);
    return own_top(thread);
  }

  void learn_of_join(Thread& thread, TeamId joined, Timestamp time) {
    const bool waits = thread.released && at(*thread.released).team == joined;
    const bool works = !thread.teams.empty() && at(thread.teams.back()).team == joined;
    if (!waits && !works) return;
    const Timestamp now = std::max(time, thread.last);
    at(joined).joined = false;  // until now
    if (works && at(thread.teams.back()).kind == Kind::League) {
      thread.time = std::max(thread.time, now);
      go_on_without_team(thread);
    }
    if (const auto interruption = thread.interruption) {
      end_interruption(thread, now);
      if (now < interruption->end)
        thread.interruption = {std::max(now, interruption->begin), interruption->end};
    }
    pass(thread, now);
    at(joined).joined = true;
    if (waits) {
      thread.released.reset();
    } else if (at(thread.teams.back()).kind == Kind::League) {
      end_work(thread);
    }
    note_idling(thread, now);
  }

  InstanceId follow(Thread& thread, const ThreadTaskSwitch& change) {
    if (change.generation == 0)
      end_task(thread);
    else
      begin_task(thread);
    return own_top(thread);
  }
  InstanceId follow(Thread& thread, const ThreadTaskComplete&) {
    end_task(thread);
    return own_top(thread);
  }
  InstanceId follow(Thread& thread, const BufferFlush& flush) {
    thread.interruption = {thread.time, flush.stop};
    return own_top(thread);
  }
  InstanceId follow(Thread& thread, const MeasurementOnOff& change) {
    if (!change.on) thread.interruption = {thread.time, kEndOfTime};
    return own_top(thread);
  }
  template <class Other>
  InstanceId follow(Thread& thread, const Other&) {
    return own_top(thread);
  }

  void finish(Thread& thread, Timestamp last) {
    if (!thread.stack.empty() || !thread.teams.empty() || thread.released)
      thread.time = std::max(thread.time, last);
    end_interruption(thread, thread.time);
    go_on_without_team(thread);
    pass(thread, thread.time);
    while (!thread.stack.empty()) close_top(thread);
    while (!thread.teams.empty()) end_membership(thread);
    thread.released.reset();
  }

  TraceModel& model_;
  ProcessId process_;
  std::map<LocationId, Thread> threads_;
  std::optional<MasterRegion> master_region_;
  std::size_t step_ = 0;
};

}  // namespace

void follow_process(TraceModel& model, ProcessId process) { ProcessModel(model, process).run(); }

}  // namespace lull::reference
