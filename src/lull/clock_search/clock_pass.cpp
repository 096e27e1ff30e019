// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock_search/clock_pass.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "lull/analysis/results/findings/verdict.hpp"
#include "lull/clock/corrected_trace.hpp"
#include "lull/clock/time_map.hpp"
#include "lull/clock_search/collective_bounds.hpp"
#include "lull/trace/definitions/worlds.hpp"

namespace lull::analysis {
namespace {

constexpr double kFarApart = 1;  // seconds

class ClockWitness final : public Pattern {
 public:
  // `shifts` are the shifts of the times passed to this, indexed by location.
  ClockWitness(const Definitions& definitions, const ClockOffsets& shifts,
               std::shared_ptr<ClockFindings> findings)
      : definitions_(definitions),
        shifts_(shifts),
        findings_(std::move(findings)),
        maps_(definitions.clock_offsets.begin(), definitions.clock_offsets.end()) {}

  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return {}; }

  void subscribe(Bus& bus) override {
    bus.subscribe<Message>([this](const Message& message) {
      if (message.is_certain()) look_at(message);
    });
    bus.subscribe<Collective>([this](const Collective& operation) { look_at(operation); });
  }

 private:
  void look_at(const Message& message) {
    const Channel& channel = message.send.channel;
    const LocationId sender = message.send.posted.location;
    const LocationId receiver = message.receive.completion.call.location;
    const ClockPoint point{recorded(sender, message.send.time),
                           recorded(receiver, message.receive.time)};
    findings_->observations.add(channel.source, channel.destination, point);
    if (channel.source == channel.destination && point.arrived < point.sent)
      ++findings_->impossible;
    ClockTraffic& traffic =
        findings_->traffic[{node_of(channel.source), node_of(channel.destination)}];
    ++traffic.messages;
    traffic.raw.add(point.sent - point.arrived);
    traffic.measured.add(measured(sender, point.sent) - measured(receiver, point.arrived));
  }

  void look_at(const Collective& operation) {
    ++findings_->collectives;
    if (!operation.communicator.defined() && several_worlds_) return;
    Duration raw;
    Duration measured;
    for_each_bound(
        operation, ranked_,
        [&](const CollectiveMember& from, const CollectiveMember& to) {
          const ClockPoint point{recorded(from.call.location, from.begin),
                                 recorded(to.call.location, to.end)};
          findings_->observations.add(from.process, to.process, point);
          raw = std::max(raw, point.sent - point.arrived);
          measured = std::max(measured, this->measured(from.call.location, point.sent) -
                                            this->measured(to.call.location, point.arrived));
        },
        distance_in_turn(operation));
    if (distance_in_turn(operation) != kAllDistances) {
      const auto recorded_time = [this](LocationId location, Timestamp time) {
        return recorded(location, time);
      };
      const auto measured_time = [this](LocationId location, Timestamp time) {
        return this->measured(location, recorded(location, time));
      };
      raw = reversal(operation, recorded_time);
      measured = reversal(operation, measured_time);
    }
    findings_->raw_collectives.add(raw);
    findings_->measured_collectives.add(measured);
  }

  // Returns by how much the last member that others need begins after the first member that needs
  // it ends.
  template <class TimeOn>
  static Duration reversal(const Collective& operation, TimeOn time_on) {
    const bool moves_data = is_n_to_n(operation.kind);
    Timestamp last;
    Timestamp first = kEndOfTime;
    for (const CollectiveMember& member : operation.members) {
      if (member.by_pair) return {};
      if (!moves_data || member.sent > 0)
        last = std::max(last, time_on(member.call.location, member.begin));
      if (member.ended && (!moves_data || member.received > 0))
        first = std::min(first, time_on(member.call.location, member.end));
    }
    return first < last ? last - first : Duration{};
  }
  [[nodiscard]] SystemNodeId node_of(ProcessId process) const {
    return definitions_.processes[process.index()].node;
  }
  [[nodiscard]] Timestamp recorded(LocationId location, Timestamp time) const {
    if (shifts_.empty() || shifts_[location.index()].empty()) return time;
    return time + Duration{-shifts_[location.index()].front().offset};
  }
  [[nodiscard]] Timestamp measured(LocationId location, Timestamp time) {
    return location.index() < maps_.size() ? maps_[location.index()](time) : time;
  }

