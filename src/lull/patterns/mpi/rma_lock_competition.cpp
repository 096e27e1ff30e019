// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <array>

#include "lull/analysis/bus/pattern.hpp"
#include "lull/analysis/events/window_events.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr const char* kMeaning =
    "Time a process waits, in passive target synchronisation, until another process has released "
    "a conflicting lock on the same memory.";
constexpr const char* kAdvice =
    "Hold exclusive locks for a shorter time, use shared locks where possible, or spread the data "
    "over more windows.";
constexpr std::array kMetrics{
    MetricInfo{"mpi_rma_sync_lock_competition", "Lock Competition", "mpi_rma_sync_passive",
               Unit::Seconds, kMeaning,
               "enter of the holder's unlocking call − enter of the lock, flush or unlocking call, "
               "if the first falls into the second",
               kAdvice,
               "process 0  --[Win_lock]-------[Win_unlock]--\n"
               "process 1  -----[#############Win_lock]-----"},
    MetricInfo{"mpi_rma_comm_lock_competition", "Lock Competition", "mpi_rma_communication",
               Unit::Seconds, kMeaning,
               "enter of the holder's unlocking call − enter of the transfer, if the first falls "
               "into the second",
               kAdvice,
               "process 0  --[Win_lock]------------[Win_unlock]--\n"
               "process 1  ----[Win_lock]--[#######Put]-------------"}};

class LockCompetition final : public Pattern {
 public:
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return kMetrics; }

  void subscribe(Bus& bus) override {
    const MetricIndex sync = bus.metric(kMetrics[0].id);
    const MetricIndex communication = bus.metric(kMetrics[1].id);
    bus.subscribe<LockedCall>([=, &bus](const LockedCall& locked) {
      bus.charge(locked.transfers ? communication : sync, locked.call,
                 span_until(locked.call, locked.unlock.enter), {locked.call.enter, locked.unlock});
    });
  }
};

}  // namespace

std::unique_ptr<Pattern> make_rma_lock_competition() { return std::make_unique<LockCompetition>(); }

}  // namespace lull::patterns
