// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>

#include "lull/analysis/bus/pattern.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr const char* kTail =
    "Time a thread waits at a barrier that all have reached while others still execute tasks.";
constexpr const char* kTailFormula =
    "end of the last task in the barrier − max(last enter of the team, own enter) − own time in "
    "tasks after that";
constexpr const char* kTailAdvice =
    "Make the last tasks smaller, create large ones first, or give them a higher priority.";
constexpr const char* kCreation =
    "Time a thread waits at a barrier without a task to execute while another thread, which has "
    "not reached it, creates tasks one after the other.";
constexpr const char* kCreationFormula =
    "part of the wait, outside own tasks, between two task creations in the team by threads that "
    "have not reached the barrier; creations are consecutive as long as the thread of the last "
    "one neither waits nor executes a task, and count up to the last before the next own task or "
    "the end of the wait";
constexpr const char* kCreationAdvice =
    "Create fewer and larger tasks (a larger grainsize), or have several threads create them "
    "(taskloop, tasks that create tasks).";
constexpr std::array kMetrics{
    MetricInfo{"omp_ebarrier_wait", "Wait at Explicit OpenMP Barrier", "omp_ebarrier",
               Unit::Seconds,
               "Time a thread waits at an explicit barrier until the last thread of its team "
               "reaches it, and until no thread executes tasks in it any more. Executing tasks is "
               "not waiting.",
               "max(last enter of the team, end of the last task in the barrier) − own enter − own "
               "time in tasks",
               "Balance the work before the barrier, or remove it.",
               "thread 0  --[########barrier  ]---\n"
               "thread 1  -----[#####barrier  ]---\n"
               "thread 2  -----------[barrier ]---"},
    MetricInfo{"omp_ebarrier_task_tail", "Task Tail at Explicit OpenMP Barrier",
               "omp_ebarrier_wait", Unit::Seconds, kTail, kTailFormula, kTailAdvice,
               "thread 0  --[barrier [task      ] ]--\n"
               "thread 1  -----[barrier ######### ]--"},
    MetricInfo{"omp_ebarrier_task_creation", "Task Creation at Explicit OpenMP Barrier",
               "omp_ebarrier_wait", Unit::Seconds, kCreation, kCreationFormula, kCreationAdvice,
               "thread 0  [create][create][create]---[barrier]\n"
               "thread 1  [barrier###[task]####[task]            ]"},
    MetricInfo{
        "omp_ibarrier_wait", "Wait at Implicit OpenMP Barrier", "omp_ibarrier", Unit::Seconds,
        "Time a thread waits at the end of a parallel region or work-sharing construct until "
        "the last thread of its team is done, and no thread executes tasks in it any more. "
        "Executing tasks is not waiting.",
        "max(last enter of the team, end of the last task in the barrier) − own enter − own time "
        "in tasks",
        "Balance the work: another schedule (dynamic, guided), smaller chunks; nowait where the "
        "code allows it.",
        "thread 0  [for   ][########barrier]--\n"
        "thread 1  [for         ][##barrier]--\n"
        "thread 2  [for            ][barrier]--"},
    MetricInfo{"omp_ibarrier_task_tail", "Task Tail at Implicit OpenMP Barrier",
               "omp_ibarrier_wait", Unit::Seconds, kTail, kTailFormula, kTailAdvice,
               "thread 0  --[barrier [task      ] ]--\n"
               "thread 1  -----[barrier ######### ]--"},
    MetricInfo{"omp_ibarrier_task_creation", "Task Creation at Implicit OpenMP Barrier",
               "omp_ibarrier_wait", Unit::Seconds, kCreation, kCreationFormula, kCreationAdvice,
               "thread 0  [create][create][create]---[barrier]\n"
               "thread 1  [barrier###[task]####[task]            ]"}};

struct WaitMetrics {
  MetricIndex all, tail, creation;
};

// Records when a barrier ends, and which threads ended it.
struct BarrierEnd {
  explicit BarrierEnd(const ThreadBarrier& barrier)
      : all_come(barrier.last.call.enter),
        over(all_come),
        last{barrier.last.call.location, barrier.last.call.path},
        last_task(last) {
    for (const ThreadBarrierMember& member : barrier.members) {
      if (member.busy_until <= over) continue;
      over = member.busy_until;
      last_task = {member.call.location,
                   member.busy_path.defined() ? member.busy_path : member.call.path};
    }
  }
  Timestamp all_come, over;
  CallPathOnLocation last;       // last thread to arrive
  CallPathOnLocation last_task;  // last thread to finish a task after that
};

class ThreadBarrierWait final : public Pattern {
 public:
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return kMetrics; }

  void subscribe(Bus& bus) override {
    const auto metric = [&bus](std::size_t index) { return bus.metric(kMetrics.at(index).id); };
    const WaitMetrics explicit_wait{metric(0), metric(1), metric(2)};
    const WaitMetrics implicit_wait{metric(3), metric(4), metric(5)};
    bus.subscribe<ThreadBarrier>([=, &bus](const ThreadBarrier& barrier) {
      const BarrierEnd end(barrier);
      for (const ThreadBarrierMember& member : barrier.members)
        charge(bus, member.kind == CallKind::OmpExplicitBarrier ? explicit_wait : implicit_wait,
               member, end);
    });
  }

 private:
  static void charge(Bus& bus, const WaitMetrics& metrics, const ThreadBarrierMember& member,
                     const BarrierEnd& end) {
    const CallInstance& call = member.call;
    const Duration waiting = overlap(call, call.enter, end.over) - member.busy;
    const Duration tail =
        end.over == end.all_come
            ? Duration{}
            : std::max(Duration{}, overlap(call, end.all_come, end.over) - member.busy_late);
    const std::array parts{CausedPart{waiting - tail, {call.enter, end.last}},
                           CausedPart{tail, {end.all_come, end.last_task}}};
    bus.charge(metrics.all, call, parts);
    if (tail.ticks > 0) bus.charge(metrics.tail, call, tail, {end.all_come, end.last_task});
    if (member.starved.ticks == 0) return;
    bus.charge(metrics.creation, call, std::min(member.starved, waiting - tail),
               {call.enter, end.last});
  }
};

}  // namespace

std::unique_ptr<Pattern> make_omp_barrier_wait() { return std::make_unique<ThreadBarrierWait>(); }

}  // namespace lull::patterns
