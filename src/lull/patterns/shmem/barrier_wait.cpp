// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/patterns/mpi/collective_pattern.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr MetricInfo kMetric{
    "shmem_barrier_wait",
    "Wait at Barrier",
    "shmem_synchronization",
    Unit::Seconds,
    "Time a PE waits at an OpenSHMEM barrier or sync until the last PE of the active set reaches "
    "it; "
    "likewise in functions that begin or end OpenSHMEM or manage symmetric memory, if they "
    "synchronised all PEs.",
    "last begin of the members − own begin; for functions without a barrier only where every PE "
    "left after the last had begun",
    "Balance the work before the barrier, synchronise fewer PEs, or let PEs wait for the data "
    "itself (shmem_wait_until).",
    "PE 0  --[########barrier_all  ]---\n"
    "PE 1  -----[#####barrier_all  ]---\n"
    "PE 2  -----------[barrier_all ]---"};

class ShmemBarrierWait final : public Pattern {
 public:
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return {&kMetric, 1}; }

  void subscribe(Bus& bus) override {
    const MetricIndex metric = bus.metric(kMetric.id);
    bus.subscribe<Collective>([=, &bus](const Collective& operation) {
      const bool together = operation.kind == CollectiveKind::ShmemAll &&
                            operation.first_end() >= operation.last_begin();
      if (together || operation.kind == CollectiveKind::ShmemBarrier)
        wait_for_last(operation, bus, metric);
    });
  }
};

}  // namespace

std::unique_ptr<Pattern> make_shmem_barrier_wait() { return std::make_unique<ShmemBarrierWait>(); }

}  // namespace lull::patterns
