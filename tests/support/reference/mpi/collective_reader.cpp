// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "support/reference/mpi/collective_reader.hpp"

#include <set>

#include "support/reference/severities.hpp"

namespace lull::reference {
namespace {

bool is_management(CollectiveOperation operation) {
  return operation >= CollectiveOperation::CreateHandle;
}

}  // namespace

bool is_member(const TraceModel& model, CommunicatorId id, ProcessId process) {
  const Communicator& communicator = model.definitions->communicators[id.index()];
  const auto has = [&](GroupId group) {
    return group.defined() &&
           std::ranges::any_of(model.definitions->groups[group.index()].locations,
                               [&](LocationId location) {
                                 return location.defined() && model.process_of(location) == process;
                               });
  };
  return communicator.kind == CommunicatorKind::Self || has(communicator.group) ||
         (communicator.kind == CommunicatorKind::Inter && has(communicator.remote_group));
}

Flow flow_of(CollectiveOperation operation, const ReferenceOptions& options) {
  using enum CollectiveOperation;
  switch (operation) {
    case Barrier:
      return Flow::Barrier;
    case Alltoallv:
    case Alltoallw:
      return options.irregular_alltoall_waits ? Flow::NToN : Flow::None;
    case Allgather:
    case Allgatherv:
    case Alltoall:
    case Allreduce:
    case ReduceScatter:
    case ReduceScatterBlock:
      return Flow::NToN;
    case Bcast:
    case Scatter:
    case Scatterv:
      return Flow::OneToN;
    case Gather:
    case Gatherv:
    case Reduce:
      return Flow::NToOne;
    case Scan:
    case Exscan:
      return Flow::Prefix;
    default:
      return Flow::None;
  }
}

void CollectiveReader::read(ProcessId process) {
  std::map<LocationId, Timestamp> begun;
  std::map<LocationId, Timestamp> ended;  // the previous operation's end
  std::map<CommunicatorId, std::size_t> occurrences;
  for (const EventRef& ref : model_.events_of(process)) {
    const Event& event = model_.event(ref);
    if (std::holds_alternative<MpiCollectiveBegin>(event.body)) begun[ref.location] = event.time;
    const auto* end = std::get_if<MpiCollectiveEnd>(&event.body);
    if (!end) continue;
    const InstanceId call = model_.instance_at(ref);
    Timestamp begin = model_.is_mpi_call(call) ? model_[call].enter : event.time;
    if (const auto own = begun.find(ref.location); own != begun.end()) {
      begin = own->second;
      begun.erase(own);
    }
    begin = std::max(begin, ended[ref.location]);
    ended[ref.location] = event.time;
    if (is_management(end->operation)) continue;
    const Member member{call, ref.location, begin, event.time, *end, {}};
    all_.push_back(member);
    if (!end->communicator.defined() || !is_member(model_, end->communicator, process)) continue;
    const bool shared = kind(end->communicator) != CommunicatorKind::Self;
    collectives_[{end->communicator, shared ? ProcessId{} : process,
                  flow_of(end->operation, options_), occurrences[end->communicator]++}]
        .members.push_back(member);
  }
}

std::set<InstanceId> collective_calls(const TraceModel& model) {
  std::set<InstanceId> calls;
  for (std::size_t i = 0; i < model.events.size(); ++i)
    for (std::size_t j = 0; j < model.events[i].size(); ++j) {
      const auto* end = std::get_if<MpiCollectiveEnd>(&model.events[i][j].body);
      if (end == nullptr || is_management(end->operation) || !end->communicator.defined()) continue;
      if (is_member(model, end->communicator, model.process_of(LocationId(i))) &&
          model.definitions->size_of(end->communicator) > 1)
        calls.insert(model.instance_at({LocationId(i), j}));
    }
  return calls;
}

}  // namespace lull::reference
