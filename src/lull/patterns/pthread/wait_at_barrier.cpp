// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <array>

#include "lull/analysis/bus/pattern.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr std::array kMetrics{MetricInfo{
    "pthread_wait_at_barrier", "Wait at Pthread Barrier", "pthread_synchronization", Unit::Seconds,
    "Time a thread waits in pthread_barrier_wait until the last thread of the round "
    "reaches it.",
    "last enter of the round − own enter", "Balance the work before the barrier, or remove it.",
    "thread 0  --[########barrier_wait  ]---\n"
    "thread 1  -----[#####barrier_wait  ]---\n"
    "thread 2  -----------[barrier_wait ]---"}};

class PthreadBarrierWait final : public Pattern {
 public:
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return kMetrics; }

  void subscribe(Bus& bus) override {
    const MetricIndex metric = bus.metric(kMetrics[0].id);
    bus.subscribe<BarrierRound>([=, &bus](const BarrierRound& round) {
      for (const CallInstance& call : round.members)
        bus.charge(metric, call, overlap(call, call.enter, round.last.enter),
                   {call.enter, round.last});
    });
  }
};

}  // namespace

std::unique_ptr<Pattern> make_pthread_wait_at_barrier() {
  return std::make_unique<PthreadBarrierWait>();
}

}  // namespace lull::patterns
