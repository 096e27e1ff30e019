// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/bus/pattern.hpp"
#include "lull/analysis/events/shmem_events.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr MetricInfo kMetric{
    "shmem_lock_contention",
    "Lock Contention",
    "shmem_synchronization",
    Unit::Seconds,
    "Time a PE waits in shmem_set_lock until the previous holder of the lock has called "
    "shmem_clear_lock.",
    "enter of the preceding clear_lock − enter of the set_lock, where positive and no later than "
    "the acquisition of the lock",
    "Hold the lock for a shorter time, use a separate lock for each part of the data, or atomic "
    "operations instead of a lock.",
    "PE 0  --[set_lock]-------[clear_lock]--\n"
    "PE 1  -----[#############set_lock]------"};

class ShmemLockContention final : public Pattern {
 public:
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return {&kMetric, 1}; }

  void subscribe(Bus& bus) override {
    const MetricIndex metric = bus.metric(kMetric.id);
    bus.subscribe<ShmemLockHandover>([=, &bus](const ShmemLockHandover& lock) {
      bus.charge(metric, lock.call,
                 overlap(lock.call, lock.call.enter, std::min(lock.release.enter, lock.call.leave)),
                 {lock.call.enter, lock.release});
    });
  }
};

}  // namespace

std::unique_ptr<Pattern> make_shmem_lock_contention() {
  return std::make_unique<ShmemLockContention>();
}

}  // namespace lull::patterns
