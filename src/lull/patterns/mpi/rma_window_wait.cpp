// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <array>

#include "lull/analysis/bus/pattern.hpp"
#include "lull/analysis/events/window_events.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr std::array kMetrics{
    MetricInfo{
        "mpi_rma_wait_at_create", "Wait at Create", "mpi_mgmt_win", Unit::Seconds,
        "Time a process waits in the creation of a window until the last process reaches it.",
        "begin of the last member − own begin, if all are inside at the same time",
        "Balance the work before windows are created, and create them only once.",
        "process 0  --[########Win_create  ]---\n"
        "process 1  -----[#####Win_create  ]---\n"
        "process 2  -----------[Win_create ]---"},
    MetricInfo{"mpi_rma_wait_at_free", "Wait at Free", "mpi_mgmt_win", Unit::Seconds,
               "Time a process waits in MPI_Win_free until the last process reaches it.",
               "begin of the last member − own begin, if all are inside at the same time",
               "Balance the work before windows are freed.",
               "process 0  --[########Win_free  ]---\n"
               "process 1  -----[#####Win_free  ]---\n"
               "process 2  -----------[Win_free ]---"}};

class WindowWait final : public Pattern {
 public:
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return kMetrics; }

  void subscribe(Bus& bus) override {
    const MetricIndex create = bus.metric(kMetrics[0].id);
    const MetricIndex free = bus.metric(kMetrics[1].id);
    bus.subscribe<WindowCollective>([=, &bus](const WindowCollective& operation) {
      if (operation.kind == WindowOperation::Kind::Fence || !operation.together) return;
      const MetricIndex metric = operation.kind == WindowOperation::Kind::Create ? create : free;
      for (const WindowMember& member : operation.members)
        bus.charge(metric, member.call, overlap(member.call, member.begin, operation.last.begin),
                   {member.begin, operation.last.call});
    });
  }
};

}  // namespace

std::unique_ptr<Pattern> make_rma_window_wait() { return std::make_unique<WindowWait>(); }

}  // namespace lull::patterns
