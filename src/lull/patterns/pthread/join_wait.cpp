// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <array>

#include "lull/analysis/bus/pattern.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr std::array kMetrics{
    MetricInfo{"pthread_join_wait", "Wait for Thread to End", "pthread_management", Unit::Seconds,
               "Time a thread waits in pthread_join until the other thread ends.",
               "min(end of the thread, leave of the join) − enter of the join, where positive",
               "Let the joining thread do work, too, or balance the work of the threads.",
               "thread 0  --[########join]--\n"
               "thread 1  -----------|"}};

class JoinWait final : public Pattern {
 public:
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return kMetrics; }

  void subscribe(Bus& bus) override {
    const MetricIndex metric = bus.metric(kMetrics[0].id);
    bus.subscribe<ThreadJoined>([=, &bus](const ThreadJoined& joined) {
      bus.charge(metric, joined.call, overlap(joined.call, joined.call.enter, joined.end),
                 {joined.call.enter, joined.last});
    });
  }
};

}  // namespace

std::unique_ptr<Pattern> make_pthread_join_wait() { return std::make_unique<JoinWait>(); }

}  // namespace lull::patterns
