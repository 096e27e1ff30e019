// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>

#include "lull/analysis/bus/pattern.hpp"
#include "lull/analysis/events/window_events.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr std::array kMetrics{
    MetricInfo{"mpi_rma_wait_at_fence", "Wait at Fence", "mpi_rma_sync_active", Unit::Seconds,
               "Time a process waits in MPI_Win_fence until the last process reaches it.",
               "begin of the last member − own begin, if all are inside at the same time",
               "Balance the work between fences, or synchronise only processes that exchange "
               "data.",
               "process 0  --[########Win_fence  ]---\n"
               "process 1  -----[#####Win_fence  ]---\n"
               "process 2  -----------[Win_fence ]---"},
    MetricInfo{"mpi_rma_early_fence", "Early Fence", "mpi_rma_wait_at_fence", Unit::Seconds,
               "Time a process waits in MPI_Win_fence while others still access its memory.",
               "end of the last transfer into the process, or the begin of the last member if "
               "that is earlier, − own begin",
               "Transfer less or earlier, or first do work that does not need the data.",
               "origin  ------[Put       ]--[Win_fence]--\n"
               "target  --[##############Win_fence   ]---"}};

// A fence that a member has left before another one entered has not synchronised any process.
class Fence final : public Pattern {
 public:
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return kMetrics; }

  void subscribe(Bus& bus) override {
    const MetricIndex wait = bus.metric(kMetrics[0].id);
    const MetricIndex early = bus.metric(kMetrics[1].id);
    bus.subscribe<WindowCollective>([=, &bus](const WindowCollective& fence) {
      if (fence.kind != WindowOperation::Kind::Fence || !fence.together) return;
      const Timestamp last = fence.last.begin;
      for (const WindowMember& member : fence.members) {
        bus.charge(wait, member.call, overlap(member.call, member.begin, last),
                   {member.begin, fence.last.call});
        if (member.accessed)
          bus.charge(early, member.call,
                     overlap(member.call, member.begin, std::min(member.last_access.leave, last)),
                     {member.begin, member.last_access});
      }
    });
  }
};

}  // namespace

std::unique_ptr<Pattern> make_rma_fence() { return std::make_unique<Fence>(); }

}  // namespace lull::patterns
