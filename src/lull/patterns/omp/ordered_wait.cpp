// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/bus/pattern.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr MetricInfo kMetric{
    "omp_ordered_wait",
    "Wait for Turn in Ordered",
    "omp_ordered",
    Unit::Seconds,
    "Time a thread waits at an ordered construct until another thread has executed that of the "
    "previous iteration. Waiting in doacross loops (ordered with depend or doacross) is not "
    "recorded: it is part of Computation.",
    "min(end of the previous iteration's block, begin of the own block) − enter of the ordered "
    "construct, where another thread executed the previous block",
    "Do less in ordered constructs, place them late in the iteration, or distribute single "
    "iterations (schedule(static, 1)).",
    "thread 0  --[ordered i     ]--------------\n"
    "thread 1  -----[############ordered i+1]--"};

class OrderedWait final : public Pattern {
 public:
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return {&kMetric, 1}; }

  void subscribe(Bus& bus) override {
    const MetricIndex metric = bus.metric(kMetric.id);
    bus.subscribe<OrderedWaiting>([&bus, metric](const OrderedWaiting& waiting) {
      bus.charge(metric, waiting.call,
                 overlap(waiting.call, waiting.call.enter, waiting.previous.leave),
                 {waiting.call.enter, waiting.previous});
    });
  }
};

}  // namespace

std::unique_ptr<Pattern> make_omp_ordered_wait() { return std::make_unique<OrderedWait>(); }

}  // namespace lull::patterns
