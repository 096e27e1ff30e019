// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Blocking MPI collectives: waits, completions and counts.
#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "support/reference/mpi/collective_reader.hpp"
#include "support/reference/region_class.hpp"
#include "support/reference/severities.hpp"

namespace lull::reference {
namespace {

constexpr std::uint32_t kRootSelf = 0xFFFFFFFEu;  // OTF2_COLLECTIVE_ROOT_SELF

void assign_ranks(const TraceModel& model, CommunicatorId communicator, Collective& collective) {
  const std::size_t size = model.definitions->size_of(communicator);
  std::map<ProcessId, std::uint32_t> ranks;
  for (std::uint32_t rank = 0; rank < size; ++rank) {
    const LocationId member =
        model.definitions->location_of(communicator, rank, collective.members.front().location);
    if (member.defined()) ranks.try_emplace(model.process_of(member), rank);
  }
  for (Member& member : collective.members)
    if (const auto found = ranks.find(model.process_of(member.location)); found != ranks.end())
      member.rank = found->second;
  std::ranges::stable_sort(collective.members, {}, &Member::rank);
}

class CollectiveAnalysis {
 public:
  CollectiveAnalysis(const TraceModel& model, const ReferenceOptions& options,
                     Severities& severities)
      : model_(model), options_(options), severities_(severities) {}

  void count(const std::vector<Member>& members) {
    for (const Member& member : members) {
      if (!member.call.defined()) continue;
      const bool sent = member.record.sent > 0;
      const bool received = member.record.received > 0;
      severities_.charge(sent && received ? "comms_cxch"
                         : sent           ? "comms_csrc"
                         : received       ? "comms_cdst"
                                          : "syncs_coll",
                         member.call, 1);
      severities_.charge("bytes_cout", member.call, static_cast<std::int64_t>(member.record.sent));
      severities_.charge("bytes_cin", member.call,
                         static_cast<std::int64_t>(member.record.received));
    }
  }

  // Members that name different roots have called different operations.
  [[nodiscard]] bool is_one_operation(const Collective& collective) const {
    const Flow flow = flow_of(collective.members.front().record.operation, options_);
    if (flow != Flow::OneToN && flow != Flow::NToOne) return true;
    std::set<ProcessId> roots;
    for (const Member& member : collective.members) roots.insert(root_named_by(member));
    roots.erase(ProcessId{});
    return roots.size() < 2;
  }

  void charge_waits(const Collective& collective) {
    switch (flow_of(collective.members.front().record.operation, options_)) {
      case Flow::Barrier:
        return charge_barrier(collective);
      case Flow::NToN:
        return charge_n_to_n(collective);
      case Flow::OneToN:
        return charge_one_to_n(collective);
      case Flow::NToOne:
        return charge_n_to_one(collective);
      case Flow::Prefix:
        return charge_prefix(collective);
      case Flow::None:
        return;
    }
  }

 private:
  static std::string_view class_of(std::string_view metric) {
    return metric.starts_with("mpi_barrier_") ? "mpi_sync_collective" : "mpi_collective";
  }
  // Charges the part of the span that is the call's own time.
  void charge(std::string_view metric, const Member& member, TimeSpan span) {
    if (!member.call.defined() || is_init(model_.name_of(member.call)) ||
        is_finalize(model_.name_of(member.call)))
      return;
    span.begin = std::max(span.begin, model_[member.call].enter);
    const Timestamp until = model_.is_mpi_call(member.call) ? kEndOfTime : member.end;
    span.end = std::min(span.end, model_.own_end(member.call, until));
    severities_.charge_wait(metric, class_of(metric), member.call, span.length());
  }
  // Charges the time from the member's start to `moment`, within the operation.
  void charge_wait(std::string_view metric, const Member& member, Timestamp moment) {
    charge(metric, member, {member.begin, std::min(moment, member.end)});
  }

  void charge_completion(std::string_view metric, const Collective& collective) {
    const Timestamp from = std::max(collective.first_end(), collective.last_begin());
    for (const Member& member : collective.members)
      charge(metric, member, {std::max(from, member.begin), member.end});
  }

  void charge_barrier(const Collective& collective) {
    for (const Member& member : collective.members)
      charge_wait("mpi_barrier_wait", member, collective.last_begin());
    charge_completion("mpi_barrier_completion", collective);
  }

  void charge_n_to_n(const Collective& collective) {
    const bool synchronising = collective.first_end() >= collective.last_begin();
    Timestamp last;
    for (const Member& member : collective.members)
      if (synchronising || member.record.sent > 0) last = std::max(last, member.begin);
    for (const Member& member : collective.members)
      if (synchronising || member.record.received > 0) charge_wait("mpi_wait_nxn", member, last);
    if (synchronising)
      charge_completion("mpi_nxn_completion", collective);
    else
      charge_late_completion(collective, last);
  }

  // Some had left before others began: only those that need data from the last sender stayed for
  // it.
  void charge_late_completion(const Collective& collective, Timestamp last_sender) {
    std::vector<Member> taking_part;
    for (const Member& member : collective.members) {
      const bool receives_it = member.record.received > 0 && member.begin < last_sender;
      const bool sends_it = member.record.sent > 0 && member.begin == last_sender;
      if (receives_it || sends_it) taking_part.push_back(member);
    }
    if (!taking_part.empty()) charge_completion("mpi_nxn_completion", {taking_part});
  }

  // In an inter-communicator only the group opposite the root names it; the root names itself.
  ProcessId root_named_by(const Member& member) const {
    if (member.record.root == kRootSelf) return model_.process_of(member.location);
    const LocationId root = model_.definitions->location_of(member.record.communicator,
                                                            member.record.root, member.location);
    return root.defined() ? model_.process_of(root) : ProcessId{};
  }
  const Member* root_of(const Collective& collective) const {
    for (const Member& member : collective.members)
      for (const Member& candidate : collective.members)
        if (root_named_by(member) == model_.process_of(candidate.location)) return &candidate;
    return nullptr;
  }

