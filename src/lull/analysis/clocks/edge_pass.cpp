// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/clocks/edge_pass.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "lull/analysis/clocks/collective_bounds.hpp"
#include "lull/analysis/pattern.hpp"
#include "lull/analysis/window_events.hpp"
#include "lull/base/unused_memory.hpp"
#include "lull/trace/worlds.hpp"

namespace lull::analysis {
namespace {

constexpr unsigned kMeetingsOfShard = 40;  // bits

// What is known to come before something else, whatever clocks say: not who had a lock before, or
// which put ended a wait, for that is found by their times.
class EdgeWitness final : public Pattern {
 public:
  EdgeWitness(const Definitions& definitions, ClockEdges& edges)
      : definitions_(definitions), edges_(edges) {}

  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return {}; }

  void subscribe(Bus& bus) override {
    bus.subscribe<Message>([this](const Message& message) {
      edges_.add(message.send.channel.source, message.send.time, message.send.channel.destination,
                 message.receive.time);
    });
    bus.subscribe<Collective>([this](const Collective& operation) { look_at(operation); });
    bus.subscribe<ReceiveCall>([this](const ReceiveCall& call) { look_at(call.collectives); });
    bus.subscribe<CollectiveCall>(
        [this](const CollectiveCall& call) { look_at(call.collectives); });
    subscribe_to_windows(bus);
  }

 private:
  using Visit = ClockEdges::Visit;

  void subscribe_to_windows(Bus& bus) {
    bus.subscribe<WindowCollective>([this](const WindowCollective& operation) {
      if (!operation.together) return;  // members need not have waited for each other
      comes_.clear(), leaves_.clear();
      for (const WindowMember& member : operation.members) {
        comes_.push_back({member.process, member.begin});
        leaves_.push_back({member.process, member.end});
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
                       edges_.add(from.process, from.begin, to.process, to.end);
                     });
      return;
    }
    const bool moves_data = is_n_to_n(operation.kind);
    comes_.clear(), leaves_.clear();
    for (const CollectiveMember& member : operation.members) {
      if (member.by_pair) return;  // who needs whom is not known
      if (!moves_data || member.sent > 0) comes_.push_back({member.process, member.begin});
      if (!moves_data || member.received > 0) leaves_.push_back({member.process, member.end});
    }
    edges_.add_meeting(comes_, leaves_);
  }
  void look_at_scan(const Collective& operation) {
    row_.clear();
    for (const CollectiveMember& member : operation.members)  // by rank
      row_.push_back({{member.sent > 0 ? member.process : ProcessId{}, member.begin},
                      {member.received > 0 ? member.process : ProcessId{}, member.end}});
    edges_.add_row(row_);
  }

  void look_at(std::span<const CompletedCollective> collectives) {
    for (const CompletedCollective& one : collectives)
      if (one.waits && one.completion.known) wait(one.awaited, one.completion.call);
  }

  // The second call does not end before the first one has begun.
  void wait(const CallInstance& awaited, const CallInstance& call) {
    if (awaited.location.defined() && call.location.defined())
      edges_.add(process_of(awaited), awaited.enter, process_of(call), call.leave);
  }
  [[nodiscard]] ProcessId process_of(const CallInstance& call) const {
    return definitions_.locations[call.location.index()].process;
  }

  const Definitions& definitions_;
  ClockEdges& edges_;
  bool several_worlds_ = has_several_worlds(definitions_);
  std::vector<Visit> comes_;
  std::vector<Visit> leaves_;
  std::vector<ClockEdges::Place> row_;
  std::vector<const CollectiveMember*> ranked_;
};

}  // namespace

ClockEdges edges_of(const TraceSource& trace, const AnalysisOptions& options, std::size_t most) {
  const std::size_t busy =  // shards: messages are matched by receiver
      std::clamp<std::size_t>(trace.definitions().processes.size(), 1, Outbox::kShards);
  std::vector<std::unique_ptr<ClockEdges>> of_shards;
  const auto make = [&] {
    const std::uint64_t shard = of_shards.size();
    of_shards.push_back(std::make_unique<ClockEdges>(most / busy, shard << kMeetingsOfShard));
    PatternList patterns;
    patterns.push_back(std::make_unique<EdgeWitness>(trace.definitions(), *of_shards.back()));
    return patterns;
  };
  Analysis(trace, make, options).run();
  give_back_unused_memory();
  ClockEdges edges(most);
  for (auto& one : of_shards) {
    edges.add(*one);
    one.reset();
  }
  return edges;
}

namespace {

// How far clocks are set forward at most, with all edges or without some that hold by more than
// that. Few edges are looked at first, as most hold by far.
GreatestPush greatest_push(ClockEdges& edges) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 2;
  const std::int64_t least = edges.least_slack();
  if (least == 0) return {};
  std::int64_t slack = least < -kMost / 2 ? kMost : -2 * least;
  for (;;) {
    slack = std::min(slack, edges.reach());
    const GreatestPush greatest = lull::greatest_push(edges.edges_below(slack));
    if (greatest.ticks < slack || slack == edges.reach() || greatest.contradictions > 0)
      return greatest;
    slack = std::max(std::min(slack, kMost / 2) * 2, greatest.ticks + 1);
  }
}

}  // namespace

LogicalClock logical_clock_of(const TraceSource& trace, const AnalysisOptions& options) {
  const std::size_t processes = trace.definitions().processes.size();
  for (std::size_t most = kMostEdges;; most *= 2) {
    ClockEdges edges = edges_of(trace, options, most);
    const GreatestPush greatest = greatest_push(edges);
    if (greatest.contradictions > 0) {
      // What is left out depends on all edges, and so does how far clocks are set forward then.
      LogicalClock clock = logical_clock(edges.edges(), processes);
      if (clock.greatest < edges.reach() || edges.has_all()) return clock;
      continue;
    }
    // Pushes that are longer than the slack of what was forgotten may break that.
    if (greatest.ticks >= edges.reach() && !edges.has_all()) continue;
    edges.forget(greatest.ticks + 1);  // what is left depends on the trace alone
    return logical_clock(std::move(edges), processes);
  }
}

}  // namespace lull::analysis
