// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// How the processes of an analysis bring their parts of a report together. All calls are
// collective.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "lull/analysis/analysis.hpp"
#include "lull/analysis/results/global_call_tree.hpp"
#include "lull/report/model/consistency.hpp"

namespace lull::analysis {

// A value of the report to be.
struct Cell {
  GlobalPathId path;
  LocationId location;
  std::int64_t value = 0;
};

// Those of all metrics. Cells of the same place are added up when their metric is taken out.
class CellTable {
 public:
  using Row = std::vector<std::pair<LocationId, std::int64_t>>;

  explicit CellTable(std::size_t metrics) : rows_(metrics) {}

  void add(MetricIndex metric, GlobalPathId path, LocationId location, std::int64_t value) {
    auto& rows = rows_[metric.index()];
    if (rows.size() <= path.index()) rows.resize(path.index() + 1);
    rows[path.index()].emplace_back(location, value);
  }
  // What was added to one place of the tables so far, a location perhaps several times.
  [[nodiscard]] const Row& row(MetricIndex metric, GlobalPathId path) const {
    static const Row kNone;
    const auto& rows = rows_[metric.index()];
    return path.index() < rows.size() ? rows[path.index()] : kNone;
  }
  // Paths become others.
  void rename(const std::vector<GlobalPathId>& paths);
  // By path: values by location, without zeros. They are not there any more after it.
  [[nodiscard]] std::vector<Row> take(MetricIndex metric);

 private:
  std::vector<std::vector<Row>> rows_;  // by metric, by path
};

// The same of what a hardware counter measured.
struct CounterCell {
  std::uint32_t member = 0;  // of the trace's metrics
  GlobalPathId path;
  LocationId location;
  double value = 0;
};

// use(severity) for what was charged to locations of this process, wherever that was found out.
void for_each_own_severity(const Analysis& analysis,
                           const std::function<void(const Severity&)>& use);

// Everybody's rows of one metric, on the first process; none on the others.
[[nodiscard]] std::vector<CellTable::Row> gather(Partners& partners,
                                                 std::vector<CellTable::Row> mine);
// Everybody's counters, on the first process.
[[nodiscard]] std::vector<CounterCell> gather(Partners& partners,
                                              const std::vector<CounterCell>& mine);
// Of several processes' misfits: how many, and the first.
[[nodiscard]] report::Misfits gather(Partners& partners, const report::Misfits& mine);

}  // namespace lull::analysis
