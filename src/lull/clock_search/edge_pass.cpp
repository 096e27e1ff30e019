// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock_search/edge_pass.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "lull/analysis/bus/pattern.hpp"
#include "lull/analysis/events/window_events.hpp"
#include "lull/base/memory/unused_memory.hpp"
#include "lull/clock/corrected_trace.hpp"
#include "lull/clock_search/collective_bounds.hpp"
#include "lull/trace/definitions/worlds.hpp"

namespace lull::analysis {
namespace {

// Returns, by location, the constant shift applied while reading the trace, as clocks may be days
// apart.
ClockOffsets shifts_of(const ClockMaps& maps, const Definitions& definitions) {
  ClockOffsets shifts(definitions.locations.size());
  for (std::uint32_t i = 0; i < shifts.size(); ++i)
    if (const std::int64_t offset = maps.first_offset(LocationId{i}); offset != 0)
      shifts[i].push_back({Timestamp{}, offset});
  return shifts;
}

// Collects orderings that are known regardless of clocks: not which thread held a lock before, or
// which put ended a wait, since these are determined by time.
class EdgeWitness final : public Pattern {
 public:
  // `maps`: the trace is shifted by their first offsets.
  EdgeWitness(const Definitions& definitions, const ClockMaps& maps, RecordedEdges& edges)
      : maps_(maps), edges_(edges), several_worlds_(has_several_worlds(definitions)) {}

  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return {}; }

  void subscribe(Bus& bus) override {
    bus.subscribe<Message>([this](const Message& message) {
      if (!message.is_certain()) return;
      edges_.add(visit(message.send.posted, message.send.time),
                 visit(message.receive.completion.call, message.receive.time));
    });
    bus.subscribe<Collective>([this](const Collective& operation) { look_at(operation); });
    bus.subscribe<RequestedCollective>(
        [this](const RequestedCollective& collective) { look_at(collective.operation); });
    subscribe_to_windows(bus);
  }

 private:
  using Visit = RecordedEdges::Visit;

  // Restores the recorded time.
  [[nodiscard]] Visit visit(const CallInstance& call, Timestamp time) const {
    return {call.location, time + Duration{-maps_.first_offset(call.location)}};
  }

  void subscribe_to_windows(Bus& bus) {
    bus.subscribe<WindowCollective>([this](const WindowCollective& operation) {
      if (!operation.together) return;  // members need not have waited for each other
      comes_.clear(), leaves_.clear();
      for (const WindowMember& member : operation.members) {
        comes_.push_back(visit(member.call, member.begin));
        leaves_.push_back(visit(member.call, member.end));
      }
      edges_.add_meeting(comes_, leaves_);
    });
    bus.subscribe<AccessEpoch>([this](const AccessEpoch& epoch) {
      for (const AccessTarget& target : epoch.targets)
        if (target.known && target.used) wait(target.post, epoch.complete);
    });
    bus.subscribe<ExposureEpoch>([this](const ExposureEpoch& epoch) {
      for (const ExposureOrigin& origin : epoch.origins) wait(origin.complete, epoch.wait);
    });
  }

  void look_at(const Collective& operation) {
    if (!operation.communicator.defined() && several_worlds_) return;
    if (operation.kind == CollectiveKind::Scan) return look_at_scan(operation);
    if (has_root(operation.kind)) {
      for_each_bound(operation, ranked_,
                     [&](const CollectiveMember& from, const CollectiveMember& to) {
                       edges_.add(visit(from.call, from.begin), visit(to.call, to.end));
                     });
      return;
    }
    const bool moves_data = is_n_to_n(operation.kind);
    comes_.clear(), leaves_.clear();
    for (const CollectiveMember& member : operation.members) {
      if (member.by_pair) return;  // dependencies are unknown
      if (!moves_data || member.sent > 0) comes_.push_back(visit(member.call, member.begin));
      if (member.ended && (!moves_data || member.received > 0))
        leaves_.push_back(visit(member.call, member.end));
    }
    edges_.add_meeting(comes_, leaves_);
  }
  void look_at_scan(const Collective& operation) {
    row_.clear();
    for (const CollectiveMember& member : operation.members)  // sorted by rank
      row_.push_back({member.sent > 0 ? visit(member.call, member.begin) : Visit{},
                      member.received > 0 ? visit(member.call, member.end) : Visit{}});
    edges_.add_row(row_);
  }

  // The second call cannot end before the first one has begun.
  void wait(const CallInstance& awaited, const CallInstance& call) {
    if (awaited.location.defined() && call.location.defined())
      edges_.add(visit(awaited, awaited.enter), visit(call, call.leave));
  }

  const ClockMaps& maps_;
  RecordedEdges& edges_;
  bool several_worlds_;
  std::vector<Visit> comes_;
  std::vector<Visit> leaves_;
  std::vector<RecordedEdges::Place> row_;
  std::vector<const CollectiveMember*> ranked_;
};

}  // namespace

TraceEdges::TraceEdges(const TraceSource& raw, const ClockCorrection& correction,
                       const AnalysisOptions& options, std::size_t most)
    : TraceEdges(raw, correction, options, most, std::numeric_limits<std::int64_t>::max()) {}

TraceEdges TraceEdges::below(std::int64_t slack, const TraceSource& raw,
                             const ClockCorrection& correction, const AnalysisOptions& options) {
  return {raw, correction, options, std::numeric_limits<std::size_t>::max(), slack};
}

TraceEdges::TraceEdges(const TraceSource& raw, const ClockCorrection& correction,
                       const AnalysisOptions& options, std::size_t most, std::int64_t slack)
    : definitions_(&raw.definitions()),
      read_with_(offsets_taken(correction, raw.definitions())),
      maps_(std::make_shared<ClockMaps>(correction, raw.definitions())),
      budget_(std::make_shared<EdgeBudget>()) {
  const std::size_t busy =  // shards: messages are matched by receiver
      std::clamp<std::size_t>(definitions_->processes.size(), 1, Outbox::kShards);
  budget_->most = most;
  budget_->share = most / busy;
  const ClockOffsets shifts = shifts_of(*maps_, *definitions_);
  const CorrectedTrace trace(raw, &shifts);
  const auto make = [&] {
    of_shards_.push_back(std::make_unique<RecordedEdges>(*definitions_, *maps_, *budget_));
    of_shards_.back()->forget(slack);
    PatternList patterns;
    patterns.push_back(std::make_unique<EdgeWitness>(*definitions_, *maps_, *of_shards_.back()));
    return patterns;
  };
  Analysis(trace, make, options).run();
  give_back_unused_memory();
}

ClockEdges TraceEdges::on(const ClockCorrection& correction) const {
  const ClockMaps maps(correction, *definitions_);
  std::size_t most = 0;
  std::int64_t reach = std::numeric_limits<std::int64_t>::max();
  for (const auto& one : of_shards_) {
    most += one->most_edges();
    reach = std::min(reach, one->reach());
  }
  if (reach < std::numeric_limits<std::int64_t>::max())
    reach -= greatest_difference(read_with_, offsets_taken(correction, *definitions_));
  ClockEdges edges(most);
  edges.forget(reach);
  for (const auto& one : of_shards_) one->add_to(edges, maps);
  return edges;
}

}  // namespace lull::analysis
