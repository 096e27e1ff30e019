// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// How a metric is distributed: over locations, and which call paths have most of it. Used by stat
// and check. Each costs O(call paths + values + locations log locations).
//
// All locations count, also those without a value, except those of a kind (a GPU's, a counter's) of
// which none has one. Of a minimum or maximum, to which a missing value is nothing, only locations
// with a value count.
#pragma once

#include <vector>

#include "lull/report/model/aggregate.hpp"
#include "lull/report/model/report.hpp"

namespace lull::report {

struct Distribution {
  std::size_t locations = 0;  // that count; with none, all else is zero or undefined
  double total = 0;           // of a minimum or maximum: the least or greatest
  double mean = 0;
  double minimum = 0;
  double lower_quartile = 0;  // quartiles between two values are interpolated, as NumPy does
  double median = 0;
  double upper_quartile = 0;
  double maximum = 0;
  double deviation = 0;  // standard deviation, of these locations as the whole population
  double imbalance = 0;  // maximum / mean; 0 where the mean is not positive
  LocationId least;      // the first location that has the minimum
  LocationId greatest;   // and the maximum
};

[[nodiscard]] Distribution distribution_of(const Report& report, MetricId metric,
                                           const CallPathSet& only = {});

// Of values that are all of equal rank; `least` and `greatest` are positions in them.
[[nodiscard]] Distribution distribution_of(const std::vector<double>& values);

struct CallPathShare {
  CallPathId path;
  double value = 0;  // exclusive, over all locations
  double share = 0;  // of the metric's total (table_scale.hpp); 0 where shares mean nothing
};

// The `most` call paths with the largest absolute exclusive values, those with none left out.
[[nodiscard]] std::vector<CallPathShare> top_call_paths(const Report& report, MetricId metric,
                                                        std::size_t most,
                                                        const CallPathSet& only = {});

// "MPI Rank 3", or "MPI Rank 3, OMP thread 1" where the process has several locations.
[[nodiscard]] std::string location_name(const Report& report, LocationId location);

}  // namespace lull::report
