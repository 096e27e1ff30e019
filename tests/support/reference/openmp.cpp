// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Waiting of OpenMP threads: at barriers for the last of the team, at
// critical sections and locks for the previous holder, until they get the lock themselves.
#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "support/reference/region_class.hpp"
#include "support/reference/severities.hpp"

namespace lull::reference {
namespace {

struct BarrierKey {
  TeamId team;
  RegionId region;
  std::size_t occurrence = 0;  // on each thread

  friend auto operator<=>(const BarrierKey&, const BarrierKey&) = default;
};

std::string_view barrier_metric(const Region* region) {
  if (!region || region->paradigm != Paradigm::OpenMp) return {};
  if (region->role == RegionRole::Barrier) return "omp_ebarrier_wait";
  if (region->role == RegionRole::ImplicitBarrier) return "omp_ibarrier_wait";
  return {};
}

void analyse_barriers(const TraceModel& model, Severities& severities) {
  std::map<std::pair<MembershipId, RegionId>, std::size_t> passed;
  std::map<BarrierKey, std::vector<InstanceId>> barriers;
  for (std::size_t i = 0; i < model.instances.size(); ++i) {
    const RegionInstance& instance = model.instances[i];
    if (barrier_metric(model.region_of(InstanceId{i})).empty()) continue;
    if (!instance.membership.defined()) continue;
    const TeamId team = model.memberships[instance.membership.index()].team;
    if (!team.defined()) continue;
    const std::size_t occurrence = passed[{instance.membership, instance.region}]++;
    barriers[{team, instance.region, occurrence}].emplace_back(i);
  }
  for (const auto& [key, members] : barriers) {
    Timestamp last;
    for (const InstanceId member : members) last = std::max(last, model[member].enter);
    for (const InstanceId member : members)
      severities.charge(barrier_metric(model.region_of(member)), member,
                        severities.wait_until(last, member));
  }
}

struct LockKey {
  ProcessId process;
  Paradigm model = Paradigm::Unknown;
  std::uint32_t lock = 0;
  std::uint32_t order = 0;

  friend auto operator<=>(const LockKey&, const LockKey&) = default;
};

std::string_view lock_metric(const Region* region) {
  const std::string_view metric = time_metric_of(region);
  if (metric == "omp_critical") return "omp_lock_contention_critical";
  if (metric == "omp_lock_api") return "omp_lock_contention_api";
  return {};
}

struct Acquisition {
  InstanceId instance;
  Timestamp time;
};

// The n-th holder waits for the release by the one before.
void analyse_locks(const TraceModel& model, Severities& severities) {
  std::map<LockKey, Timestamp> releases;
  std::map<LockKey, Acquisition> acquisitions;
  for (std::size_t i = 0; i < model.events.size(); ++i) {
    const LocationId location{i};
    const ProcessId process = model.process_of(location);
    for (std::size_t j = 0; j < model.events[i].size(); ++j) {
      const Event& event = model.events[i][j];
      if (const auto* release = std::get_if<ThreadReleaseLock>(&event.body))
        releases[{process, release->model, release->lock, release->order}] = event.time;
      if (const auto* acquire = std::get_if<ThreadAcquireLock>(&event.body))
        acquisitions[{process, acquire->model, acquire->lock, acquire->order}] = {
            model.instance_at({location, j}), event.time};
    }
  }
  for (const auto& [key, acquisition] : acquisitions) {
    const InstanceId instance = acquisition.instance;
    if (!instance.defined() || key.order == 0) continue;
    LockKey previous = key;
    --previous.order;
    const auto release = releases.find(previous);
    const std::string_view metric = lock_metric(model.region_of(instance));
    if (release != releases.end() && !metric.empty())
      severities.charge(
          metric, instance,
          severities.wait_until(std::min(release->second, acquisition.time), instance));
  }
}

}  // namespace

void analyse_openmp(const TraceModel& model, Severities& severities) {
  analyse_barriers(model, severities);
  analyse_locks(model, severities);
}

}  // namespace lull::reference
