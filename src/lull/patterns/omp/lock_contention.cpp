// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <array>

#include "lull/analysis/bus/pattern.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr std::array kMetrics{
    MetricInfo{
        "omp_lock_contention_critical", "Critical Contention", "omp_critical", Unit::Seconds,
        "Time a thread waits to enter a critical section that another thread is executing.",
        "min(release by the previous holder, own acquisition) − enter of the critical construct, "
        "where positive",
        "Shorten the critical section, give independent ones different names, or reduce into "
        "private copies.",
        "thread 0  --[critical    ]-------------\n"
        "thread 1  -----[##########critical    ]--"},
    MetricInfo{
        "omp_lock_contention_api", "Lock Contention", "omp_lock_api", Unit::Seconds,
        "Time a thread waits for a lock that another thread holds.",
        "min(release by the previous holder, own acquisition) − enter of the locking function, "
        "where positive",
        "Hold the lock for a shorter time, or use several locks for independent data.",
        "thread 0  --[set_lock]------[unset_lock]--\n"
        "thread 1  -----[############set_lock]------"}};

class LockContention final : public Pattern {
 public:
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return kMetrics; }

  void subscribe(Bus& bus) override {
    const MetricIndex critical = bus.metric(kMetrics[0].id);
    const MetricIndex api = bus.metric(kMetrics[1].id);
    bus.subscribe<LockHandover>([=, &bus](const LockHandover& handover) {
      const LockOperation& waiter = handover.acquire;
      if (waiter.kind != CallKind::OmpCritical && waiter.kind != CallKind::OmpLockApi) return;
      bus.charge(waiter.kind == CallKind::OmpCritical ? critical : api, waiter.call,
                 overlap(waiter.call, waiter.since, handover.release.time),
                 {waiter.since, handover.release.call});
    });
  }
};

}  // namespace

std::unique_ptr<Pattern> make_omp_lock_contention() { return std::make_unique<LockContention>(); }

}  // namespace lull::patterns
