// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/patterns/mpi/collective_pattern.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr MetricInfo kMetric{
    "mpi_earlyscan",
    "Early Scan",
    "mpi_collective",
    Unit::Seconds,
    "Time a process waits in a scan for a process of lower rank to begin.",
    "last begin of the sending members of lower rank − own begin, where positive",
    "Balance the work so that low ranks reach the scan first.",
    "rank 0  ----------[Scan]--\n"
    "rank 1  ---[######Scan]---"};

// Members are sorted by rank.
void search(const Collective& operation, Bus& bus, MetricIndex metric) {
  const CollectiveMember* last = nullptr;
  for (const auto& member : operation.members) {
    if (last != nullptr && member.received > 0)
      bus.charge(metric, member.call,
                 overlap(member.call, member.begin, std::min(last->begin, member.end)),
                 {member.begin, last->call});
    if (member.sent > 0 && (last == nullptr || last->begin < member.begin)) last = &member;
  }
}

}  // namespace

std::unique_ptr<Pattern> make_early_scan() {
  return std::make_unique<CollectivePattern>(kMetric, CollectiveKind::Scan, search);
}

}  // namespace lull::patterns
