// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/bus/pattern.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr MetricInfo kMetric{
    "omp_fork",
    "Fork",
    "omp_management",
    Unit::Seconds,
    "Time from the fork of a team until one of its threads enters the parallel region.",
    "enter of the parallel region on the thread − fork",
    "Fork less often: parallelise outer loops, merge parallel regions.",
    "thread 0  --[parallel      ]--\n"
    "thread 1    ######[parallel]--"};

class Fork final : public Pattern {
 public:
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return {&kMetric, 1}; }

  void subscribe(Bus& bus) override {
    const MetricIndex metric = bus.metric(kMetric.id);
    bus.subscribe<ParallelRegion>([&bus, metric](const ParallelRegion& region) {
      for (const ParallelRegionMember& member : region.members)
        if (member.call.path.defined())
          bus.charge(metric, member.call, member.call.enter - member.start,
                     {member.start, region.fork});
    });
  }
};

}  // namespace

std::unique_ptr<Pattern> make_omp_fork() { return std::make_unique<Fork>(); }

}  // namespace lull::patterns
