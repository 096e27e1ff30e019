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
    MetricInfo{"mpi_rma_pairsync_count", "Pairwise Synchronizations", "", Unit::Occurrences,
               "Number of processes with which each call that ends a one-sided epoch "
               "synchronises.",
               "partners of MPI_Win_fence, MPI_Win_complete and MPI_Win_wait, without the process "
               "itself",
               ""},
    MetricInfo{
        "mpi_rma_pairsync_unneeded_count", "Unneeded", "mpi_rma_pairsync_count", Unit::Occurrences,
        "Of these, processes without data exchange in the epoch.", "partners without a transfer",
        "Synchronise only processes that exchange data: use MPI_Win_post, start, complete and "
        "wait in place of fences, with smaller groups."}};

class PairSync final : public Pattern {
 public:
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return kMetrics; }

  void subscribe(Bus& bus) override {
    const MetricIndex all = bus.metric(kMetrics[0].id);
    const MetricIndex unneeded = bus.metric(kMetrics[1].id);
    const auto count = [=, &bus](const CallInstance& call, std::uint64_t partners,
                                 std::uint64_t used) {
      bus.count(all, call, partners);
      bus.count(unneeded, call, partners - used);
    };
    bus.subscribe<WindowCollective>([count](const WindowCollective& fence) {
      if (fence.kind != WindowOperation::Kind::Fence) return;
      for (const WindowMember& member : fence.members)
        count(member.call, fence.members.size() - 1, member.partners);
    });
    bus.subscribe<AccessEpoch>([count](const AccessEpoch& epoch) {
      count_sides(epoch.targets, epoch.process, epoch.complete, count);
    });
    bus.subscribe<ExposureEpoch>([count](const ExposureEpoch& epoch) {
      count_sides(epoch.origins, epoch.process, epoch.wait, count);
    });
  }

 private:
  template <class Side>
  static void count_sides(std::span<const Side> sides, ProcessId self, const CallInstance& call,
                          const auto& count) {
    const auto other = [self](const Side& side) { return side.process != self; };
    const auto used = [&](const Side& side) { return other(side) && side.used; };
    count(call, static_cast<std::uint64_t>(std::ranges::count_if(sides, other)),
          static_cast<std::uint64_t>(std::ranges::count_if(sides, used)));
  }
};

}  // namespace

std::unique_ptr<Pattern> make_rma_pair_sync() { return std::make_unique<PairSync>(); }

}  // namespace lull::patterns
