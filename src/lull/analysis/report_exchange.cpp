// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/report_exchange.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lull::analysis {
namespace {

// To the first process.
template <class Element>
std::vector<Element> gathered(Partners& partners, std::span<const Element> mine) {
  std::vector<Bytes> to(static_cast<std::size_t>(partners.size()));
  Packer packer;
  packer.put_list(mine);
  to.front() = packer.take();
  std::vector<Element> all;
  for (const Bytes& bytes : partners.exchange(std::move(to))) {
    if (bytes.empty()) continue;
    const auto part = Unpacker(bytes).get_span<Element>();
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

}  // namespace

std::vector<Severity> severities_of_own_locations(const Analysis& analysis) {
  std::vector<Severity> own;
  const Ownership* const ownership = analysis.context().ownership;
  if (ownership == nullptr) {
    for (const auto& shard : analysis.shards())
      shard->severities().for_each([&own](const Severity& severity) { own.push_back(severity); });
    return own;
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
    packer.put_list<Severity>(severities);
    letters.push_back(packer.take());
  }
  for (const Bytes& letter : analysis.partners()->exchange(std::move(letters))) {
    if (letter.empty()) continue;
    const auto severities = Unpacker(letter).get_span<Severity>();
    own.insert(own.end(), severities.begin(), severities.end());
  }
  return own;
}

void add_up(std::vector<Cell>& cells) {
  std::ranges::sort(cells, [](const Cell& a, const Cell& b) { return a.place() < b.place(); });
  auto end = cells.begin();
  for (auto cell = cells.begin(); cell != cells.end();) {
    Cell sum = *cell;
    for (++cell; cell != cells.end() && cell->place() == sum.place(); ++cell)
      sum.value += cell->value;
    if (sum.value != 0) *end++ = sum;
  }
  cells.erase(end, cells.end());
}

void gather(Partners& partners, const MetricCatalogue& catalogue, std::vector<Cell>& cells,
            std::vector<CounterCell>& counters) {
  add_up(cells);
  std::vector<Cell> all;
  auto begin = cells.begin();
  for (std::size_t metric = 0; metric < catalogue.size(); ++metric) {
    const auto end = std::find_if(
        begin, cells.end(), [metric](const Cell& cell) { return cell.metric.index() != metric; });
    const std::vector<Cell> of_metric = gathered<Cell>(partners, {begin, end});
    all.insert(all.end(), of_metric.begin(), of_metric.end());
    begin = end;
  }
  cells = std::move(all);
  counters = gathered<CounterCell>(partners, counters);
}

}  // namespace lull::analysis
