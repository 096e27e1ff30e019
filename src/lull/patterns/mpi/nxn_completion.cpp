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
    "Time a process stays in an n-to-n operation after the first process has left it.",
    "own end − max(first end, last begin); where the first process left before the last began, "
    "only for the last sender and for receivers that began before it",
    "Usually caused by the MPI library, the network, or processes that share cores.",
    "process 0  --[Allreduce      ]---------\n"
    "process 1  ----[Allreduce     #####]--\n"
    "process 2  ------[Allreduce   #######]--"};

// If members do not overlap, the operation was over for receivers when the last sender had begun.
void search(const Collective& operation, Bus& bus, MetricIndex metric) {
  if (operation.first_end() >= operation.last_begin())
    return stay_after_first(operation, bus, metric);
  const Timestamp last = operation.last_sender_begin();
  const auto takes_part = [last](const CollectiveMember& member) {
    return member.begin < last ? member.received > 0 : member.begin == last && member.sent > 0;
  };
  Timestamp first_end = kEndOfTime;
  for (const auto& member : operation.members)
    if (takes_part(member)) first_end = std::min(first_end, member.end);
  const Timestamp over = std::max(first_end, last);
  for (const auto& member : operation.members)
    if (takes_part(member))
      bus.charge(metric, member.call, overlap(member.call, over, member.end), WaitedFor(over));
}

}  // namespace

std::unique_ptr<Pattern> make_nxn_completion() {
  return std::make_unique<CollectivePattern>(kMetric, CollectiveKind::AllToAll, search);
}

}  // namespace lull::patterns
