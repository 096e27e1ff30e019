// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <array>

#include "lull/analysis/bus/pattern.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr std::array kMetrics{
    MetricInfo{"pthread_lock_contention_rwlock", "Read-Write Lock Contention",
               "pthread_synchronization", Unit::Seconds,
               "Time a thread waits for a read-write lock, or a spin lock, that others hold: a "
               "writer until nobody reads or writes, a reader until nobody writes.",
               "min(last release by a holder that excluded it, own acquisition) − enter of the "
               "locking function, where positive",
               "Hold the lock for a shorter time, lock for reading where possible, or use several "
               "locks for independent data.",
               "reader  --[rdlock]--------[unlock]--\n"
               "writer  -----[############wrlock]---"}};

class RwlockContention final : public Pattern {
 public:
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return kMetrics; }

  void subscribe(Bus& bus) override {
    const MetricIndex metric = bus.metric(kMetrics[0].id);
    bus.subscribe<RwlockHandover>([=, &bus](const RwlockHandover& handover) {
      const LockOperation& waiter = handover.acquire;
      bus.charge(metric, waiter.call, overlap(waiter.call, waiter.since, handover.release.time),
                 {waiter.since, handover.release.call});
    });
  }
};

}  // namespace

std::unique_ptr<Pattern> make_pthread_rwlock_contention() {
  return std::make_unique<RwlockContention>();
}

}  // namespace lull::patterns
