// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// omp_idle_threads and omp_limited_parallelism: time of OpenMP worker threads outside any team,
// charged to what their process's master thread does meanwhile: to its call path when it works
// alone, to the parallel region's when it has forked a team that the worker is not in.
#include <algorithm>
#include <set>
#include <vector>

#include "support/reference/severities.hpp"

namespace lull::reference {
namespace {

// A stretch of the master's time on one call path.
struct MasterStretch {
  Timestamp begin, end;
  PathId path;
  bool parallel = false;  // a whole fork-join
};

class MasterTimeline {
 public:
  MasterTimeline(const TraceModel& model, LocationId master) : model_(model), master_(master) {
    children_.resize(model.instances.size());
    for (std::size_t i = 0; i < model.instances.size(); ++i) {
      const RegionInstance& instance = model.instances[i];
      if (instance.location != master) continue;
      if (instance.parent.defined())
        children_[instance.parent.index()].emplace_back(i);
      else
        roots_.emplace_back(i);
    }
    for (const InstanceId root : roots_) describe(root);
  }

  [[nodiscard]] const std::vector<MasterStretch>& stretches() const { return stretches_; }

 private:
  bool forked(InstanceId id) const {
    const MembershipId membership = model_[id].membership;
    return membership.defined() && model_.memberships[membership.index()].parallel == id;
  }

  void describe(InstanceId id) {
    const RegionInstance& instance = model_[id];
    if (forked(id)) {
      stretches_.push_back({instance.start, instance.stop, instance.path, true});
      return;
    }
    Timestamp time = instance.start;
    for (const InstanceId child : children_[id.index()]) {
      if (model_[child].start > time)
        stretches_.push_back({time, model_[child].start, instance.path, false});
      describe(child);
      time = std::max(time, model_[child].stop);
    }
    if (instance.stop > time) stretches_.push_back({time, instance.stop, instance.path, false});
  }

  const TraceModel& model_;
  LocationId master_;
  std::vector<InstanceId> roots_;
  std::vector<std::vector<InstanceId>> children_;
  std::vector<MasterStretch> stretches_;
};

// When the worker is in no team: its process's span without its outermost region instances.
std::vector<TimeSpan> idle_spans(const TraceModel& model, LocationId worker, TimeSpan whole) {
  std::vector<TimeSpan> idle;
  Timestamp time = whole.begin;
  for (const RegionInstance& instance : model.instances) {
    const bool outermost =
        instance.location == worker &&
        (!instance.parent.defined() || model[instance.parent].location != worker);
    if (!outermost) continue;
    if (instance.start > time) idle.push_back({time, instance.start});
    time = std::max(time, instance.stop);
  }
  if (whole.end > time) idle.push_back({time, whole.end});
  return idle;
}

void charge_worker(const MasterTimeline& timeline, const std::vector<TimeSpan>& idle,
                   LocationId worker, Severities& severities) {
  auto first = idle.begin();
  for (const MasterStretch& stretch : timeline.stretches()) {
    while (first != idle.end() && first->end <= stretch.begin) ++first;
    for (auto span = first; span != idle.end() && span->begin < stretch.end; ++span) {
      const Timestamp begin = std::max(span->begin, stretch.begin);
      const std::int64_t time = (std::min(span->end, stretch.end) - begin).ticks;
      severities.charge("time", stretch.path, worker, time);
      severities.charge("omp_idle_threads", stretch.path, worker, time);
      if (stretch.parallel)
        severities.charge("omp_limited_parallelism", stretch.path, worker, time);
    }
  }
}

}  // namespace

void analyse_idle_threads(const TraceModel& model, Severities& severities) {
  std::set<ProcessId> forking;
  for (const Team& team : model.teams) forking.insert(model.process_of(team.master));
  for (std::size_t i = 0; i < model.definitions->processes.size(); ++i) {
    const ProcessId process{i};
    const std::vector<LocationId>& threads = model.definitions->processes[i].locations;
    if (threads.size() < 2) continue;
    const MasterTimeline timeline(model, threads.front());
    for (const LocationId worker : threads) {
      const Location& location = model.definitions->locations[worker.index()];
      if (worker == threads.front() || location.type != LocationType::CpuThread) continue;
      // Without forks, a thread that does something is the program's own.
      if (!forking.contains(process) && !model.events[worker.index()].empty()) continue;
      charge_worker(timeline, idle_spans(model, worker, model.process_span[process.index()]),
                    worker, severities);
    }
  }
}

}  // namespace lull::reference
