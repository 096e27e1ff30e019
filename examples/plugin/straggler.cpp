// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// An example of your own pattern: barriers in which all processes wait for a single one. The last
// stretch of waiting, after all but one have arrived, is due to that process alone.
#include <algorithm>
#include <memory>

#include "lull/analysis/plugin.hpp"

namespace {

using namespace lull;
using namespace lull::analysis;

constexpr MetricInfo kMetric{
    "mpi_barrier_straggler",
    "Lone Straggler",
    "mpi_barrier_wait",
    Unit::Seconds,
    "Time in which all processes but one wait at an MPI barrier.",
    "last begin − last begin but one, for every process but the last",
    "Look at what the last process does before the barrier, and give it less to do."};

class Straggler final : public Pattern {
 public:
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return {&kMetric, 1}; }

  void subscribe(Bus& bus) override {
    const MetricIndex metric = bus.metric(kMetric.id);
    bus.subscribe<Collective>([&bus, metric](const Collective& barrier) {
      if (barrier.kind != CollectiveKind::Barrier) return;
      Timestamp second{};  // the last to begin but one
      for (const CollectiveMember& member : barrier.members)
        if (&member != &barrier.last) second = std::max(second, member.begin);
      for (const CollectiveMember& member : barrier.members) {
        const Timestamp until = std::min(barrier.last_begin(), member.end);
        if (&member != &barrier.last)
          bus.charge(metric, member.call, overlap(member.call, second, until),
                     {second, barrier.last.call});
      }
    });
  }
};

void describe(Plugin& plugin) {
  plugin.patterns = [] {
    PatternList patterns;
    patterns.push_back(std::make_unique<Straggler>());
    return patterns;
  };
}

}  // namespace

LULL_PLUGIN(describe)
