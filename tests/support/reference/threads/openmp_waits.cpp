// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "support/reference/threads/openmp_waits.hpp"

#include <algorithm>
#include <tuple>
#include <vector>

#include "support/reference/attributes.hpp"

namespace lull::reference {
namespace {

using Kind = TaskChange::Kind;

RegionRole role_of(const TraceModel& model, InstanceId id) {
  const Region* region = model.region_of(id);
  return region && region->paradigm == Paradigm::OpenMp ? region->role : RegionRole::Unknown;
}
bool is_barrier(const TraceModel& model, InstanceId id) {
  const RegionRole role = role_of(model, id);
  return role == RegionRole::Barrier || role == RegionRole::ImplicitBarrier;
}
bool is_task_wait(const TraceModel& model, InstanceId id) {
  return role_of(model, id) == RegionRole::TaskWait;
}
bool is_taskgroup(const TraceModel& model, InstanceId id) {
  return is_task_wait(model, id) && model.name_of(id).find("taskgroup") != std::string_view::npos;
}

// Returns the current task at a step.
TaskChange current(const Membership& member, std::size_t step) {
  TaskChange task;
  for (const TaskChange& change : member.changes)
    if (change.step <= step) task = change;
  return task;
}

// The waits of each thread: barriers, taskwaits, taskgroups in teams.
class Waits {
 public:
  explicit Waits(const TraceModel& model) : model_(model) {
    for (std::size_t i = 0; i < model.instances.size(); ++i) {
      const InstanceId id{i};
      if (!model[id].membership.defined()) continue;
      if (is_barrier(model, id) || is_task_wait(model, id)) of_[model[id].location].push_back(id);
    }
  }
  // Returns the innermost wait that is open just after a step; undefined: none.
  [[nodiscard]] InstanceId innermost(LocationId location, std::size_t step) const {
    const auto found = of_.find(location);
    InstanceId innermost;
    if (found == of_.end()) return innermost;
    for (const InstanceId id : found->second)
      if (model_[id].opened < step && step < model_[id].closed) innermost = id;
    return innermost;
  }

 private:
  const TraceModel& model_;
  std::map<LocationId, std::vector<InstanceId>> of_;
};

struct Starving {
  MembershipId member;
  InstanceId barrier;
  Timestamp begin;
  std::size_t from_step = 0, to_step = 0;
};
struct Creating {
  Timestamp from, to;
  std::size_t from_step = 0, to_step = 0;
};

// Task creation in one team, in order.
class TeamCreation {
 public:
  TeamCreation(const TraceModel& model, const Waits& waits, TeamId team)
      : model_(model), waits_(waits), team_(team) {
    for (const MembershipId id : model.teams[team.index()].members) add_member(id);
    for (const TaskCreation& creation : model.teams[team.index()].creations)
      marks_.push_back({creation.step, What::Create, creation.by, {}, creation.time});
    std::ranges::stable_sort(marks_, {}, &Mark::step);
  }

  void add_to(std::map<InstanceId, std::int64_t>& starved) {
    for (const Mark& mark : marks_) follow(mark);
    for (const Starving& wait : waited_)
      for (const Creating& creating : created_)
        if (wait.from_step < creating.to_step && creating.to_step < wait.to_step)
          starved[wait.barrier] +=
              TimeSpan{creating.from_step < wait.from_step ? std::max(creating.from, wait.begin)
                                                           : creating.from,
                       creating.to}
                  .length();
  }

 private:
  enum class What { Create, Task, Open, Close, End };
  struct Mark {
    std::size_t step;
    What what;
    MembershipId member;
    InstanceId wait;
    Timestamp time;
  };

  void add_member(MembershipId id) {
    const Membership& member = model_[id];
    for (const TaskChange& change : member.changes)
      marks_.push_back({change.step, What::Task, id, {}, change.time});
    marks_.push_back({member.ended, What::End, id, {}, member.end});
    for (std::size_t i = 0; i < model_.instances.size(); ++i) {
      const RegionInstance& instance = model_.instances[i];
      const InstanceId call{i};
      if (instance.membership != id || instance.location != member.location) continue;
      if (!is_barrier(model_, call) && (!is_task_wait(model_, call) || is_taskgroup(model_, call)))
        continue;
      marks_.push_back({instance.opened, What::Open, id, call, instance.enter});
      marks_.push_back({instance.closed, What::Close, id, call, instance.leave});
    }
  }

  void follow(const Mark& mark) {
    if (mark.what == What::Create) return create(mark);
    if (mark.what != What::Close && creator_ == mark.member) runs_ = false;
    if (mark.what == What::Task) return change_task(mark);
    if (mark.what == What::End || !is_barrier(model_, mark.wait)) return;
    if (mark.what == What::Open) {
      in_barrier_[mark.member] = true;
      begin(mark, mark.wait);
    } else {
      end(mark);
      in_barrier_[mark.member] = false;
    }
  }

