// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The sums of all metrics over call paths and locations. Of a profile metric only its own part is
// kept: what those below it have is added when its values are asked for. Memory: about four bytes
// for each sum, 32 bytes for each (metric, call path).
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
  // The catalogue must outlive this.
  explicit CellTable(const MetricCatalogue& catalogue);

  void add(MetricIndex metric, GlobalPathId path, LocationId location, std::int64_t value) {
    auto& rows = rows_[metric.index()];
    if (rows.size() <= path.index()) rows.resize(path.index() + 1);
    rows[path.index()].add(location, value);
  }
  // What was added there, a location perhaps several times.
  [[nodiscard]] const PackedRow& own(MetricIndex metric, GlobalPathId path) const {
    static const PackedRow kNone;
    const auto& rows = rows_[metric.index()];
    return path.index() < rows.size() ? rows[path.index()] : kNone;
  }
  // Whether what that metric has is not in its parent's own rows.
  [[nodiscard]] bool is_added_to_parent(MetricIndex metric) const {
    return catalogue_[metric].profile;
  }
  // use(location, value) for all that adds up to the metric's values, a location perhaps several
  // times.
  template <class Use>
  void for_each(MetricIndex metric, GlobalPathId path, Use use) const {
    for (const MetricIndex part : parts_[metric.index()]) own(part, path).for_each(use);
  }
  // How many calls of `use` that would be.
  [[nodiscard]] std::uint64_t count(MetricIndex metric, GlobalPathId path) const;
  // Paths become others.
  void rename(const std::vector<GlobalPathId>& paths);
  // Neither this metric nor those above it are asked for any more.
  void forget(MetricIndex metric) { std::vector<PackedRow>().swap(rows_[metric.index()]); }

 private:
  const MetricCatalogue& catalogue_;
  std::vector<std::vector<PackedRow>> rows_;     // by metric, by path
  std::vector<std::vector<MetricIndex>> parts_;  // by metric: itself, and profile metrics below it
};

// Adds up what comes for one row after the other. Memory: 8 bytes for each location there is.
class RowSum {
 public:
  explicit RowSum(std::size_t locations) : sums_(locations), first_(locations) {}

  void add(LocationId location, std::int64_t value) {
    sums_[location.index()] += value;
    if (location.index() < first_) first_ = location.index();
    if (location.index() >= end_) end_ = location.index() + 1;
  }
  // use(location, value) for each sum but zeros, by ascending location; then nothing is left.
  template <class Use>
  void take(Use use) {
    for (std::size_t i = first_; i < end_; ++i)
      if (const std::int64_t sum = std::exchange(sums_[i], 0); sum != 0) use(LocationId(i), sum);
    first_ = sums_.size();
    end_ = 0;
  }

 private:
  std::vector<std::int64_t> sums_;  // by location
  std::size_t first_;               // those that are touched lie between these
  std::size_t end_ = 0;
};

}  // namespace lull::analysis
