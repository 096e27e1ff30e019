// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/bus/pattern.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr MetricInfo kMetric{
    "omp_taskwait_idle",
    "Idle in Taskwait",
    "omp_taskwait",
    Unit::Seconds,
    "Time a thread waits in a taskwait, or at the end of a taskgroup, for tasks that other "
    "threads execute, without executing a task itself.",
    "leave of the construct − begin of the wait − own time in other tasks; the wait of a "
    "taskgroup begins at the last event of its own task",
    "Make the tasks smaller, create the longest ones first, or let the waiting task do some of "
    "the work itself.",
    "thread 0  --[taskwait########]---\n"
    "thread 1  ------[task       ]-----"};

class TaskwaitIdle final : public Pattern {
 public:
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return {&kMetric, 1}; }

  void subscribe(Bus& bus) override {
    const MetricIndex metric = bus.metric(kMetric.id);
    bus.subscribe<TaskWaiting>([&bus, metric](const TaskWaiting& waiting) {
      bus.charge(metric, waiting.call, waiting.idle, {waiting.since, waiting.cause});
    });
  }
};

}  // namespace

std::unique_ptr<Pattern> make_omp_taskwait_idle() { return std::make_unique<TaskwaitIdle>(); }

}  // namespace lull::patterns
