// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The distribution of a metric over locations, and the call paths with the highest values. Used by
// stat and check. Each takes O(call paths + values + locations log locations) time.
//
// All locations count, even if they have no value. Exceptions are kinds of locations (GPUs,
// counters) without any values. For a minimum or maximum, only locations with a value count.
#pragma once

#include <vector>

#include "lull/report/model/aggregate.hpp"
#include "lull/report/model/report.hpp"

namespace lull::report {

struct Distribution {
  // Number of locations that count; if none, all else is zero or undefined.
  std::size_t locations = 0;
  double total = 0;  // total; for a minimum or maximum, the least or greatest value
  double mean = 0;
  double minimum = 0;
  double lower_quartile = 0;  // quartiles are interpolated between values, as NumPy does
  double median = 0;
  double upper_quartile = 0;
  double maximum = 0;
  double deviation = 0;  // population standard deviation
  double imbalance = 0;  // maximum / mean; 0 if the mean is not positive
  LocationId least;      // the first location that has the minimum
  LocationId greatest;   // location with the maximum
};

[[nodiscard]] Distribution distribution_of(const Report& report, MetricId metric,
                                           const CallPathSet& only = {});

// Returns the distribution of equally weighted values; `least` and `greatest` are their indices.
[[nodiscard]] Distribution distribution_of(const std::vector<double>& values);

struct CallPathShare {
  CallPathId path;
  double value = 0;  // exclusive, over all locations
  // Share of the metric's total (table_scale.hpp); 0 where shares are not meaningful.
  double share = 0;
};

// Returns the `most` call paths with the largest absolute exclusive values; omits zeros.
[[nodiscard]] std::vector<CallPathShare> top_call_paths(const Report& report, MetricId metric,
                                                        std::size_t most,
                                                        const CallPathSet& only = {});

// Returns a name such as "MPI Rank 3", or "MPI Rank 3, OMP thread 1" if the process has several
// locations.
[[nodiscard]] std::string location_name(const Report& report, LocationId location);

}  // namespace lull::report