  const Definitions& definitions_;
  const ClockOffsets& shifts_;
  std::shared_ptr<ClockFindings> findings_;
  bool several_worlds_ = has_several_worlds(definitions_);
  std::vector<TimeMap> maps_;
  std::vector<const CollectiveMember*> ranked_;
};

// Returns the time of the first event of each node.
std::map<SystemNodeId, Timestamp> begins_of_nodes(const TraceSource& raw) {
  std::map<SystemNodeId, Timestamp> begins;
  const Definitions& definitions = raw.definitions();
  for (std::uint32_t i = 0; i < definitions.locations.size(); ++i) {
    const ProcessId process = definitions.locations[i].process;
    if (!process.defined()) continue;
    const auto cursor = raw.open(LocationId{i}, select_all_events());
    const auto events = cursor->next();
    if (events.empty()) continue;
    const SystemNodeId node = definitions.processes[process.index()].node;
    const auto begin = begins.try_emplace(node, events.front().time).first;
    begin->second = std::min(begin->second, events.front().time);
  }
  return begins;
}

// Returns, by location, the shift applied while reading the trace: clocks of nodes may be days
// apart, so that the state of an operation would be dropped before its other members arrive. Empty:
// none.
ClockOffsets shifts_of_nodes(const TraceSource& raw) {
  const Definitions& definitions = raw.definitions();
  if (definitions.system_nodes.size() < 2) return {};
  const std::map<SystemNodeId, Timestamp> begins = begins_of_nodes(raw);
  if (begins.empty()) return {};
  Timestamp last;
  Timestamp first = kEndOfTime;
  for (const auto& [node, begin] : begins)
    last = std::max(last, begin), first = std::min(first, begin);
  if (definitions.seconds(last - first) < kFarApart) return {};
  ClockOffsets shifts(definitions.locations.size());
  for (std::size_t i = 0; i < shifts.size(); ++i) {
    const ProcessId process = definitions.locations[i].process;
    if (!process.defined()) continue;
    const auto begin = begins.find(definitions.processes[process.index()].node);
    if (begin != begins.end()) shifts[i].push_back({begin->second, (last - begin->second).ticks});
  }
  return shifts;
}

}  // namespace

ClockTraffic ClockFindings::all() const {
  ClockTraffic sum;
  for (const auto& [nodes, one] : traffic) {
    sum.messages += one.messages;
    sum.raw += one.raw;
    sum.measured += one.measured;
  }
  return sum;
}

void ClockFindings::add(const ClockFindings& other) {
  observations.add(other.observations);
  for (const auto& [nodes, one] : other.traffic) {
    ClockTraffic& sum = traffic[nodes];
    sum.messages += one.messages;
    sum.raw += one.raw;
    sum.measured += one.measured;
  }
  collectives += other.collectives;
  impossible += other.impossible;
  raw_collectives += other.raw_collectives;
  measured_collectives += other.measured_collectives;
}

ClockFindings observe_clocks(const TraceSource& raw, const AnalysisOptions& options) {
  const ClockOffsets shifts = shifts_of_nodes(raw);
  const CorrectedTrace trace(raw, &shifts);
  std::vector<std::shared_ptr<ClockFindings>> of_shards;
  const auto make = [&] {
    of_shards.push_back(std::make_shared<ClockFindings>(raw.definitions(), Outbox::kShards));
    PatternList patterns;
    patterns.push_back(std::make_unique<ClockWitness>(raw.definitions(), shifts, of_shards.back()));
    return patterns;
  };
  Analysis analysis(trace, make, options);
  analysis.run();
  ClockFindings findings(raw.definitions());
  findings.remarks = matching_remarks(analysis);
  for (const auto& one : of_shards) findings.add(*one);
  return findings;
}

}  // namespace lull::analysis
