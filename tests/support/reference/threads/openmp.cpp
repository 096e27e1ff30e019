// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Waiting of OpenMP threads at barriers, for the last thread of the team and for tasks.
#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "support/reference/region_class.hpp"
#include "support/reference/severities.hpp"
#include "support/reference/threads/openmp_waits.hpp"

namespace lull::reference {
namespace {

std::string_view barrier_metric(const Region* region) {
  if (!region || region->paradigm != Paradigm::OpenMp) return {};
  if (region->role == RegionRole::Barrier) return "omp_ebarrier_wait";
  if (region->role == RegionRole::ImplicitBarrier) return "omp_ibarrier_wait";
  return {};
}

// The barriers of teams: all members' k-th barriers belong together.
class Barriers {
 public:
  explicit Barriers(const TraceModel& model) : model_(model), starved_(starved_barriers(model)) {
    for (std::size_t i = 0; i < model.instances.size(); ++i) {
      const RegionInstance& instance = model.instances[i];
      if (barrier_metric(model.region_of(InstanceId{i})).empty()) continue;
      if (instance.membership.defined()) of_member_[instance.membership].emplace_back(i);
    }
  }

  void charge(Severities& severities) {
    for (const Team& team : model_.teams) {
      std::vector<MembershipId> members = team.members;
      std::ranges::stable_sort(members, {}, [this](MembershipId id) { return member(id).begin; });
      std::map<std::size_t, std::vector<InstanceId>> barriers;
      std::map<MembershipId, std::size_t> first;  // the number of a member's first barrier
      for (const MembershipId id : members) {
        first[id] = over_before(member(id).begin, first);
        for (std::size_t i = 0; i < of_member_[id].size(); ++i)
          barriers[first[id] + i].push_back(of_member_[id][i]);
      }
      for (const auto& [number, calls] : barriers) charge(calls, severities);
    }
  }

 private:
  const Membership& member(MembershipId id) const { return model_.memberships[id.index()]; }

  // Returns how many barriers all earlier members had left, or would never reach.
  std::size_t over_before(Timestamp time, const std::map<MembershipId, std::size_t>& first) {
    std::size_t all = 0;
    std::size_t fewest = ~std::size_t{0};
    for (const auto& [id, number] : first) {
      const auto& calls = of_member_[id];
      const auto left = static_cast<std::size_t>(
          std::ranges::count_if(calls, [&](InstanceId call) { return model_[call].leave < time; }));
      all = std::max(all, number + calls.size());
      if (member(id).end >= time || left < calls.size()) fewest = std::min(fewest, number + left);
    }
    return std::min(all, fewest);
  }

  void charge(const std::vector<InstanceId>& calls, Severities& severities) const {
    Timestamp all_come;
    for (const InstanceId call : calls) all_come = std::max(all_come, model_[call].enter);
    Timestamp over = all_come;
    for (const InstanceId call : calls)
      for (const TimeSpan& busy : busy_spans(call)) over = std::max(over, busy.end);
    for (const InstanceId call : calls) {
      const RegionInstance& barrier = model_[call];
      std::int64_t waiting = TimeSpan{barrier.enter, std::min(over, barrier.leave)}.length();
      for (const TimeSpan& busy : busy_spans(call))
        waiting -= (std::min(busy.end, over) - busy.begin).ticks;
      std::int64_t tail =
          TimeSpan{std::max(all_come, barrier.enter), std::min(over, barrier.leave)}.length();
      for (const TimeSpan& busy : busy_spans(call))
        tail -= TimeSpan{std::max(busy.begin, all_come), busy.end}.length();
      tail = std::max<std::int64_t>(tail, 0);
      const std::string metric(barrier_metric(model_.region_of(call)));
      const std::string stem = metric.substr(0, metric.rfind('_'));
      severities.charge(metric, call, waiting);
      severities.charge(stem + "_task_tail", call, tail);
      const auto starved = starved_.find(call);
      if (starved != starved_.end())
        severities.charge(stem + "_task_creation", call,
                          std::max<std::int64_t>(0, std::min(starved->second, waiting - tail)));
    }
  }

  // Returns the spans in which a thread in a barrier is at work: in a task, or in other time that
  // is not the barrier's own, such as callees, forked teams and flushes. Disjoint, ascending, none
  // empty.
  std::vector<TimeSpan> busy_spans(InstanceId call) const {
    const RegionInstance& barrier = model_[call];
    std::vector<TimeSpan> spans = member(barrier.membership).tasks;
    Timestamp own_until = barrier.enter;
    for (const TimeSpan& own : barrier.own) {
      spans.push_back({own_until, own.begin});
      own_until = own.end;
    }
    spans.push_back({own_until, barrier.leave});
    std::ranges::sort(spans, {}, &TimeSpan::begin);
    std::vector<TimeSpan> within;
    Timestamp from = barrier.enter;
    for (const TimeSpan& span : spans) {
      const TimeSpan part{std::max(span.begin, from), std::min(span.end, barrier.leave)};
      if (part.begin >= part.end) continue;
      within.push_back(part);
      from = part.end;
    }
    return within;
  }

  const TraceModel& model_;
  std::map<InstanceId, std::int64_t> starved_;
  std::map<MembershipId, std::vector<InstanceId>> of_member_;  // in the order in which they begin
};

}  // namespace

void analyse_openmp(const TraceModel& model, Severities& severities) {
  Barriers(model).charge(severities);
  analyse_task_waits(model, severities);
  analyse_ordered(model, severities);
}

}  // namespace lull::reference
