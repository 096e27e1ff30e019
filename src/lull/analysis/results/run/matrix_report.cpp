// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/results/run/matrix_report.hpp"

#include <algorithm>

namespace lull::analysis {

report::CommunicationMatrix matrix_for(const Analysis& analysis, const report::Report& report) {
  report::CommunicationMatrix result;
  const CommunicationMatrix* const matrix = analysis.matrix();
  if (matrix == nullptr || matrix->size() == 0) return result;
  result.processes_of_group = std::uint64_t{1} << matrix->shift();
  const auto per_second =
      static_cast<double>(analysis.context().definitions.clock.ticks_per_second);
  MetricIndex recent;
  report::CommunicationMatrix::Waiting* waiting = nullptr;  // the current metric's entry, or null
  for (const CommunicationMatrix::Cell& cell : matrix->sorted()) {
    const CommunicationMatrix::Pair pair = cell.pair();
    const double seconds = static_cast<double>(cell.ticks) / per_second;
    if (pair.kind != CommunicationMatrix::Kind::Wait) {
      auto& pairs =
          pair.kind == CommunicationMatrix::Kind::Message ? result.messages : result.transfers;
      pairs.push_back(
          {pair.from, pair.to, cell.count, std::min(cell.amount, report::kMostOfPair), seconds});
      continue;
    }
    if (pair.metric != recent) {
      recent = pair.metric;
      waiting = nullptr;
      if (const auto metric = report.find_metric(analysis.catalogue()[recent].info.id))
        waiting = &result.waiting.emplace_back(report::CommunicationMatrix::Waiting{*metric, {}});
    }
    if (waiting != nullptr) waiting->pairs.push_back({pair.from, pair.to, cell.count, seconds});
  }
  return result;
}

}  // namespace lull::analysis
