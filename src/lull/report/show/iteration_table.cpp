// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>

#include "lull/report/show/show_iterations.hpp"

namespace lull::report {
namespace {

void add_times(const Iterations& iterations, std::vector<IterationSummary>& summaries) {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < summaries.size(); ++i) {
    IterationSummary& summary = summaries[i];
    summary.begin = kNever;
    summary.end = -kNever;
    for (const Iterations::Borders& borders : iterations.borders) {
      summary.begin = std::min(summary.begin, borders.times[i]);
      summary.end = std::max(summary.end, borders.times[i + 1]);
      summary.duration += (borders.times[i + 1] - borders.times[i]) /
                          static_cast<double>(iterations.borders.size());
    }
  }
}

void add_values(const std::vector<double>& values, IterationSummary& summary) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    summary.total += values[i];
    if (std::abs(values[i]) <= std::abs(summary.greatest)) continue;
    summary.greatest = values[i];
    summary.most = LocationId(i);
  }
}

}  // namespace

IterationTable iteration_table(const Report& report, const IterationOptions& options) {
  IterationTable table;
  table.iterations = iterations_of(report);
  table.metric = options.metric.defined() || table.iterations.empty()
                     ? options.metric
                     : worst_iteration_metric(report, table.iterations);
  require_iterations(report, table.iterations, table.metric, options.call_paths);
  table.values = iteration_matrix(report, table.iterations, table.metric, options.call_paths);
  const std::uint64_t together = table.iterations.together;
  for (std::size_t i = 0; i < table.values.size(); ++i) {
    IterationSummary& summary = table.summaries.emplace_back();
    summary.first = i * together + 1;
    summary.last = (i + 1) * together;
    add_values(table.values[i], summary);
  }
  add_times(table.iterations, table.summaries);
  return table;
}

std::string spark_line(const std::vector<double>& values, std::size_t width, bool blocks) {
  static constexpr const char* kBlocks[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  static constexpr const char* kAscii[] = {".", ":", "-", "=", "+", "*", "%", "@"};
  const std::size_t places = std::min(values.size(), std::max<std::size_t>(width, 1));
  double greatest = 0;
  for (const double value : values) greatest = std::max(greatest, value);
  std::string line;
  for (std::size_t place = 0; place < places; ++place) {
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(place * values.size() / places);
    const auto end =
        values.begin() + static_cast<std::ptrdiff_t>((place + 1) * values.size() / places);
    const double value = std::max(*std::max_element(begin, end), 0.0);
    const auto level =
        greatest > 0 ? static_cast<std::size_t>(std::lround(7 * value / greatest)) : 0;
    line += blocks ? kBlocks[level] : kAscii[level];
  }
  return line;
}

}  // namespace lull::report
