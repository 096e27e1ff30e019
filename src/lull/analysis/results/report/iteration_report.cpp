// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/results/report/iteration_report.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace lull::analysis {
namespace {

constexpr std::size_t kMostValues = std::size_t{1} << 22U;  // for all series together

auto series_of(const IterationCell& cell) {
  return std::tuple(cell.severity.metric, cell.path, cell.severity.location);
}

std::vector<Bytes> letters_of(std::vector<Packer>& packers) {
  std::vector<Bytes> letters;
  for (Packer& packer : packers) letters.push_back(packer.take());
  return letters;
}

// Sorts cells by series and iteration, and adds up those that are equal.
void add_up(std::vector<IterationCell>& cells) {
  std::ranges::sort(cells, [](const IterationCell& a, const IterationCell& b) {
    return std::pair(series_of(a), a.severity.iteration) <
           std::pair(series_of(b), b.severity.iteration);
  });
  std::size_t used = 0;
  for (const IterationCell& cell : cells) {
    IterationCell* const last = used == 0 ? nullptr : &cells[used - 1];
    if (last != nullptr && series_of(*last) == series_of(cell) &&
        last->severity.iteration == cell.severity.iteration)
      last->severity.value += cell.severity.value;
    else
      cells[used++] = cell;
  }
  cells.resize(used);
}

std::size_t number_of_series(const std::vector<IterationCell>& cells) {
  std::size_t number = 0;
  for (std::size_t i = 0; i < cells.size(); ++i)
    number += i == 0 || series_of(cells[i - 1]) != series_of(cells[i]) ? 1 : 0;
  return number;
}

}  // namespace

std::vector<IterationCell> own_iteration_cells(
    const Analysis& analysis,
    const std::function<GlobalPathId(LocationId, LocalPathId)>& global_path) {
  const Ownership* const ownership = analysis.context().ownership;
  std::vector<IterationCell> own;
  std::vector<std::vector<IterationSeverity>> to(
      ownership == nullptr ? 0 : static_cast<std::size_t>(ownership->size));
  for (const auto& shard : analysis.shards())
    shard->charges().observer<IterationSeverities>().for_each(
        [&](const IterationSeverity& severity) {
          const ProcessId process = analysis.context().process_of(severity.location);
          if (ownership == nullptr || ownership->is_mine(process))
            own.push_back({severity, {}});
          else
            to[static_cast<std::size_t>(ownership->owner[process.index()])].push_back(severity);
        });
  if (ownership != nullptr) {
    std::vector<Packer> packers(to.size());
    for (std::size_t i = 0; i < to.size(); ++i) packers[i].put_list<IterationSeverity>(to[i]);
    for (const Bytes& letter : analysis.partners()->exchange(letters_of(packers)))
      for (const IterationSeverity& severity : Unpacker(letter).get_list<IterationSeverity>())
        own.push_back({severity, {}});
  }
  for (IterationCell& cell : own)
    cell.path = global_path(cell.severity.location, cell.severity.path);
  if (const IterationProfile* const profile = analysis.iteration_profile())
    for (const IterationSeverity& severity : profile->severities(analysis.catalogue()))
      own.push_back({severity, {}});
  return own;
}

std::vector<IterationCell> all_iteration_cells(const Analysis& analysis,
                                               std::vector<IterationCell> mine) {
  Partners* const partners = analysis.partners();
  if (partners == nullptr) return mine;
  std::vector<Packer> packers(static_cast<std::size_t>(partners->size()));
  for (Packer& packer : packers)
    packer.put_list<IterationCell>(&packer == &packers.front() ? mine
                                                               : std::vector<IterationCell>{});
  std::vector<IterationCell> all;
  for (const Bytes& letter : partners->exchange(letters_of(packers)))
    for (const IterationCell& cell : Unpacker(letter).get_list<IterationCell>())
      all.push_back(cell);
  return all;
}

report::Iterations as_report(const Analysis& analysis, std::vector<IterationCell> cells,
                             const std::map<MetricIndex, report::MetricId>& metrics) {
  const IterationBorders& borders = *analysis.iterations();
  const ClockProperties& clock = analysis.context().definitions.clock;
  const auto ticks = static_cast<double>(clock.ticks_per_second);
  report::Iterations result;
  result.iterations = borders.iterations;
  for (std::size_t i = 0; i < borders.times.size(); ++i) {
    if (borders.times[i].empty()) continue;
    report::Iterations::Borders own{report::LocationId(i), {}};
    for (const Timestamp time : borders.times[i])
      own.times.push_back(static_cast<double>((time - analysis.zero()).ticks) / ticks);
    result.borders.push_back(std::move(own));
  }
  add_up(cells);
  if (number_of_series(cells) * borders.iterations > kMostValues) {
    for (IterationCell& cell : cells) cell.path = {};
    add_up(cells);
    result.remarks.emplace_back(
        "Severities of iterations are only available for all call paths together.");
  }
  const IterationCell* before = nullptr;
  for (const IterationCell& cell : cells) {
    const MetricIndex metric = cell.severity.metric;
    if (before == nullptr || series_of(*before) != series_of(cell))
      result.series.push_back(
          {metrics.at(metric),
           cell.path.defined() ? report::CallPathId(cell.path.index()) : report::CallPathId{},
           report::LocationId(cell.severity.location.index()),
           std::vector<double>(borders.iterations)});
    const bool is_time = analysis.catalogue()[metric].info.unit == Unit::Seconds;
    result.series.back().values[cell.severity.iteration] +=
        static_cast<double>(cell.severity.value) / (is_time ? ticks : 1);
    before = &cell;
  }
  return result;
}

}  // namespace lull::analysis
