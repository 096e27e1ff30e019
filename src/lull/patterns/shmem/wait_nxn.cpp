// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/patterns/mpi/collective_pattern.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr MetricInfo kMetric{
    "shmem_wait_nxn",
    "Wait at N x N",
    "shmem_communication",
    Unit::Seconds,
    "Time a PE waits in an n-to-n operation of OpenSHMEM (collect, fcollect, reductions, alltoall) "
    "until the last PE that it needs begins.",
    "last begin − own begin; PEs that send nothing are waited for only where every PE left after "
    "the last had begun",
    "Balance the work before the operation, or use a smaller active set.",
    "PE 0  --[########fcollect  ]---\n"
    "PE 1  -----[#####fcollect  ]---\n"
    "PE 2  -----------[fcollect ]---"};

}  // namespace

std::unique_ptr<Pattern> make_shmem_wait_nxn() {
  return std::make_unique<CollectivePattern>(kMetric, CollectiveKind::ShmemAllToAll,
                                             wait_for_last_sender);
}

}  // namespace lull::patterns
