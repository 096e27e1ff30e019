// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The inputs of charge observers, and the memory of each thread that they write to.
#pragma once

#include <vector>

#include "lull/analysis/charging/iteration_severities.hpp"
#include "lull/analysis/metrics/metric_catalogue.hpp"
#include "lull/analysis/metrics/severity.hpp"
#include "lull/analysis/metrics/severity_histogram.hpp"
#include "lull/analysis/paths/path_places.hpp"
#include "lull/analysis/run/communication_matrix.hpp"
#include "lull/analysis/run/map_window.hpp"
#include "lull/analysis/run/pair_window.hpp"
#include "lull/trace/definitions/definitions.hpp"

namespace lull::analysis {

class CausedWaiting;
class ClockUncertainty;
struct FocusBorders;

enum class KeepCharges : std::uint8_t { None, All, LongestOfIterations };

// The parts of an analysis that observers use; they outlive the observers. A null pointer means
// that this kind of result is not requested.
struct ChargeSetup {
  const Definitions* definitions = nullptr;
  const MetricCatalogue* catalogue = nullptr;
  const PathDirectory* paths = nullptr;
  const IterationBorders* iterations = nullptr;
  KeepCharges keep = KeepCharges::None;
  const CausedWaiting* caused = nullptr;
  const ClockUncertainty* uncertainty = nullptr;
  const FocusBorders* focus = nullptr;
  // Owned by the sink.
  SeverityTable* severities = nullptr;
  PairWindow* pairs = nullptr;
};

// Results of a thread: one set for each shard would not stay in the caches.
struct WorkerResults {
  std::vector<SeverityHistogram> histograms;  // indexed by metric
  std::vector<MapWindow> map;                 // one, or none if no map is requested
  std::vector<CommunicationMatrix> matrix;    // one, or none if no matrix is requested

  [[nodiscard]] MapWindow* map_window() { return map.empty() ? nullptr : map.data(); }
  [[nodiscard]] CommunicationMatrix* pairs() { return matrix.empty() ? nullptr : matrix.data(); }
};

}  // namespace lull::analysis
