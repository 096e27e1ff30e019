// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// How the processes of an analysis bring their parts of a report together. All calls are
// collective.
#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "lull/analysis/analysis.hpp"
#include "lull/analysis/global_call_tree.hpp"

namespace lull::analysis {

// A value of the report to be.
struct Cell {
  MetricIndex metric;
  GlobalPathId path;
  LocationId location;
  std::int64_t value = 0;

  [[nodiscard]] auto place() const { return std::tie(metric, path, location); }
};

// The same of what a hardware counter measured.
struct CounterCell {
  std::uint32_t member = 0;  // of the trace's metrics
  GlobalPathId path;
  LocationId location;
  double value = 0;
};

// What was charged to locations of this process, wherever that was found out.
[[nodiscard]] std::vector<Severity> severities_of_own_locations(const Analysis& analysis);

// Adds up cells of the same place; sorted by place, without zeros.
void add_up(std::vector<Cell>& cells);

// Everybody's cells, on the first process; the others have none after it.
void gather(Partners& partners, const MetricCatalogue& catalogue, std::vector<Cell>& cells,
            std::vector<CounterCell>& counters);

}  // namespace lull::analysis
