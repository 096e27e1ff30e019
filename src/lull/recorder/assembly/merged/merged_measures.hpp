// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The merged metrics, parameters and grids of all processes.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "lull/recorder/journal/recorded_measures.hpp"

namespace lull::recorder {

struct MergedGrid {
  RecordedGrid grid;
  // Locations in the archive, and their coordinates.
  std::vector<std::pair<std::uint64_t, std::vector<std::uint32_t>>> places;
};

struct MergedMeasures {
  std::vector<RecordedMetric> metrics;
  std::vector<std::string> parameters;
  std::vector<MergedGrid> grids;
  // Indexed by process, then by the process's own number.
  std::vector<std::vector<std::uint64_t>> metric_numbers;
  std::vector<std::vector<std::uint64_t>> parameter_numbers;
};

// Adds the measures of the next process in the order of ranks. Drops a place whose grid neither
// this process nor an earlier one has defined.
void add_measures(MergedMeasures& all, const RecordedMeasures& measures);

}  // namespace lull::recorder
