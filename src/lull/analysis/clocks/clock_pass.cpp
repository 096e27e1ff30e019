// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/clocks/clock_pass.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "lull/analysis/clocks/collective_bounds.hpp"
#include "lull/clock/time_map.hpp"

namespace lull::analysis {
namespace {

class ClockWitness final : public Pattern {
 public:
  ClockWitness(const Definitions& definitions, std::shared_ptr<ClockFindings> findings)
      : definitions_(definitions),
        findings_(std::move(findings)),
        maps_(definitions.clock_offsets.begin(), definitions.clock_offsets.end()) {}

  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return {}; }

  void subscribe(Bus& bus) override {
    bus.subscribe<Message>([this](const Message& message) { look_at(message); });
    bus.subscribe<Collective>([this](const Collective& operation) { look_at(operation); });
  }

 private:
  void look_at(const Message& message) {
    const Channel& channel = message.send.channel;
    const LocationId sender = message.send.posted.location;
    const LocationId receiver = message.receive.completion.call.location;
    const ClockPoint point{message.send.time, message.receive.time};
    findings_->observations.add(channel.source, channel.destination, point);
    ClockTraffic& traffic =
        findings_->traffic[{node_of(channel.source), node_of(channel.destination)}];
    ++traffic.messages;
    traffic.raw.add(point.sent - point.arrived);
    traffic.measured.add(measured(sender, point.sent) - measured(receiver, point.arrived));
  }

  void look_at(const Collective& operation) {
    ++findings_->collectives;
    Duration raw;
    Duration measured;
    for_each_bound(operation, ranked_,
                   [&](const CollectiveMember& from, const CollectiveMember& to) {
                     findings_->observations.add(from.process, to.process, {from.begin, to.end});
                     raw = std::max(raw, from.begin - to.end);
                     measured = std::max(measured, this->measured(from.call.location, from.begin) -
                                                       this->measured(to.call.location, to.end));
                   });
    findings_->raw_collectives.add(raw);
    findings_->measured_collectives.add(measured);
  }

  [[nodiscard]] SystemNodeId node_of(ProcessId process) const {
    return definitions_.processes[process.index()].node;
  }
  [[nodiscard]] Timestamp measured(LocationId location, Timestamp time) {
    return location.index() < maps_.size() ? maps_[location.index()](time) : time;
  }

  const Definitions& definitions_;
  std::shared_ptr<ClockFindings> findings_;
  std::vector<TimeMap> maps_;
  std::vector<const CollectiveMember*> ranked_;
};

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
  raw_collectives += other.raw_collectives;
  measured_collectives += other.measured_collectives;
}

ClockFindings observe_clocks(const TraceSource& raw, const AnalysisOptions& options) {
  std::vector<std::shared_ptr<ClockFindings>> of_shards;
  const auto make = [&] {
    of_shards.push_back(std::make_shared<ClockFindings>());
    PatternList patterns;
    patterns.push_back(std::make_unique<ClockWitness>(raw.definitions(), of_shards.back()));
    return patterns;
  };
  Analysis analysis(raw, make, options);
  analysis.run();
  ClockFindings findings;
  for (const auto& one : of_shards) findings.add(*one);
  return findings;
}

}  // namespace lull::analysis
