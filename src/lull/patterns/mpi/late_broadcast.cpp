// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/patterns/mpi/collective_pattern.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr MetricInfo kMetric{
    "mpi_latebroadcast",
    "Late Broadcast",
    "mpi_collective",
    Unit::Seconds,
    "Time processes wait in a 1-to-n operation (broadcast, scatter) for a root that begins later "
    "than they do.",
    "begin of the root − own begin, where positive and data moves",
    "Let the root reach the operation earlier: give it less work, or broadcast before the work.",
    "root       ----------[Bcast]--\n"
    "process 1  --[#######Bcast]---\n"
    "process 2  -----[####Bcast]---"};

}  // namespace

std::unique_ptr<Pattern> make_late_broadcast() {
  return std::make_unique<CollectivePattern>(kMetric, CollectiveKind::OneToAll, wait_for_root);
}

}  // namespace lull::patterns