  void charge_one_to_n(const Collective& collective) {
    const Member* root = root_of(collective);
    if (!root || root->record.sent == 0) return;
    for (const Member& member : collective.members)
      if (&member != root && member.record.received > 0)
        charge_wait("mpi_latebroadcast", member, root->begin);
  }

  void charge_n_to_one(const Collective& collective) {
    const Member* root = root_of(collective);
    if (!root || root->record.received == 0) return;
    Timestamp last;
    for (const Member& member : collective.members)
      if (&member != root && member.record.sent > 0) last = std::max(last, member.begin);
    charge_wait("mpi_earlyreduce", *root, last);
  }

  void charge_prefix(const Collective& collective) {
    Timestamp last;
    for (const Member& member : collective.members) {
      if (member.record.received > 0) charge_wait("mpi_earlyscan", member, last);
      if (member.record.sent > 0) last = std::max(last, member.begin);
    }
  }

  const TraceModel& model_;
  const ReferenceOptions& options_;
  Severities& severities_;
};

// Returns the MPI_COMM_WORLD of each process if there are several; else undefined.
std::vector<CommunicatorId> worlds_of(const Definitions& definitions) {
  std::vector<CommunicatorId> worlds(definitions.processes.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < definitions.communicators.size(); ++i) {
    const Communicator& communicator = definitions.communicators[i];
    if (communicator.kind != CommunicatorKind::Intra ||
        communicator.name.rfind("MPI_COMM_WORLD", 0) != 0)
      continue;
    ++count;
    if (!communicator.group.defined()) continue;
    for (const LocationId member : definitions.groups[communicator.group.index()].locations)
      if (member.defined())
        worlds[definitions.locations[member.index()].process.index()] = CommunicatorId{i};
  }
  if (count < 2) worlds.assign(worlds.size(), {});
  return worlds;
}

// Returns the calls to a function that all processes of a world make: as many as the process with
// the fewest has made.
template <class Predicate>
std::vector<std::vector<InstanceId>> common_calls(const TraceModel& model, Predicate wanted,
                                                  ReferenceResult& result) {
  const auto& processes = model.definitions->processes;
  const std::vector<CommunicatorId> worlds = worlds_of(*model.definitions);
  std::map<CommunicatorId, std::map<ProcessId, std::vector<InstanceId>>> calls;
  for (std::size_t i = 0; i < model.instances.size(); ++i) {
    const ProcessId process = model.process_of(model.instances[i].location);
    if (model.instances[i].left && wanted(model.name_of(InstanceId{i})))
      calls[worlds[process.index()]][process].emplace_back(i);
  }
  const auto* const all = model.definitions->mpi_world();
  const auto everybody = all ? all->size()
                             : static_cast<std::size_t>(std::ranges::count(
                                   processes, ProcessType::Process, &Process::type));
  std::vector<std::vector<InstanceId>> common;
  for (const auto& [world, of_world] : calls) {
    const auto size = world.defined() ? model.definitions->size_of(world) : everybody;
    for (std::size_t number = 0; size > 1; ++number) {
      std::vector<InstanceId> members;
      for (const auto& [process, own] : of_world)
        if (number < own.size()) members.push_back(own[number]);
      if (members.empty()) break;
      if (members.size() == size)
        common.push_back(members);
      else
        result.incomplete_collectives.push_back({world, members.size(), size});
    }
  }
  return common;
}

}  // namespace

void analyse_collectives(const TraceModel& model, const ReferenceOptions& options,
                         Severities& severities, ReferenceResult& result) {
  CollectiveReader reader(model, options);
  for (std::size_t i = 0; i < model.definitions->processes.size(); ++i) reader.read(ProcessId{i});
  CollectiveAnalysis analysis(model, options, severities);
  analysis.count(reader.all());
  for (auto& [key, collective] : reader.collectives()) {
    const CommunicatorId communicator = std::get<CommunicatorId>(key);
    const std::size_t expected = model.definitions->size_of(communicator);
    if (expected < 2) continue;
    if (collective.members.size() != expected || !analysis.is_one_operation(collective)) {
      result.incomplete_collectives.push_back({communicator, collective.members.size(), expected});
      continue;
    }
    assign_ranks(model, communicator, collective);
    analysis.charge_waits(collective);
  }
}

namespace {

void analyse_init(const TraceModel& model, Severities& severities, ReferenceResult& result) {
  for (const auto& inits : common_calls(model, is_init, result)) {
    Timestamp last_enter, first_leave = kEndOfTime;
    for (const InstanceId call : inits) {
      last_enter = std::max(last_enter, model[call].enter);
      first_leave = std::min(first_leave, model[call].leave);
    }
    for (const InstanceId call : inits) {
      const Timestamp from = std::max({first_leave, last_enter, model[call].enter});
      const std::int64_t own = TimeSpan{model[call].enter, model.own_end(call)}.length();
      severities.charge("mpi_init_completion", call,
                        std::min(TimeSpan{from, model[call].leave}.length(), own));
    }
  }
}

}  // namespace

void analyse_init_and_finalize(const TraceModel& model, Severities& severities,
                               ReferenceResult& result) {
  analyse_init(model, severities, result);
  for (const auto& finalizes : common_calls(model, is_finalize, result)) {
    Timestamp last;
    for (const InstanceId call : finalizes) last = std::max(last, model[call].enter);
    for (const InstanceId call : finalizes)
      severities.charge("mpi_finalize_wait", call, severities.wait_until(last, call));
  }
}

}  // namespace lull::reference
