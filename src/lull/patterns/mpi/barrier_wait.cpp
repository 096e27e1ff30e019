// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/patterns/mpi/collective_pattern.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr MetricInfo kMetric{
    "mpi_barrier_wait",
    "Wait at Barrier",
    "mpi_sync_collective",
    Unit::Seconds,
    "Time a process waits at an MPI barrier until the last process reaches it.",
    "last begin of the members − own begin",
    "Balance the work before the barrier, or remove the barrier.",
    "process 0  --[########Barrier  ]---\n"
    "process 1  -----[#####Barrier  ]---\n"
    "process 2  -----------[Barrier ]---"};

}  // namespace

std::unique_ptr<Pattern> make_barrier_wait() {
  return std::make_unique<CollectivePattern>(kMetric, CollectiveKind::Barrier, wait_for_last);
}

}  // namespace lull::patterns
