// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <array>

#include "lull/analysis/bus/pattern.hpp"
#include "lull/analysis/events/window_events.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr const char* kMeaning =
    "Time a process waits, in passive target synchronisation, until the target of its operation "
    "enters an MPI call: in many implementations operations proceed only there. This is an upper "
    "bound: where the network does not need the target, its call is a coincidence.";
constexpr const char* kAdvice =
    "Let the target call MPI from time to time (MPI_Test, MPI_Iprobe), or let one of its threads "
    "wait in MPI; or enable the implementation's progress thread.";
constexpr std::array kMetrics{
    MetricInfo{"mpi_rma_sync_wait_for_progress", "Wait for Progress", "mpi_rma_sync_passive",
               Unit::Seconds, kMeaning,
               "target's first enter of MPI − enter of the lock, flush or unlocking call, or end "
               "of Lock Competition in it, if the target is then outside MPI and enters it within "
               "the call",
               kAdvice,
               "origin  --[#########Win_unlock]---\n"
               "target  ------------[MPI call]----"},
    MetricInfo{"mpi_rma_comm_wait_for_progress", "Wait for Progress", "mpi_rma_communication",
               Unit::Seconds, kMeaning,
               "target's first enter of MPI − enter of the transfer, or end of Lock Competition "
               "in it, if the target is then outside MPI and enters it within the transfer",
               kAdvice,
               "origin  --[#########Get   ]---\n"
               "target  ------------[MPI call]"}};

class WaitForProgress final : public Pattern {
 public:
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return kMetrics; }

  void subscribe(Bus& bus) override {
    const MetricIndex sync = bus.metric(kMetrics[0].id);
    const MetricIndex communication = bus.metric(kMetrics[1].id);
    bus.subscribe<ProgressWait>([=, &bus](const ProgressWait& wait) {
      bus.charge(wait.transfers ? communication : sync, wait.call, wait.until - wait.since,
                 {wait.since, wait.at});
    });
  }
};

}  // namespace

std::unique_ptr<Pattern> make_rma_wait_for_progress() {
  return std::make_unique<WaitForProgress>();
}

}  // namespace lull::patterns
