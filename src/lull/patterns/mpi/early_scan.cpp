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
    "Balance the work so that low ranks reach the scan first."};

// Members come by ascending rank.
void search(const Collective& operation, Bus& bus, MetricIndex metric) {
  Timestamp last{};
  for (const auto& member : operation.members) {
    if (member.received > 0)
      bus.charge(metric, member.call,
                 overlap(member.call, member.begin, std::min(last, member.end)));
    if (member.sent > 0) last = std::max(last, member.begin);
  }
}

}  // namespace

std::unique_ptr<Pattern> make_early_scan() {
  return std::make_unique<CollectivePattern>(kMetric, CollectiveKind::Scan, search);
}

}  // namespace lull::patterns
