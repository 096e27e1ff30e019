// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Regions and time; teams are in process_model_teams.cpp.
#include "support/reference/process_model.hpp"

#include <algorithm>
#include <variant>

namespace lull::reference {

ProcessModel::ProcessModel(TraceModel& model, ProcessId process)
    : model_(model), process_(process) {
  const LocationId master = model.master_of(process);
  for (const LocationId location : model.definitions->processes[process.index()].locations) {
    Thread& thread = threads_[location];
    thread.location = location;
    thread.alone = location == master || !model.is_thread(location);
    thread.idled = !thread.alone;
  }
}

void ProcessModel::run() {
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

InstanceId ProcessModel::top(const Thread& thread) {
  return thread.stack.empty() ? InstanceId{} : thread.stack.back().instance;
}

InstanceId ProcessModel::own_top(const Thread& thread) {
  return thread.stack.empty() || thread.stack.back().base ? InstanceId{}
                                                          : thread.stack.back().instance;
}

Owner ProcessModel::of_stack(const Thread& thread) {
  if (thread.stack.empty())
    return {thread.alone && !thread.ended ? Owner::Kind::Outside : Owner::Kind::Nobody, {}};
  return {Owner::Kind::Own, top(thread)};
}

Owner ProcessModel::owner_of(const Thread& thread) {
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

void ProcessModel::note_idling(Thread& thread, Timestamp now) {
  const bool idles = owner_of(thread).kind == Owner::Kind::Nobody;
  if (idles && !thread.idled) thread.idle_since = now;
  thread.idled = idles;
}

void ProcessModel::add(const Thread& thread, TimeSpan span, const Owner& owner, bool overhead) {
  const bool own = owner.kind == Owner::Kind::Own;
  if (owner.kind == Owner::Kind::Nobody || span.length() == 0) return;
  const bool management = owner.kind == Owner::Kind::Management;
  model_.segments[thread.location.index()].push_back({span, owner.instance, management, overhead});
  if (own && !overhead && owner.instance.defined() &&
      at(owner.instance).location == thread.location)
    at(owner.instance).own.push_back(span);
}

void ProcessModel::pass(Thread& thread, Timestamp until) {
  const Owner owner = owner_of(thread);
  if (owner.kind == Owner::Kind::Fork) return;
  add(thread, {thread.last, until}, owner);
  thread.last = until;
}

void ProcessModel::end_interruption(Thread& thread, Timestamp now) {
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

void ProcessModel::go_on_without_team(Thread& thread) {
  if (!thread.fork) return;
  thread.fork.reset();
  pass(thread, thread.time);
  note_idling(thread, thread.time);
}

void ProcessModel::close_top(Thread& thread) {
  const Frame frame = thread.stack.back();
  thread.stack.pop_back();
  if (!frame.base) {
    at(frame.instance).leave = thread.time;
    at(frame.instance).closed = step_++;
  }
  end_master_region(thread);
}

InstanceId ProcessModel::open(Thread& thread, RegionId region) {
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
                              true,
                              {},
                              {}});
  if (is_parallel) enter_parallel_region(thread, id);
  thread.stack.push_back({id, false});
  return id;
}

InstanceId ProcessModel::follow(Thread& thread, const ProgramEnd&) {
  const bool runs = !thread.stack.empty() && !thread.stack.front().base &&
                    !model_[thread.stack.front().instance].region.defined();
  return runs ? close(thread, {}) : own_top(thread);
}

InstanceId ProcessModel::close(Thread& thread, RegionId region) {
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

InstanceId ProcessModel::follow(Thread& thread, const BufferFlush& flush) {
  thread.interruption = {thread.time, flush.stop};
  return own_top(thread);
}

InstanceId ProcessModel::follow(Thread& thread, const MeasurementOnOff& change) {
  if (!change.on) thread.interruption = {thread.time, kEndOfTime};
  return own_top(thread);
}

void ProcessModel::finish(Thread& thread, Timestamp last) {
  if (!thread.stack.empty() || !thread.teams.empty() || thread.released)
    thread.time = std::max(thread.time, last);
  end_interruption(thread, thread.time);
  go_on_without_team(thread);
  pass(thread, thread.time);
  for (const Frame& frame : thread.stack)
    if (!frame.base) at(frame.instance).left = false;
  while (!thread.stack.empty()) close_top(thread);
  while (!thread.teams.empty()) end_membership(thread);
  thread.released.reset();
}

void follow_process(TraceModel& model, ProcessId process) { ProcessModel(model, process).run(); }

}  // namespace lull::reference
