// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/patterns/mpi/collective_pattern.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr MetricInfo kMetric{
    "mpi_wait_nxn",
    "Wait at N x N",
    "mpi_collective",
    Unit::Seconds,
    "Time a process waits in an n-to-n operation (allreduce, allgather, alltoall, reduce_scatter) "
    "until the last process that it needs begins.",
    "last begin − own begin; others wait for members that send nothing, and members that receive "
    "nothing wait for others, only where every member left after the last had begun",
    "Balance the work before the operation; move it, or use its non-blocking form and compute in "
    "the meantime.",
    "process 0  --[########Allreduce  ]---\n"
    "process 1  -----[#####Allreduce  ]---\n"
    "process 2  -----------[Allreduce ]---"};

}  // namespace

std::unique_ptr<Pattern> make_wait_nxn() {
  return std::make_unique<CollectivePattern>(kMetric, CollectiveKind::AllToAll,
                                             wait_for_last_sender);
}

}  // namespace lull::patterns
