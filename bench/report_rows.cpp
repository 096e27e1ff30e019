// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Measures the processing of an analysis's sums until they are in a file, each step separately, in
// seconds of processor time. Prints a line of JSON.
//
// usage: lull-bench-rows LOCATIONS CALL-PATHS METRICS FILE
#include <fmt/format.h>

#include <cstdlib>
#include <deque>
#include <exception>
#include <filesystem>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "lull/analysis/results/findings/metric_digest.hpp"
#include "lull/analysis/results/tables/row_rounds.hpp"
#include "lull/report/cubex/cubex_writer.hpp"
#include "stopwatch.hpp"

namespace {

using namespace lull;
using namespace lull::analysis;

struct Size {
  std::size_t locations, call_paths, metrics;
};

report::Report tables(const Size& size) {
  report::Report report;
  for (std::size_t i = 0; i < size.metrics; ++i) {
    report::Metric metric;
    metric.unique_name = metric.display_name = fmt::format("metric_{}", i);
    metric.unit = "sec";
    report.metrics.push_back(metric);
  }
  for (std::size_t i = 0; i < size.call_paths; ++i) {
    report.regions.push_back({fmt::format("f_{}", i), "", "compiler", "function", "", -1, -1});
    report.call_paths.push_back(
        {report::RegionId(i), i == 0 ? report::CallPathId{} : report::CallPathId((i - 1) / 4), {}});
  }
  report.system_nodes = {{"machine", "machine", {}}};
  for (std::size_t i = 0; i < size.locations; ++i) {
    report.processes.push_back({fmt::format("MPI Rank {}", i), static_cast<std::int64_t>(i),
                                "process", report::SystemNodeId(std::size_t{0})});
    report.locations.push_back({"Master thread", 0, "thread", report::ProcessId(i)});
  }
  return report;
}

// Fills every metric everywhere, up to a millisecond; call path by call path over all locations.
void fill(CellTable& cells, const Size& size) {
  std::mt19937_64 random(1);
  for (std::size_t metric = 0; metric < size.metrics; ++metric)
    for (std::size_t path = 0; path < size.call_paths; ++path)
      for (std::size_t i = 0; i < size.locations; ++i)
        cells.add(MetricIndex(metric), GlobalPathId(path), LocationId(i),
                  static_cast<std::int64_t>(1 + random() % 1'000'000));
}

struct Spent {
  double arranging = 0, digesting = 0, compressing = 0, writing = 0, tables = 0;
};

Spent write(CellTable& cells, const report::Report& report, const Size& size,
            const std::filesystem::path& path) {
  std::vector<MetricIndex> metrics;
  for (std::size_t i = 0; i < size.metrics; ++i) metrics.emplace_back(i);
  RowRounds rounds(
      cells, {metrics, std::vector<double>(size.metrics, 1e9), size.call_paths, size.locations, 0},
      nullptr, RowRounds::Receivers::All);
  const report::RowCompressor compressor(report);
  report::CubexWriter writer(path);
  MetricDigests digests;
  std::vector<report::StoredRow> stored;
  Spent spent;
  while (!rounds.ended()) {
    bench::Stopwatch watch;
    const auto rows = rounds.next([&digests](auto metric, auto location, double value) {
      digests.add_to_location(metric, location, value);
    });
    spent.arranging += watch.processor_seconds();
    watch = {};
    digests.add_rows(rows, rounds.continues(), nullptr);
    spent.digesting += watch.processor_seconds();
    watch = {};
    for (auto& row : compressor.compress(rows)) stored.push_back(std::move(row));
    spent.compressing += watch.processor_seconds();
  }
  bench::Stopwatch watch;
  std::ranges::sort(stored, {}, [](const auto& row) { return std::pair(row.metric, row.number); });
  for (auto begin = stored.begin(); begin != stored.end();) {
    const auto end = std::ranges::upper_bound(begin, stored.end(), begin->metric, {},
                                              &report::StoredRow::metric);
    writer.write_rows(begin->metric, std::span(begin, end), size.locations);
    begin = end;
  }
  spent.writing = watch.processor_seconds();
  watch = {};
  writer.finish(report);
  spent.tables = watch.processor_seconds();
  return spent;
}

void run(const Size& size, const std::filesystem::path& path) {
  std::deque<std::string> names;
  std::vector<MetricInfo> infos;
  for (std::size_t i = 0; i < size.metrics; ++i)
    infos.push_back(
        {names.emplace_back(fmt::format("metric_{}", i)), "", "", Unit::Seconds, {}, {}, {}, {}});
  MetricCatalogue catalogue;
  catalogue.add(infos, true);
  CellTable cells(catalogue);
  fill(cells, size);
  std::uint64_t bytes = 0;
  for (std::size_t metric = 0; metric < size.metrics; ++metric)
    for (std::size_t row = 0; row < size.call_paths; ++row)
      bytes += cells.own(MetricIndex(metric), GlobalPathId(row)).bytes().size();
  const Spent spent = write(cells, tables(size), size, path);
  fmt::print(
      "{{\"values\": {}, \"kept_bytes\": {}, \"arranging\": {:.6f}, \"digesting\": {:.6f}, "
      "\"compressing\": {:.6f}, \"writing\": {:.6f}, \"tables\": {:.6f}}}\n",
      size.locations * size.call_paths * size.metrics, bytes, spent.arranging, spent.digesting,
      spent.compressing, spent.writing, spent.tables);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    fmt::print(stderr, "usage: lull-bench-rows LOCATIONS CALL-PATHS METRICS FILE\n");
    return 2;
  }
  try {
    run({std::strtoul(argv[1], nullptr, 10), std::strtoul(argv[2], nullptr, 10),
         std::strtoul(argv[3], nullptr, 10)},
        argv[4]);
  } catch (const std::exception& error) {
    fmt::print(stderr, "lull-bench-rows: {}\n", error.what());
    return 1;
  }
  return 0;
}
