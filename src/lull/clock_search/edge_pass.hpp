// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Reads a trace and collects ordering constraints between different processes: ends of messages,
// collective operations by kind, one-sided and SHMEM synchronisation. Threads of a process share
// one clock: there are no constraints between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "lull/analysis/analysis.hpp"
#include "lull/clock/clock_correction.hpp"
#include "lull/clock/recorded_edges.hpp"

namespace lull::analysis {

class TraceEdges {
 public:
  static constexpr std::size_t kMost = 3u << 20U;  // 96 MB

  // Reads the trace as recorded. If there are very many edges, keeps about `most`, those with the
  // least slack under this correction.
  TraceEdges(const TraceSource& raw, const ClockCorrection& correction,
             const AnalysisOptions& options, std::size_t most = kMost);
  // Keeps all edges with less slack than this.
  [[nodiscard]] static TraceEdges below(std::int64_t slack, const TraceSource& raw,
                                        const ClockCorrection& correction,
                                        const AnalysisOptions& options);

  // Returns the edges under this correction, without pushes.
  [[nodiscard]] ClockEdges on(const ClockCorrection& correction) const;

 private:
  TraceEdges(const TraceSource& raw, const ClockCorrection& correction,
             const AnalysisOptions& options, std::size_t most, std::int64_t slack);

  const Definitions* definitions_;
  ClockOffsets read_with_;
  std::shared_ptr<const ClockMaps> maps_;
  std::shared_ptr<EdgeBudget> budget_;
  std::vector<std::unique_ptr<RecordedEdges>> of_shards_;
};

}  // namespace lull::analysis
