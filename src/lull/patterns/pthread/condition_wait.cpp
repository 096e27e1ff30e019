// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <array>

#include "lull/analysis/bus/pattern.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr std::array kMetrics{
    MetricInfo{
        "pthread_condition_wait", "Wait for Condition", "pthread_conditional", Unit::Seconds,
        "Time a thread waits for a condition until another thread signals it.",
        "enter of the signal or broadcast that wakes the thread − enter of the waiting function; "
        "zero if it times out, or wakes spuriously",
        "Examine why the signalling thread is late. Give the waiting thread other work in the "
        "meantime.",
        "thread 0  -------------[signal]---\n"
        "thread 1  --[##########cond_wait]---"},
    MetricInfo{"pthread_lock_contention_conditional", "Condition Mutex Contention",
               "pthread_conditional", Unit::Seconds,
               "Time a thread woken from waiting for a condition waits for the mutex, which "
               "another thread holds.",
               "min(release by the previous holder, own acquisition) − enter of the signal that "
               "wakes the thread, where positive",
               "Signal after, or right before, unlocking the mutex; do not broadcast where waking "
               "one thread is enough.",
               "thread 0  ----------[signal]------[unlock]--\n"
               "thread 1  [cond_wait##############]------------"}};

class ConditionWait final : public Pattern {
 public:
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return kMetrics; }

  void subscribe(Bus& bus) override {
    const MetricIndex waiting = bus.metric(kMetrics[0].id);
    const MetricIndex contention = bus.metric(kMetrics[1].id);
    bus.subscribe<ConditionWaiting>([=, &bus](const ConditionWaiting& woken) {
      bus.charge(waiting, woken.call, overlap(woken.call, woken.call.enter, woken.signal.enter),
                 {woken.call.enter, woken.signal});
    });
    bus.subscribe<LockHandover>([=, &bus](const LockHandover& handover) {
      const LockOperation& waiter = handover.acquire;
      if (waiter.kind != CallKind::PthreadConditionWait) return;
      bus.charge(contention, waiter.call, overlap(waiter.call, waiter.since, handover.release.time),
                 {waiter.since, handover.release.call});
    });
  }
};

}  // namespace

std::unique_ptr<Pattern> make_pthread_condition_wait() { return std::make_unique<ConditionWait>(); }

}  // namespace lull::patterns
