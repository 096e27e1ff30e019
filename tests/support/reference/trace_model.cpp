// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "support/reference/trace_model.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "support/reference/process_model.hpp"
#include "support/reference/region_class.hpp"

namespace lull::reference {
namespace {

// The events that the formulas need; others do not even mark the start or end of a location.
EventSelection kinds_of_events() {
  return select_events<
      Enter, Leave, RmaCollectiveBegin, RmaCollectiveEnd, RmaGroupSync, RmaRequestLock,
      RmaReleaseLock, RmaSync, RmaPut, RmaGet, RmaAtomic, MpiSend, MpiRecv, MpiIsend,
      MpiIsendComplete, MpiIrecvRequest, MpiIrecv, MpiRequestCancelled,
      NonBlockingCollectiveRequest, NonBlockingCollectiveComplete, MpiCollectiveBegin,
      MpiCollectiveEnd, BufferFlush, MeasurementOnOff, ProgramBegin, ProgramEnd, ThreadFork,
      ThreadJoin, ThreadTeamBegin, ThreadTeamEnd, ThreadTaskSwitch, ThreadTaskComplete,
      ThreadAcquireLock, ThreadReleaseLock, ThreadTaskCreate, ThreadBegin, ThreadEnd, ThreadWait,
      ParameterString, ParameterInt, ParameterUnsigned, RmaPut, RmaGet, RmaAtomic, RmaAcquireLock,
      RmaWaitChange, RmaOpCompleteBlocking, RmaOpCompleteNonBlocking, CallingContextEnter,
      CallingContextLeave>();
}

void load_events(TraceModel& model, const TraceSource& source) {
  for (std::size_t i = 0; i < model.definitions->location_count(); ++i) {
    const auto cursor = source.open(LocationId{i}, kinds_of_events(), Attributes::Read);
    for (auto batch = cursor->next(); !batch.empty(); batch = cursor->next())
      for (Event event : batch) {
        if (event.attributes != nullptr)
          event.attributes = &model.attributes.emplace_back(*event.attributes);
        model.events[i].push_back(event);
      }
  }
}

// Repeatedly takes the earliest of the next events of all locations.
std::vector<EventRef> in_order(const TraceModel& model, const std::vector<LocationId>& locations) {
  std::vector<EventRef> order;
  std::vector<std::size_t> next(locations.size());
  while (true) {
    std::size_t first = locations.size();
    const auto time = [&](std::size_t i) {
      return model.events[locations[i].index()][next[i]].time;
    };
    for (std::size_t i = 0; i < locations.size(); ++i)
      if (next[i] < model.events[locations[i].index()].size() &&
          (first == locations.size() || time(i) < time(first)))
        first = i;
    if (first == locations.size()) return order;
    order.push_back({locations[first], next[first]++});
  }
}

void straighten_times(TraceModel& model) {
  for (std::vector<Event>& events : model.events)
    for (std::size_t i = 1; i < events.size(); ++i)
      events[i].time = std::max(events[i].time, events[i - 1].time);
}

void find_process_spans(TraceModel& model) {
  model.process_span.assign(model.definitions->processes.size(), {kEndOfTime, {}});
  for (std::size_t i = 0; i < model.events.size(); ++i) {
    const ProcessId process = model.definitions->locations[i].process;
    if (!model.is_thread(LocationId(i)) || model.events[i].empty() || !process.defined()) continue;
    TimeSpan& span = model.process_span[process.index()];
    span.begin = std::min(span.begin, model.events[i].front().time);
    span.end = std::max(span.end, model.events[i].back().time);
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

LocationId TraceModel::master_of(ProcessId process) const {
  for (const LocationId location : definitions->processes[process.index()].locations)
    if (is_thread(location)) return location;
  return {};
}

bool TraceModel::is_mpi_call(InstanceId id) const {
  return id.defined() && time_metric_of(region_of(id)).starts_with("mpi");
}

const Region* TraceModel::region_of(InstanceId id) const {
  const RegionId region = instances[id.index()].region;
  return region.defined() ? &definitions->regions[region.index()] : nullptr;
}

std::string_view TraceModel::name_of(InstanceId id) const {
  const Region* region = region_of(id);
  return region ? std::string_view{region->name} : std::string_view{};
}

Timestamp TraceModel::own_end(InstanceId id, Timestamp until) const {
  const RegionInstance& instance = instances[id.index()];
  Timestamp end = instance.enter;
  for (const TimeSpan& span : instance.own)
    end = end + Duration{TimeSpan{span.begin, std::min(span.end, until)}.length()};
  return end;
}

TraceModel load_trace(const TraceSource& source) {
  TraceModel model;
  model.definitions = &source.definitions();
  const std::size_t locations = model.definitions->location_count();
  model.events.resize(locations);
  model.instance_of.resize(locations);
  model.step_of.resize(locations);
  model.segments.resize(locations);
  model.stands_alone.resize(locations);
  load_events(model, source);
  for (const Process& process : model.definitions->processes)
    model.order.push_back(in_order(model, process.locations));
  straighten_times(model);
  find_process_spans(model);
  model.master_regions.resize(model.definitions->processes.size());
  for (std::size_t i = 0; i < model.definitions->processes.size(); ++i)
    follow_process(model, ProcessId{i});
  PathTable paths(model);
  for (std::size_t i = 0; i < model.instances.size(); ++i) paths.path_of(InstanceId{i});
  return model;
}

}  // namespace lull::reference
