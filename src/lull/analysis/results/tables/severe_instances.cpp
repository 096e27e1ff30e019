// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/results/tables/severe_instances.hpp"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace lull::analysis {
namespace {

using Letters = std::vector<Bytes>;

void pack(Packer& packer, const SevereInstance& instance) {
  packer.put(instance.path);
  packer.put(instance.severe.metric);
  packer.put(instance.severe.call);
  packer.put(instance.severe.severity);
  packer.put(instance.severe.participants.communicator);
  packer.put(instance.severe.participants.everybody);
  packer.put_list<LocationId>(instance.severe.participants.locations);
  packer.put_list<Transfer>(instance.severe.participants.messages);
  packer.put(instance.severe.since);
  packer.put(instance.severe.cause);
}

SevereInstance unpack(Unpacker& unpacker) {
  SevereInstance instance;
  instance.path = unpacker.get<GlobalPathId>();
  instance.severe.metric = unpacker.get<MetricIndex>();
  instance.severe.call = unpacker.get<CallInstance>();
  instance.severe.severity = unpacker.get<Duration>();
  instance.severe.participants.communicator = unpacker.get<CommunicatorId>();
  instance.severe.participants.everybody = unpacker.get<bool>();
  instance.severe.participants.locations = unpacker.get_list<LocationId>();
  instance.severe.participants.messages = unpacker.get_list<Transfer>();
  instance.severe.since = unpacker.get<Timestamp>();
  instance.severe.cause = unpacker.get<LocationId>();
  return instance;
}

std::vector<SevereInstance> received(const Letters& letters) {
  std::vector<SevereInstance> all;
  for (const Bytes& letter : letters)
    for (Unpacker unpacker(letter); !unpacker.empty();) all.push_back(unpack(unpacker));
  return all;
}

auto group_of(const SevereInstance& instance) {
  return std::pair(instance.severe.metric, instance.path);
}

// Returns the worst few of each group on different locations, by group, the worst first.
std::vector<SevereInstance> selected(std::vector<SevereInstance> all) {
  std::ranges::sort(all, [](const SevereInstance& a, const SevereInstance& b) {
    if (group_of(a) != group_of(b)) return group_of(a) < group_of(b);
    return worse(a.severe, b.severe);
  });
  std::vector<SevereInstance> result;
  std::set<LocationId> locations;
  for (SevereInstance& instance : all) {
    if (result.empty() || group_of(result.back()) != group_of(instance)) locations.clear();
    if (locations.size() == SevereCalls::kMost) continue;
    if (locations.insert(instance.severe.call.location).second)
      result.push_back(std::move(instance));
  }
  return result;
}

// Adds members that other processes know; members that are known already stay first.
void complete(Participants& participants, const Definitions& definitions) {
  if (participants.everybody && definitions.mpi_world() != nullptr)
    for (const LocationId member : *definitions.mpi_world()) participants.add(member);
  if (!participants.communicator.defined()) return;
  const Communicator& communicator = definitions.communicators[participants.communicator.index()];
  for (const GroupId group : {communicator.group, communicator.remote_group})
    if (group.defined())
      for (const LocationId member : definitions.groups[group.index()].locations)
        participants.add(member);
}

}  // namespace

std::vector<SevereInstance> own_severe_instances(
    const Analysis& analysis,
    const std::function<GlobalPathId(LocationId, LocalPathId)>& global_path) {
  const Ownership* const ownership = analysis.context().ownership;
  const Definitions& definitions = analysis.context().definitions;
  std::vector<SevereInstance> own;
  std::vector<Packer> to(ownership == nullptr ? 0 : static_cast<std::size_t>(ownership->size));
  for (const auto& shard : analysis.shards())
    shard->charges().observer<SevereCalls>().for_each([&](const SevereCall& severe) {
      const ProcessId process = definitions.locations[severe.call.location.index()].process;
      if (ownership == nullptr || ownership->is_mine(process))
        own.push_back({severe, {}});
      else
        pack(to[static_cast<std::size_t>(ownership->owner[process.index()])], {severe, {}});
    });
  if (ownership != nullptr) {
    Letters letters;
    for (Packer& packer : to) letters.push_back(packer.take());
    for (SevereInstance& instance : received(analysis.partners()->exchange(std::move(letters))))
      own.push_back(std::move(instance));
  }
  for (SevereInstance& instance : own)
    instance.path = global_path(instance.severe.call.location, instance.severe.call.path);
  return own;
}

