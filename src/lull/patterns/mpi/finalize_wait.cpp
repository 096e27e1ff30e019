// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/patterns/mpi/collective_pattern.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr MetricInfo kMetric{
    "mpi_finalize_wait",
    "Wait at Finalize",
    "mpi_init_exit",
    Unit::Seconds,
    "Time a process waits in MPI_Finalize until the last process reaches it.",
    "last enter − own enter",
    "Balance the work at the end of the program.",
    "process 0  --[########Finalize  ]---\n"
    "process 1  -----[#####Finalize  ]---\n"
    "process 2  -----------[Finalize ]---"};

}  // namespace

std::unique_ptr<Pattern> make_finalize_wait() {
  return std::make_unique<CollectivePattern>(kMetric, CollectiveKind::Finalize, wait_for_last);
}

}  // namespace lull::patterns
