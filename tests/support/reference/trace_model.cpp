// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "support/reference/trace_model.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace lull::reference {
namespace {

// Follows one location's events and notes its instances, memberships and forks.
class LocationReader {
 public:
  LocationReader(TraceModel& model, LocationId location) : model_(model), location_(location) {}

  void read() {
    for (const Event& event : model_.events[location_.index()]) {
      time_ = event.time;
      InstanceId innermost;
      std::visit([&](const auto& body) { innermost = follow(body); }, event.body);
      model_.instance_of[location_.index()].push_back(innermost);
    }
    const ProcessId process = model_.process_of(location_);
    if (process.defined()) time_ = std::max(time_, model_.process_span[process.index()].end);
    while (!stack_.empty()) close_top();
    while (!memberships_.empty()) end_membership();
    while (!forks_.empty()) end_fork();
  }

 private:
  InstanceId top() const { return stack_.empty() ? InstanceId{} : stack_.back(); }

  InstanceId open(RegionId region) {
    const InstanceId id{model_.instances.size()};
    const MembershipId membership = memberships_.empty() ? MembershipId{} : memberships_.back();
    model_.instances.push_back(
        {region, location_, time_, time_, time_, time_, top(), membership, {}});
    const bool below_team = membership.defined() && !parallel_of(membership).defined();
    if (below_team) parallel_of(membership) = id;
    stack_.push_back(id);
    return id;
  }

  InstanceId& parallel_of(MembershipId id) { return model_.memberships[id.index()].parallel; }

  void close_top() {
    RegionInstance& instance = model_.instances[stack_.back().index()];
    instance.leave = instance.stop = std::max(time_, instance.enter);
    stack_.pop_back();
  }

  void end_membership() {
    end_task();
    model_.memberships[memberships_.back().index()].end = time_;
    memberships_.pop_back();
  }

  void end_fork() {
    model_.teams[forks_.back().index()].join = time_;
    forks_.pop_back();
  }

  // What the innermost team's current task is.
  void begin_task() {
    end_task();
    if (!memberships_.empty()) tasks().push_back({time_, kEndOfTime});
  }
  void end_task() {
    if (!memberships_.empty() && !tasks().empty() && tasks().back().end == kEndOfTime)
      tasks().back().end = time_;
  }
  std::vector<TimeSpan>& tasks() { return model_.memberships[memberships_.back().index()].tasks; }

  InstanceId follow(const ProgramBegin&) { return open({}); }

  InstanceId follow(const ProgramEnd&) {
    const InstanceId root = stack_.empty() ? InstanceId{} : stack_.front();
    while (!stack_.empty()) close_top();
    return root;
  }

  InstanceId follow(const Enter& enter) { return open(enter.region); }

  // A leave without its enter is skipped; one that skips over open regions closes them, too.
  InstanceId follow(const Leave& leave) {
    const auto match = std::find_if(stack_.rbegin(), stack_.rend(), [&](InstanceId id) {
      return model_[id].region == leave.region;
    });
    if (match == stack_.rend()) return top();
    const InstanceId left = *match;
    while (top() != left) close_top();
    close_top();
    return left;
  }

  InstanceId follow(const ThreadFork&) {
    forks_.emplace_back(model_.teams.size());
    model_.teams.push_back({location_, top(), time_, time_, {}, {}});
    return top();
  }

  InstanceId follow(const ThreadJoin&) {
    if (!forks_.empty()) end_fork();
    return top();
  }

  InstanceId follow(const ThreadTeamBegin& begin) {
    memberships_.emplace_back(model_.memberships.size());
    model_.memberships.push_back({location_, begin.team, time_, time_, {}, {}, {}});
    if (!forks_.empty()) {
      Team& team = model_.teams[forks_.back().index()];
      if (!team.communicator.defined()) team.communicator = begin.team;
    }
    return top();
  }

  InstanceId follow(const ThreadTeamEnd&) {
    if (!memberships_.empty()) end_membership();
    return top();
  }

  InstanceId follow(const ThreadTaskSwitch& change) {
    if (change.generation == 0)
      end_task();
    else
      begin_task();
    return top();
  }
  InstanceId follow(const ThreadTaskComplete&) {
    end_task();
    return top();
  }

  template <class Other>
  InstanceId follow(const Other&) {
    return top();
  }

