// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>

#include "lull/analysis/pattern.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr std::array kMetrics{
    MetricInfo{"omp_ebarrier_wait", "Wait at Explicit OpenMP Barrier", "omp_ebarrier",
               Unit::Seconds,
               "Time a thread waits at an explicit barrier until the last thread of its team "
               "reaches it, and until no thread executes tasks in it any more. Executing tasks is "
               "not waiting.",
               "max(last enter of the team, end of the last task in the barrier) − own enter − own "
               "time in tasks",
               "Balance the work before the barrier, or do without it."},
    MetricInfo{
        "omp_ibarrier_wait", "Wait at Implicit OpenMP Barrier", "omp_ibarrier", Unit::Seconds,
        "Time a thread waits at the end of a parallel region or work-sharing construct until "
        "the last thread of its team is done, and no thread executes tasks in it any more. "
        "Executing tasks is not waiting.",
        "max(last enter of the team, end of the last task in the barrier) − own enter − own time "
        "in tasks",
        "Balance the work: another schedule (dynamic, guided), smaller chunks; nowait where the "
        "code allows it."}};

class ThreadBarrierWait final : public Pattern {
 public:
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return kMetrics; }

  void subscribe(Bus& bus) override {
    const MetricIndex explicit_wait = bus.metric(kMetrics[0].id);
    const MetricIndex implicit_wait = bus.metric(kMetrics[1].id);
    bus.subscribe<ThreadBarrier>([=, &bus](const ThreadBarrier& barrier) {
      Timestamp over{};  // all have come, and are done with their tasks
      const CallInstance* last = nullptr;
      for (const ThreadBarrierMember& member : barrier.members) {
        const Timestamp done = std::max(member.call.enter, member.busy_until);
        if (last == nullptr || done > over) last = &member.call;
        over = std::max(over, done);
      }
      for (const ThreadBarrierMember& member : barrier.members)
        bus.charge(member.kind == CallKind::OmpExplicitBarrier ? explicit_wait : implicit_wait,
                   member.call, overlap(member.call, member.call.enter, over) - member.busy,
                   {member.call.enter, *last});
    });
  }
};

}  // namespace

std::unique_ptr<Pattern> make_omp_barrier_wait() { return std::make_unique<ThreadBarrierWait>(); }

}  // namespace lull::patterns
