// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/distribution/report_exchange.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lull::analysis {
namespace {

using Row = CellTable::Row;

void add_up(Row& row) {
  const auto by_location = [](const auto& a, const auto& b) { return a.first < b.first; };
  if (!std::ranges::is_sorted(row, by_location)) std::ranges::sort(row, by_location);
  auto end = row.begin();
  for (auto cell = row.begin(); cell != row.end();) {
    auto sum = *cell;
    for (++cell; cell != row.end() && cell->first == sum.first; ++cell) sum.second += cell->second;
    if (sum.second != 0) *end++ = sum;
  }
  row.erase(end, row.end());
}

// use(element) for each that somebody has, on the first process.
template <class Element, class Use>
void gather_each(Partners& partners, const std::vector<Element>& mine, Use&& use) {
  std::vector<Bytes> to(static_cast<std::size_t>(partners.size()));
  Packer packer;
  if (!mine.empty()) packer.put_list<Element>(mine);
  to.front() = packer.take();
  for (const Bytes& bytes : partners.exchange(std::move(to))) {
    if (bytes.empty()) continue;
    for (const Element& element : Unpacker(bytes).get_span<Element>()) use(element);
  }
}

}  // namespace

void CellTable::rename(const std::vector<GlobalPathId>& paths) {
  for (auto& rows : rows_) {
    std::vector<Row> renamed;
    for (std::size_t path = 0; path < rows.size(); ++path) {
      if (rows[path].empty()) continue;
      const std::size_t now = paths[path].index();
      if (renamed.size() <= now) renamed.resize(now + 1);
      if (renamed[now].empty())
        renamed[now] = std::move(rows[path]);
      else
        std::ranges::copy(rows[path], std::back_inserter(renamed[now]));
    }
    rows = std::move(renamed);
  }
}

std::vector<Row> CellTable::take(MetricIndex metric) {
  std::vector<Row> rows = std::exchange(rows_[metric.index()], {});
  for (Row& row : rows) add_up(row);
  return rows;
}

void for_each_own_severity(const Analysis& analysis,
                           const std::function<void(const Severity&)>& use) {
  const Ownership* const ownership = analysis.context().ownership;
  if (ownership == nullptr) {
    for (const auto& shard : analysis.shards()) shard->severities().for_each(use);
    return;
  }
  std::vector<std::vector<Severity>> to(static_cast<std::size_t>(ownership->size));
  const Definitions& definitions = analysis.context().definitions;
  for (const auto& shard : analysis.shards())
    shard->severities().for_each([&](const Severity& severity) {
      const ProcessId process = definitions.locations[severity.location.index()].process;
      to[static_cast<std::size_t>(ownership->owner[process.index()])].push_back(severity);
    });
  std::vector<Bytes> letters;
  for (const auto& severities : to) {
    Packer packer;
    if (!severities.empty()) packer.put_list<Severity>(severities);
    letters.push_back(packer.take());
  }
  for (const Bytes& letter : analysis.partners()->exchange(std::move(letters))) {
    if (letter.empty()) continue;
    for (const Severity& severity : Unpacker(letter).get_span<Severity>()) use(severity);
  }
}

std::vector<Row> gather(Partners& partners, std::vector<Row> mine) {
  std::vector<Cell> cells;
  for (std::size_t path = 0; path < mine.size(); ++path)
    for (const auto& [location, value] : mine[path])
      cells.push_back({GlobalPathId(path), location, value});
  std::vector<Row>().swap(mine);
  CellTable all(1);
  gather_each(partners, cells, [&all](const Cell& cell) {
    all.add(MetricIndex(0), cell.path, cell.location, cell.value);
  });
  return all.take(MetricIndex(0));
}

std::vector<CounterCell> gather(Partners& partners, const std::vector<CounterCell>& mine) {
  std::vector<CounterCell> all;
  gather_each(partners, mine, [&all](const CounterCell& cell) { all.push_back(cell); });
  return all;
}

report::Misfits gather(Partners& partners, const report::Misfits& mine) {
  report::Misfits all;
  const std::vector<report::Misfits> own(1, mine);
  gather_each(partners, own, [&all](const report::Misfits& some) {
    const std::uint64_t count = all.count + some.count;
    if (all.count == 0) all = some;
    all.count = count;
  });
  return all;
}

}  // namespace lull::analysis
