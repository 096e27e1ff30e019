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
    MetricInfo{"mpi_rma_early_wait", "Early Wait", "mpi_rma_sync_active", Unit::Seconds,
               "Time a process waits in MPI_Win_wait until the last process that accesses its "
               "memory calls MPI_Win_complete.",
               "enter of the last MPI_Win_complete − own enter, where positive",
               "Do work that does not touch the window before MPI_Win_wait.",
               "origin  --[Win_start]--[Put]--[Win_complete]--\n"
               "target  --[Win_post]--[#######Win_wait       ]--"},
    MetricInfo{"mpi_rma_late_complete", "Late Complete", "mpi_rma_early_wait", Unit::Seconds,
               "The part of that time after the last access: it would vanish if all processes "
               "called MPI_Win_complete right after their last access.",
               "enter of the last MPI_Win_complete − end of the last transfer of all processes, "
               "or own enter if that is later",
               "Call MPI_Win_complete right after the last transfer.",
               "origin  --[Win_start]--[Put]------[Win_complete]--\n"
               "target  [Win_post][Win_wait ######               ]---"}};

class EarlyWait final : public Pattern {
 public:
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return kMetrics; }

  void subscribe(Bus& bus) override {
    const MetricIndex early = bus.metric(kMetrics[0].id);
    const MetricIndex late = bus.metric(kMetrics[1].id);
    bus.subscribe<ExposureEpoch>([=, &bus](const ExposureEpoch& epoch) {
      if (!epoch.waits || epoch.origins.empty()) return;
      const auto enter = [](const ExposureOrigin& origin) { return origin.complete.enter; };
      const auto end = [](const ExposureOrigin& origin) { return origin.last.leave; };
      const ExposureOrigin& last = *std::ranges::max_element(epoch.origins, {}, enter);
      const Timestamp until = std::min(last.complete.enter, epoch.wait.leave);
      const Timestamp accessed = std::ranges::max(epoch.origins, {}, end).last.leave;
      bus.charge(early, epoch.wait, overlap(epoch.wait, epoch.wait.enter, until),
                 {epoch.wait.enter, last.complete});
      const Timestamp since = std::max(accessed, epoch.wait.enter);
      bus.charge(late, epoch.wait, overlap(epoch.wait, since, until), {since, last.complete});
    });
  }
};

}  // namespace

std::unique_ptr<Pattern> make_rma_early_wait() { return std::make_unique<EarlyWait>(); }

}  // namespace lull::patterns