  void create(const Mark& mark) {
    if (in_barrier_[mark.member]) return;
    if (runs_ && mark.time > last_) created_.push_back({last_, mark.time, last_step_, mark.step});
    runs_ = true;
    last_ = mark.time;
    last_step_ = mark.step;
    creator_ = mark.member;
  }

  void change_task(const Mark& mark) {
    const InstanceId wait = waits_.innermost(model_[mark.member].location, mark.step);
    if (!wait.defined() || !is_barrier(model_, wait) ||
        model_[model_[wait].membership].team != team_)
      return;
    if (current(model_[mark.member], mark.step).kind == Kind::Explicit)
      end(mark);
    else
      begin(mark, wait);
  }

  void begin(const Mark& mark, InstanceId barrier) {
    if (current(model_[mark.member], mark.step).kind == Kind::Explicit) return;
    if (open_.contains(mark.member)) {
      open_.at(mark.member).barrier = barrier;
      return;
    }
    open_[mark.member] = {mark.member, barrier, mark.time, mark.step, 0};
  }
  void end(const Mark& mark) {
    const auto found = open_.find(mark.member);
    if (found == open_.end()) return;
    found->second.to_step = mark.step;
    waited_.push_back(found->second);
    open_.erase(found);
  }

  const TraceModel& model_;
  const Waits& waits_;
  TeamId team_;
  std::vector<Mark> marks_;
  std::map<MembershipId, bool> in_barrier_;
  std::map<MembershipId, Starving> open_;
  std::vector<Starving> waited_;
  std::vector<Creating> created_;
  bool runs_ = false;
  MembershipId creator_;
  Timestamp last_;
  std::size_t last_step_ = 0;
};

class TaskWaits {
 public:
  TaskWaits(const TraceModel& model, const Waits& waits) : model_(model), waits_(waits) {}

  [[nodiscard]] std::int64_t idle(InstanceId id) const {
    const RegionInstance& wait = model_[id];
    const Timestamp since = begin_of_wait(id);
    std::int64_t idle = TimeSpan{since, wait.leave}.length();
    Timestamp from = since;
    for (const TimeSpan& busy : busy_spans(id)) {
      const TimeSpan part{std::max(busy.begin, from), std::min(busy.end, wait.leave)};
      idle -= part.length();
      from = std::max(from, busy.end);
    }
    return idle;
  }

 private:
  [[nodiscard]] TaskChange task_of(InstanceId id) const {
    return current(model_[model_[id].membership], model_[id].opened);
  }

  // A taskgroup has a body, in which its own task works.
  [[nodiscard]] Timestamp begin_of_wait(InstanceId id) const {
    const RegionInstance& wait = model_[id];
    Timestamp since = wait.enter;
    if (const auto waited = attribute_of_leave(model_, id, "waited"))
      return wait.leave +
             Duration{-static_cast<std::int64_t>(std::min<std::uint64_t>(
                 *waited, static_cast<std::uint64_t>((wait.leave - worked(id)).ticks)))};
    return is_taskgroup(model_, id) ? worked(id) : since;
  }
  [[nodiscard]] Timestamp worked(InstanceId id) const {
    const RegionInstance& wait = model_[id];
    Timestamp last = wait.enter;
    if (!is_taskgroup(model_, id)) return last;
    const auto note = [&](std::size_t step, Timestamp time) {
      if (step <= wait.opened || step >= wait.closed ||
          !current(model_[wait.membership], step).same_task(task_of(id)))
        return;
      last = std::max(last, time);
    };
    for (std::size_t i = 0; i < model_.instances.size(); ++i) {
      const RegionInstance& other = model_.instances[i];
      const RegionRole role = role_of(model_, InstanceId{i});
      if (other.location != wait.location || role == RegionRole::Task ||
          role == RegionRole::TaskUntied)
        continue;
      // An enter event is seen before the wait that it opens, a leave event after the wait that it
      // closes.
      const bool opens_wait = waits_.innermost(wait.location, other.opened + 1) == InstanceId{i};
      const InstanceId before =
          opens_wait ? outer_wait(InstanceId{i}) : waits_.innermost(wait.location, other.opened);
      if (before == id) note(other.opened, other.enter);
      if (waits_.innermost(wait.location, other.closed) == id) note(other.closed, other.leave);
    }
    for (const Team& team : model_.teams)
      for (const TaskCreation& creation : team.creations)
        if (model_[creation.by].location == wait.location &&
            waits_.innermost(wait.location, creation.step) == id)
          note(creation.step, creation.time);
    return last;
  }
  [[nodiscard]] InstanceId outer_wait(InstanceId inner) const {
    return waits_.innermost(model_[inner].location, model_[inner].opened);
  }

