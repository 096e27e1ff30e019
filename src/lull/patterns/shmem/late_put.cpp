// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/bus/pattern.hpp"
#include "lull/analysis/events/shmem_events.hpp"
#include "lull/analysis/events/window_events.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr MetricInfo kMetric{
    "shmem_late_put",
    "Late Put",
    "shmem_synchronization",
    Unit::Seconds,
    "Time a PE waits in shmem_wait or shmem_wait_until for the put or atomic operation of another "
    "PE that ends the wait.",
    "enter of the last put or atomic operation on the PE's memory (on the same object, where the "
    "trace contains it) − enter of the wait, if the first falls into the second",
    "Put the data earlier, give the putting PE less work before that, or compute before waiting.",
    "PE 0  -------------[put]--------\n"
    "PE 1  --[##########wait_until]----"};

class ShmemLatePut final : public Pattern {
 public:
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return {&kMetric, 1}; }

  void subscribe(Bus& bus) override {
    const MetricIndex metric = bus.metric(kMetric.id);
    bus.subscribe<ShmemWaiting>([=, &bus](const ShmemWaiting& waiting) {
      bus.charge(metric, waiting.call, span_until(waiting.call, waiting.change.enter),
                 {waiting.call.enter, waiting.change});
    });
  }
};

}  // namespace

std::unique_ptr<Pattern> make_shmem_late_put() { return std::make_unique<ShmemLatePut>(); }

}  // namespace lull::patterns
