// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/patterns/mpi/collective_pattern.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr MetricInfo kMetric{
    "shmem_latebroadcast",
    "Late Broadcast",
    "shmem_communication",
    Unit::Seconds,
    "Time PEs wait in shmem_broadcast for a root that begins later than they do.",
    "begin of the root − own begin, where positive and data moves",
    "Let the root reach the operation earlier: give it less work, or broadcast before the work.",
    "root  ----------[broadcast]--\n"
    "PE 1  --[#######broadcast]---\n"
    "PE 2  -----[####broadcast]---"};

}  // namespace

std::unique_ptr<Pattern> make_shmem_late_broadcast() {
  return std::make_unique<CollectivePattern>(kMetric, CollectiveKind::ShmemOneToAll, wait_for_root);
}

}  // namespace lull::patterns
