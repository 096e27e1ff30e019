// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/results/tables/cell_table.hpp"

namespace lull::analysis {

CellTable::CellTable(const MetricCatalogue& catalogue)
    : catalogue_(catalogue), rows_(catalogue.size()), parts_(catalogue.size()) {
  for (std::size_t i = 0; i < catalogue.size(); ++i) {
    const MetricIndex part(i);
    parts_[i].push_back(part);
    for (MetricIndex whole = part; catalogue[whole].profile && catalogue[whole].parent.defined();) {
      whole = catalogue[whole].parent;
      parts_[whole.index()].push_back(part);
    }
  }
}

std::uint64_t CellTable::count(MetricIndex metric, GlobalPathId path) const {
  std::uint64_t sum = 0;
  for (const MetricIndex part : parts_[metric.index()]) sum += own(part, path).count();
  return sum;
}

void CellTable::rename(const std::vector<GlobalPathId>& paths) {
  for (auto& rows : rows_) {
    std::vector<PackedRow> renamed;
    for (std::size_t path = 0; path < rows.size(); ++path) {
      if (rows[path].empty()) continue;
      const std::size_t now = paths[path].index();
      if (renamed.size() <= now) renamed.resize(now + 1);
      if (renamed[now].empty())
        renamed[now] = std::move(rows[path]);
      else
        renamed[now].append(rows[path]);
    }
    rows = std::move(renamed);
  }
}

}  // namespace lull::analysis