  TraceModel& model_;
  LocationId location_;
  Timestamp time_;
  std::vector<InstanceId> stack_;
  std::vector<MembershipId> memberships_;
  std::vector<TeamId> forks_;
};

void load_events(TraceModel& model, const TraceSource& source) {
  EventSelection selection = select_all_events();
  selection.reset(kEventKind<MetricSample>);
  for (std::size_t i = 0; i < model.definitions->location_count(); ++i) {
    const auto cursor = source.open(LocationId{i}, selection);
    for (auto batch = cursor->next(); !batch.empty(); batch = cursor->next())
      for (Event event : batch) {
        event.attributes = nullptr;
        model.events[i].push_back(event);
      }
  }
}

void find_process_spans(TraceModel& model) {
  model.process_span.assign(model.definitions->processes.size(), {kEndOfTime, {}});
  for (std::size_t i = 0; i < model.events.size(); ++i) {
    const Location& location = model.definitions->locations[i];
    if (location.type != LocationType::CpuThread || model.events[i].empty() ||
        !location.process.defined())
      continue;
    TimeSpan& span = model.process_span[location.process.index()];
    span.begin = std::min(span.begin, model.events[i].front().time);
    span.end = std::max(span.end, model.events[i].back().time);
  }
}

// A member belongs to the latest fork of its process and team that lies before its begin.
void join_teams(TraceModel& model) {
  std::map<std::pair<ProcessId, CommunicatorId>, std::map<Timestamp, TeamId>> forks;
  for (std::size_t i = 0; i < model.teams.size(); ++i) {
    const Team& team = model.teams[i];
    forks[{model.process_of(team.master), team.communicator}].emplace(team.fork, TeamId{i});
  }
  for (std::size_t i = 0; i < model.memberships.size(); ++i) {
    Membership& member = model.memberships[i];
    const auto& candidates = forks[{model.process_of(member.location), member.communicator}];
    const auto after = candidates.upper_bound(member.begin);
    if (after == candidates.begin()) continue;
    member.team = std::prev(after)->second;
    model.teams[member.team.index()].members.emplace_back(i);
  }
}

// A parallel region accounts for the time from fork to join on all its threads.
void stretch_parallel_regions(TraceModel& model) {
  for (const Membership& member : model.memberships) {
    if (!member.team.defined() || !member.parallel.defined()) continue;
    const Team& team = model.teams[member.team.index()];
    RegionInstance& parallel = model.instances[member.parallel.index()];
    parallel.start = team.fork;
    parallel.stop = team.join;
    if (!parallel.parent.defined()) parallel.parent = team.forker;
  }
}

// What a worker does outside the team's first region still hangs below the fork.
void adopt_orphans(TraceModel& model) {
  for (RegionInstance& instance : model.instances) {
    if (instance.parent.defined() || !instance.membership.defined()) continue;
    const TeamId team = model.memberships[instance.membership.index()].team;
    if (team.defined()) instance.parent = model.teams[team.index()].forker;
  }
}

class PathTable {
 public:
  explicit PathTable(TraceModel& model) : model_(model) {}

  PathId path_of(InstanceId id) {
    RegionInstance& instance = model_.instances[id.index()];
    if (instance.path.defined()) return instance.path;
    const PathId parent = instance.parent.defined() ? path_of(instance.parent) : PathId{};
    const auto [entry, fresh] =
        known_.try_emplace({parent, instance.region}, PathId{model_.paths.size()});
    if (fresh) model_.paths.push_back(prefix(parent) + name(id));
    return instance.path = entry->second;
  }

 private:
  std::string prefix(PathId parent) const {
    return parent.defined() ? model_.paths[parent.index()] + '/' : std::string{};
  }

  std::string name(InstanceId id) const {
    return model_[id].region.defined() ? std::string{model_.name_of(id)} : program_name();
  }

  std::string program_name() const {
    for (const std::vector<Event>& events : model_.events)
      for (const Event& event : events)
        if (const auto* begin = std::get_if<ProgramBegin>(&event.body)) {
          const std::string& full =
              begin->name.defined() ? model_.definitions->strings[begin->name.index()] : "";
          return full.substr(full.rfind('/') + 1);
        }
    return {};
  }

  TraceModel& model_;
  std::map<std::pair<PathId, RegionId>, PathId> known_;
};

}  // namespace

const Region* TraceModel::region_of(InstanceId id) const {
  const RegionId region = instances[id.index()].region;
  return region.defined() ? &definitions->regions[region.index()] : nullptr;
}

std::string_view TraceModel::name_of(InstanceId id) const {
  const Region* region = region_of(id);
  return region ? std::string_view{region->name} : std::string_view{};
}

std::vector<EventRef> TraceModel::events_of(ProcessId process) const {
  std::vector<EventRef> merged;
  for (const LocationId location : definitions->processes[process.index()].locations) {
    std::vector<EventRef> own;
    for (std::size_t i = 0; i < events[location.index()].size(); ++i) own.push_back({location, i});
    std::vector<EventRef> both;
    std::merge(
        merged.begin(), merged.end(), own.begin(), own.end(), std::back_inserter(both),
        [this](const EventRef& a, const EventRef& b) { return event(a).time < event(b).time; });
    merged = std::move(both);
  }
  return merged;
}

TraceModel load_trace(const TraceSource& source) {
  TraceModel model;
  model.definitions = &source.definitions();
  model.events.resize(model.definitions->location_count());
  model.instance_of.resize(model.definitions->location_count());
  load_events(model, source);
  find_process_spans(model);
  for (std::size_t i = 0; i < model.events.size(); ++i) LocationReader(model, LocationId{i}).read();
  join_teams(model);
  stretch_parallel_regions(model);
  adopt_orphans(model);
  PathTable paths(model);
  for (std::size_t i = 0; i < model.instances.size(); ++i) paths.path_of(InstanceId{i});
  return model;
}

}  // namespace lull::reference
