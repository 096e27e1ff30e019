// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/patterns/mpi/collective_pattern.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr MetricInfo kMetric{
    "mpi_nxn_completion",
    "N x N Completion",
    "mpi_collective",
    Unit::Seconds,
    "Time a process stays in an n-to-n operation after the first one has left it.",
    "own end − max(first end, last begin)",
    "Usually a matter of the MPI library, the network, and of processes that share cores."};

}  // namespace

std::unique_ptr<Pattern> make_nxn_completion() {
  return std::make_unique<CollectivePattern>(kMetric, CollectiveKind::AllToAll, stay_after_first);
}

}  // namespace lull::patterns