std::vector<SevereInstance> worst_of_all(const Analysis& analysis,
                                         std::vector<SevereInstance> mine) {
  mine = selected(std::move(mine));
  if (Partners* const partners = analysis.partners()) {
    Packer packer;
    for (const SevereInstance& instance : mine) pack(packer, instance);
    const Letters all(static_cast<std::size_t>(partners->size()), packer.take());
    mine = selected(received(partners->exchange(all)));
  }
  for (SevereInstance& instance : mine)
    complete(instance.severe.participants, analysis.context().definitions);
  return mine;
}

std::vector<SeverityHistogram> histograms_of_all(const Analysis& analysis) {
  std::vector<SeverityHistogram> all(analysis.catalogue().size());
  for (const WorkerResults& worker : analysis.workers())
    for (std::size_t i = 0; i < all.size(); ++i) all[i] += worker.histograms[i];
  Partners* const partners = analysis.partners();
  if (partners == nullptr) return all;
  Packer packer;
  for (const SeverityHistogram& histogram : all) histogram.pack(packer);
  const Bytes sums = partners->reduce(packer.take(), [&](const Bytes& lower, const Bytes& higher) {
    Unpacker first(lower);
    Unpacker second(higher);
    Packer both;
    for (std::size_t i = 0; i < all.size(); ++i) {
      SeverityHistogram sum = SeverityHistogram::unpacked(first);
      sum += SeverityHistogram::unpacked(second);
      sum.pack(both);
    }
    return both.take();
  });
  Unpacker unpacker(sums);
  for (SeverityHistogram& histogram : all) histogram = SeverityHistogram::unpacked(unpacker);
  return all;
}

report::Instances as_report(const Analysis& analysis, const SevereFindings& findings) {
  const ClockProperties& clock = analysis.context().definitions.clock;
  const auto ticks = static_cast<double>(clock.ticks_per_second);
  const auto seconds = [&](Timestamp time) {
    return static_cast<double>((time - analysis.zero()).ticks) / ticks;
  };
  const auto location = [](LocationId id) { return report::LocationId(id.index()); };
  report::Instances result;
  for (std::size_t i = 0; i < findings.histograms.size(); ++i) {
    const SeverityHistogram& of = findings.histograms[i];
    if (of.count() == 0) continue;
    result.statistics.push_back({findings.names.metrics.at(MetricIndex(i)), of.count(),
                                 static_cast<double>(of.sum()) / ticks,
                                 static_cast<double>(of.least()) / ticks, of.quantile(0.25) / ticks,
                                 of.quantile(0.5) / ticks, of.quantile(0.75) / ticks,
                                 static_cast<double>(of.greatest()) / ticks});
  }
  std::ranges::sort(result.statistics, {}, &report::InstanceStatistics::metric);
  for (const SevereInstance& instance : findings.worst) {
    report::SevereInstance entry;
    entry.metric = findings.names.metrics.at(instance.severe.metric);
    entry.path = report::CallPathId(instance.path.index());
    entry.location = location(instance.severe.call.location);
    entry.severity = static_cast<double>(instance.severe.severity.ticks) / ticks;
    entry.begin = seconds(instance.severe.begin());
    entry.end = seconds(instance.severe.call.leave);
    entry.since = seconds(instance.severe.since);
    if (instance.severe.cause.defined()) entry.cause = location(instance.severe.cause);
    for (const Transfer& message : instance.severe.participants.messages)
      entry.messages.push_back({location(message.sender), seconds(message.sent),
                                location(message.receiver), seconds(message.received)});
    result.worst.push_back(std::move(entry));
  }
  return result;
}

}  // namespace lull::analysis
