// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Pthreads barriers and joins.
#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "support/reference/attributes.hpp"
#include "support/reference/severities.hpp"

namespace lull::reference {
namespace {

bool is_call(const TraceModel& model, InstanceId id, std::string_view name) {
  const Region* region = id.defined() ? model.region_of(id) : nullptr;
  return region && region->paradigm == Paradigm::Pthread && region->name == name;
}

void analyse_barriers(const TraceModel& model, Severities& severities) {
  std::map<std::pair<ProcessId, std::uint64_t>, std::vector<InstanceId>> calls;
  std::map<InstanceId, std::uint64_t> counts;
  for (std::size_t i = 0; i < model.instances.size(); ++i) {
    const InstanceId id{i};
    if (!is_call(model, id, "pthread_barrier_wait")) continue;
    const auto barrier = attribute_of_enter(model, id, "barrier");
    const auto count = attribute_of_enter(model, id, "barrier count");
    if (!barrier || !count || *count == 0) continue;
    calls[{model.process_of(model[id].location), *barrier}].push_back(id);
    counts[id] = *count;
  }
  for (auto& [barrier, all] : calls) {
    std::ranges::sort(all, {}, [&model](InstanceId id) { return model[id].opened; });
    for (std::size_t first = 0; first < all.size();) {
      const std::size_t size = counts[all[first]];
      if (all.size() - first < size) break;
      Timestamp last;
      for (std::size_t i = first; i < first + size; ++i) last = std::max(last, model[all[i]].enter);
      for (std::size_t i = first; i < first + size; ++i)
        severities.charge("pthread_wait_at_barrier", all[i], severities.wait_until(last, all[i]));
      first += size;
    }
  }
}

// Visits events in process order, since a thread's end may be recorded twice.
void analyse_joins(const TraceModel& model, ProcessId process, Severities& severities) {
  std::map<std::pair<CommunicatorId, std::uint64_t>, Timestamp> ends;
  for (const EventRef& ref : model.events_of(process)) {
    const Event& event = model.event(ref);
    if (const auto* end = std::get_if<ThreadEnd>(&event.body))
      ends[{end->contingent, end->sequence}] = event.time;
    const auto* wait = std::get_if<ThreadWait>(&event.body);
    if (wait == nullptr) continue;
    const auto end = ends.find({wait->contingent, wait->sequence});
    const InstanceId call = model.instance_at(ref);
    if (end == ends.end()) continue;
    if (is_call(model, call, "pthread_join") || is_call(model, call, "pthread_timedjoin_np") ||
        is_call(model, call, "pthread_clockjoin_np"))
      severities.charge(
          "pthread_join_wait", call,
          TimeSpan{model[call].enter, std::min(end->second, model.own_end(call, event.time))}
              .length());
    ends.erase(end);
  }
}

}  // namespace

void analyse_pthreads(const TraceModel& model, Severities& severities) {
  analyse_barriers(model, severities);
  for (std::size_t i = 0; i < model.definitions->processes.size(); ++i)
    analyse_joins(model, ProcessId{i}, severities);
}

}  // namespace lull::reference
