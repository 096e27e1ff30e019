// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Metrics, parameters and grids of all processes as one set.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "lull/recorder/journal/recorded_measures.hpp"

namespace lull::recorder {

struct MergedGrid {
  RecordedGrid grid;
  // Locations of the archive, and their places.
  std::vector<std::pair<std::uint64_t, std::vector<std::uint32_t>>> places;
};

struct MergedMeasures {
  std::vector<RecordedMetric> metrics;
  std::vector<std::string> parameters;
  std::vector<MergedGrid> grids;
  // By process, then by the process's own number.
  std::vector<std::vector<std::uint64_t>> metric_numbers;
  std::vector<std::vector<std::uint64_t>> parameter_numbers;
};

// Adds those of the process that comes next in the order of ranks. A place that is not in a grid
// that the process or one before it told of is left out.
void add_measures(MergedMeasures& all, const RecordedMeasures& measures);

}  // namespace lull::recorder
