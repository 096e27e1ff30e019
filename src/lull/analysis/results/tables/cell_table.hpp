// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The sums of all metrics over call paths and locations. Only the own part of a profile metric is
// stored; the parts of metrics below it are added on access. Memory: about four bytes for each sum,
// 32 bytes for each (metric, call path).
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "lull/analysis/metrics/metric_catalogue.hpp"
#include "lull/analysis/results/tables/global_call_tree.hpp"
#include "lull/analysis/results/tables/packed_row.hpp"

namespace lull::analysis {

class CellTable {
 public:
  // The catalogue must outlive this object.
  explicit CellTable(const MetricCatalogue& catalogue);

  void add(MetricIndex metric, GlobalPathId path, LocationId location, std::int64_t value) {
    auto& rows = rows_[metric.index()];
    if (rows.size() <= path.index()) rows.resize(path.index() + 1);
    rows[path.index()].add(location, value);
  }
  // Returns the values added there; a location may occur several times.
  [[nodiscard]] const PackedRow& own(MetricIndex metric, GlobalPathId path) const {
    static const PackedRow kNone;
    const auto& rows = rows_[metric.index()];
    return path.index() < rows.size() ? rows[path.index()] : kNone;
  }
  // Returns whether the metric's values are not in its parent's own rows.
  [[nodiscard]] bool is_added_to_parent(MetricIndex metric) const {
    return catalogue_[metric].profile;
  }
  // Calls use(location, value) for all values that add up to the metric's; a location may occur
  // several times.
  template <class Use>
  void for_each(MetricIndex metric, GlobalPathId path, Use use) const {
    for (const MetricIndex part : parts_[metric.index()]) own(part, path).for_each(use);
  }
  // Returns how many times for_each() calls `use`.
  [[nodiscard]] std::uint64_t count(MetricIndex metric, GlobalPathId path) const;
  // Replaces path ids by those in `paths`.
  void rename(const std::vector<GlobalPathId>& paths);
  // Frees a metric's rows: neither it nor the metrics above it are accessed any longer.
  void forget(MetricIndex metric) { std::vector<PackedRow>().swap(rows_[metric.index()]); }

 private:
  const MetricCatalogue& catalogue_;
  std::vector<std::vector<PackedRow>> rows_;     // indexed by metric and path
  std::vector<std::vector<MetricIndex>> parts_;  // by metric: itself and profile metrics below it
};

// Sums up one row at a time. Memory: 8 bytes for each location of the trace.
class RowSum {
 public:
  explicit RowSum(std::size_t locations) : sums_(locations), first_(locations) {}

  void add(LocationId location, std::int64_t value) {
    sums_[location.index()] += value;
    if (location.index() < first_) first_ = location.index();
    if (location.index() >= end_) end_ = location.index() + 1;
  }
  // Calls use(location, value) for each nonzero sum, by ascending location, and clears them.
  template <class Use>
  void take(Use use) {
    for (std::size_t i = first_; i < end_; ++i)
      if (const std::int64_t sum = std::exchange(sums_[i], 0); sum != 0) use(LocationId(i), sum);
    first_ = sums_.size();
    end_ = 0;
  }

 private:
  std::vector<std::int64_t> sums_;  // indexed by location
  std::size_t first_;               // range of modified entries
  std::size_t end_ = 0;
};

}  // namespace lull::analysis
