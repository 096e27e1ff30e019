// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Visits, exclusive time and its division over the leaves of the time tree.
#include <algorithm>
#include <vector>

#include "support/reference/region_class.hpp"
#include "support/reference/severities.hpp"

namespace lull::reference {
namespace {

// An instance's own time: its span without its children on the same location.
std::vector<std::int64_t> exclusive_times(const TraceModel& model) {
  std::vector<std::int64_t> own(model.instances.size());
  for (std::size_t i = 0; i < own.size(); ++i) {
    const RegionInstance& instance = model.instances[i];
    const std::int64_t span = (instance.stop - instance.start).ticks;
    own[i] += span;
    const bool nested =
        instance.parent.defined() && model[instance.parent].location == instance.location;
    if (nested) own[instance.parent.index()] -= span;
  }
  return own;
}

// Takes the time of flushes and of switched-off measurement out of `own` and charges it.
class Overhead {
 public:
  Overhead(const TraceModel& model, std::vector<std::int64_t>& own, Severities& severities)
      : model_(model), own_(own), severities_(severities) {}

  void charge_location(LocationId location) {
    const std::vector<Event>& events = model_.events[location.index()];
    for (std::size_t i = 0; i < events.size(); ++i) {
      const InstanceId instance = model_.instance_at({location, i});
      if (!instance.defined()) continue;
      if (const auto* flush = std::get_if<BufferFlush>(&events[i].body))
        charge(instance, events[i].time, flush->stop);
      const auto* change = std::get_if<MeasurementOnOff>(&events[i].body);
      if (change && !change->on && i + 1 < events.size())
        charge(instance, events[i].time, events[i + 1].time);
    }
  }

 private:
  void charge(InstanceId instance, Timestamp begin, Timestamp end) {
    const std::int64_t time = (std::min(end, model_[instance].stop) - begin).ticks;
    if (time <= 0) return;
    own_[instance.index()] -= time;
    severities_.charge("time", instance, time);
    severities_.charge("overhead", instance, time);
  }

  const TraceModel& model_;
  std::vector<std::int64_t>& own_;
  Severities& severities_;
};

// Fork to enter and leave to join of the parallel region, on each thread of the team.
void charge_management(const TraceModel& model, std::vector<std::int64_t>& own,
                       Severities& severities) {
  for (const Membership& member : model.memberships) {
    if (!member.team.defined() || !member.parallel.defined()) continue;
    const RegionInstance& parallel = model[member.parallel];
    const std::int64_t fork = (parallel.enter - parallel.start).ticks;
    const std::int64_t join = (parallel.stop - parallel.leave).ticks;
    severities.charge("omp_fork", member.parallel, fork);
    severities.charge("omp_management", member.parallel, fork + join);
    severities.charge("time", member.parallel, fork + join);
    own[member.parallel.index()] -= fork + join;
  }
}

}  // namespace

void analyse_profile(const TraceModel& model, Severities& severities) {
  std::vector<std::int64_t> own = exclusive_times(model);
  Overhead overhead(model, own, severities);
  for (std::size_t i = 0; i < model.events.size(); ++i) overhead.charge_location(LocationId{i});
  charge_management(model, own, severities);
  for (std::size_t i = 0; i < own.size(); ++i) {
    const InstanceId instance{i};
    severities.charge("visits", instance, 1);
    severities.charge("time", instance, own[i]);
    severities.charge(time_metric_of(model.region_of(instance)), instance, own[i]);
  }
}

}  // namespace lull::reference
