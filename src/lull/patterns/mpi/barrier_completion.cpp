// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/patterns/mpi/collective_pattern.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr MetricInfo kMetric{
    "mpi_barrier_completion",
    "Barrier Completion",
    "mpi_sync_collective",
    Unit::Seconds,
    "Time a process stays in an MPI barrier after the first process has left it.",
    "own end − max(first end, last begin)",
    "Usually caused by the MPI library, or by processes that share cores.",
    "process 0  --[Barrier      ]---------\n"
    "process 1  ----[Barrier     #####]--\n"
    "process 2  ------[Barrier   #######]--"};

}  // namespace

std::unique_ptr<Pattern> make_barrier_completion() {
  return std::make_unique<CollectivePattern>(kMetric, CollectiveKind::Barrier, stay_after_first);
}

}  // namespace lull::patterns
