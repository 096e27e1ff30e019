// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <array>

#include "lull/analysis/bus/pattern.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr std::array kMetrics{
    MetricInfo{"pthread_lock_contention_mutex_lock", "Mutex Contention", "pthread_lock_api",
               Unit::Seconds, "Time a thread waits for a mutex that another thread holds.",
               "min(release by the previous holder, own acquisition) − enter of the locking "
               "function, where positive",
               "Hold the mutex for a shorter time, or use several mutexes for independent data.",
               "thread 0  --[lock]----------[unlock]--\n"
               "thread 1  -----[############lock]------"}};

class MutexContention final : public Pattern {
 public:
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return kMetrics; }

  void subscribe(Bus& bus) override {
    const MetricIndex metric = bus.metric(kMetrics[0].id);
    bus.subscribe<LockHandover>([=, &bus](const LockHandover& handover) {
      const LockOperation& waiter = handover.acquire;
      if (waiter.kind != CallKind::PthreadMutexLock) return;
      bus.charge(metric, waiter.call, overlap(waiter.call, waiter.since, handover.release.time),
                 {waiter.since, handover.release.call});
    });
  }
};

}  // namespace

std::unique_ptr<Pattern> make_pthread_lock_contention() {
  return std::make_unique<MutexContention>();
}

}  // namespace lull::patterns
