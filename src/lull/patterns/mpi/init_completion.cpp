// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/patterns/mpi/collective_pattern.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr MetricInfo kMetric{
    "mpi_init_completion",
    "Initialization Completion",
    "mpi_init_exit",
    Unit::Seconds,
    "Time a process stays in MPI_Init after the first process has left it.",
    "own leave − max(first leave, last enter), at most the call's own time",
    "",
    "process 0  --[Init      ]---------\n"
    "process 1  ----[Init     #####]--\n"
    "process 2  ------[Init   #######]--"};

// Other activity within MPI_Init, such as the start of a measurement system, may have happened at
// any time in it: the charge is limited to the call's own time.
void search(const Collective& operation, Bus& bus, MetricIndex metric) {
  const Timestamp over = std::max(operation.first_end(), operation.last_begin());
  for (const auto& member : operation.members) {
    const Timestamp since = std::max(over, member.begin);
    const Duration own = member.call.leave - member.call.enter;
    bus.charge(metric, member.call, std::min(member.end - since, own), WaitedFor(since));
  }
}

}  // namespace

std::unique_ptr<Pattern> make_init_completion() {
  return std::make_unique<CollectivePattern>(kMetric, CollectiveKind::Init, search);
}

}  // namespace lull::patterns
