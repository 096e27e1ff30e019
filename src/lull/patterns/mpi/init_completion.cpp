// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/patterns/mpi/collective_pattern.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr MetricInfo kMetric{"mpi_init_completion",
                             "Initialization Completion",
                             "mpi_init_exit",
                             Unit::Seconds,
                             "Time a process stays in MPI_Init after the first one has left it.",
                             "own leave − max(first leave, last enter)",
                             ""};

}  // namespace

std::unique_ptr<Pattern> make_init_completion() {
  return std::make_unique<CollectivePattern>(kMetric, CollectiveKind::Init, stay_after_first);
}

}  // namespace lull::patterns
