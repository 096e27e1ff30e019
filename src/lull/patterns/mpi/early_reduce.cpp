// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/patterns/mpi/collective_pattern.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr MetricInfo kMetric{
    "mpi_earlyreduce",
    "Early Reduce",
    "mpi_collective",
    Unit::Seconds,
    "Time the root of an n-to-1 operation (reduce, gather) waits for the last process that sends.",
    "last begin of the sending members − begin of the root, where positive and data moves",
    "Let the root do other work first, or use the non-blocking operation.",
    "root       --[########Reduce]---\n"
    "process 1  -----[Reduce]--------\n"
    "process 2  -----------[Reduce]--"};

void search(const Collective& operation, Bus& bus, MetricIndex metric) {
  const auto root =
      std::ranges::find(operation.members, operation.root, &CollectiveMember::process);
  if (root == operation.members.end() || root->received == 0) return;
  const CollectiveMember* const last = operation.last_sender(&*root);
  if (last == nullptr) return;
  bus.charge(metric, root->call, overlap(root->call, root->begin, std::min(last->begin, root->end)),
             {root->begin, last->call});
}

}  // namespace

std::unique_ptr<Pattern> make_early_reduce() {
  return std::make_unique<CollectivePattern>(kMetric, CollectiveKind::AllToOne, search);
}

}  // namespace lull::patterns