  // Returns the spans of other tasks, and the time that is not its own.
  [[nodiscard]] std::vector<TimeSpan> busy_spans(InstanceId id) const {
    const RegionInstance& wait = model_[id];
    const TaskChange own = task_of(id);
    std::vector<TimeSpan> spans;
    const auto is_other = [&own](const TaskChange& task) {
      if (own.kind != Kind::Explicit) return task.kind == Kind::Explicit;
      return task.kind != Kind::None && !task.same_task(own);
    };
    const std::vector<TaskChange>& changes = model_[wait.membership].changes;
    for (std::size_t i = 0; i < changes.size(); ++i)
      if (is_other(changes[i]))
        spans.push_back(
            {changes[i].time, i + 1 < changes.size() ? changes[i + 1].time : kEndOfTime});
    Timestamp own_until = wait.enter;
    for (const TimeSpan& mine : wait.own) {
      spans.push_back({own_until, mine.begin});
      own_until = mine.end;
    }
    spans.push_back({own_until, wait.leave});
    std::erase_if(spans, [](const TimeSpan& span) { return span.begin >= span.end; });
    std::ranges::sort(spans, {}, &TimeSpan::begin);
    return spans;
  }

  const TraceModel& model_;
  const Waits& waits_;
};

// The context of an ordered construct: a loop, and the number of its instance on each thread.
using LoopPlace = std::tuple<TeamId, RegionId, std::size_t>;

LoopPlace loop_of(const TraceModel& model, InstanceId ordered) {
  const MembershipId member = model[ordered].membership;
  for (InstanceId id = model[ordered].parent; id.defined(); id = model[id].parent) {
    if (role_of(model, id) != RegionRole::Loop || model[id].location != model[ordered].location ||
        !model[id].membership.defined() || model[model[id].membership].team != model[member].team)
      continue;
    std::size_t number = 0;
    for (std::size_t i = 0; i < model.instances.size(); ++i)
      if (model.instances[i].region == model[id].region &&
          model.instances[i].membership == model[id].membership &&
          model.instances[i].location == model[id].location &&
          model.instances[i].opened <= model[id].opened)
        ++number;
    return {model[member].team, model[id].region, number};
  }
  return {model[member].team, {}, 0};
}

}  // namespace

std::map<InstanceId, std::int64_t> starved_barriers(const TraceModel& model) {
  std::map<InstanceId, std::int64_t> starved;
  const Waits waits(model);
  for (std::size_t i = 0; i < model.teams.size(); ++i)
    if (!model.teams[i].creations.empty()) TeamCreation(model, waits, TeamId{i}).add_to(starved);
  return starved;
}

void analyse_task_waits(const TraceModel& model, Severities& severities) {
  const Waits waits(model);
  const TaskWaits task_waits(model, waits);
  for (std::size_t i = 0; i < model.instances.size(); ++i)
    if (is_task_wait(model, InstanceId{i}) && model.instances[i].membership.defined())
      severities.charge("omp_taskwait_idle", InstanceId{i},
                        std::max<std::int64_t>(0, task_waits.idle(InstanceId{i})));
}

void analyse_ordered(const TraceModel& model, Severities& severities) {
  std::map<LoopPlace, std::vector<InstanceId>> blocks;
  std::map<InstanceId, bool> has_block;
  for (std::size_t i = 0; i < model.instances.size(); ++i) {
    const InstanceId id{i};
    const InstanceId outer = model[id].parent;
    if (role_of(model, id) != RegionRole::OrderedSblock || !outer.defined() ||
        role_of(model, outer) != RegionRole::Ordered ||
        model[outer].location != model[id].location || !model[outer].membership.defined() ||
        model[outer].membership != model[id].membership || has_block[outer])
      continue;
    has_block[outer] = true;
    blocks[loop_of(model, outer)].push_back(id);
  }
  for (auto& [place, all] : blocks) {
    std::ranges::sort(all, {}, [&model](InstanceId id) { return model[id].opened; });
    for (std::size_t i = 1; i < all.size(); ++i) {
      const RegionInstance& own = model[all[i]];
      const RegionInstance& previous = model[all[i - 1]];
      if (own.location == previous.location) continue;
      const Timestamp turn =
          previous.closed < own.opened ? std::min(previous.leave, own.enter) : own.enter;
      severities.charge("omp_ordered_wait", own.parent, severities.wait_until(turn, own.parent));
    }
  }
}

}  // namespace lull::reference
