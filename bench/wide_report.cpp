// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// lull-bench-report: writes a report of a very large machine, metric by metric. Time and visits
// have a value everywhere; each other metric in every tenth call path, there at every tenth
// location, like wait states. The map of the run and the communication matrix have their maximum
// sizes.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <random>

#include "lull/base/error.hpp"
#include "lull/report/cubex/cubex_writer.hpp"
#include "lull/report/run/communication_matrix.hpp"
#include "lull/report/run/run_map.hpp"
#include "stopwatch.hpp"

namespace {

using namespace lull;
using namespace lull::report;

struct Request {
  std::uint32_t locations = 100'000;
  std::uint32_t call_paths = 500;
  std::uint32_t metrics = 60;
  std::string output;
};

Report tables(const Request& request) {
  Report report;
  for (std::uint32_t i = 0; i < request.metrics; ++i) {
    Metric metric;
    metric.unique_name = i == 0 ? "time" : i == 1 ? "visits" : fmt::format("wait_{}", i);
    metric.display_name = metric.unique_name;
    metric.unit = i == 1 ? "occ" : "sec";
    metric.type = i == 1 ? ValueType::Unsigned : ValueType::Double;
    if (i > 1) metric.parent = MetricId(0);
    report.metrics.push_back(metric);
  }
  for (std::uint32_t i = 0; i < request.call_paths; ++i) {
    report.regions.push_back(
        {fmt::format("function_{}", i), "", "compiler", "function", "", -1, -1});
    report.call_paths.push_back(
        {report::RegionId(i), i == 0 ? CallPathId{} : CallPathId((i - 1) / 4), {}});
  }
  report.system_nodes = {{"machine", "machine", {}}};
  for (std::uint32_t i = 0; i < request.locations; ++i) {
    if (i % 100 == 0)
      report.system_nodes.push_back(
          {fmt::format("node {}", i / 100), "node", report::SystemNodeId(0)});
    report.processes.push_back({fmt::format("MPI Rank {}", i), i, "process",
                                report::SystemNodeId(report.system_nodes.size() - 1)});
    report.locations.push_back({"Master thread", 0, "thread", report::ProcessId(i)});
  }
  return report;
}

std::uint64_t fill(Report& report, MetricId metric, std::mt19937_64& random) {
  const bool everywhere = metric.index() < 2;
  std::uint64_t values = 0;
  for (std::size_t path = 0; path < report.call_paths.size(); ++path) {
    if (!everywhere && (path + metric.index()) % 10 != 0) continue;
    Row row;
    for (std::size_t i = 0; i < report.locations.size(); ++i) {
      if (!everywhere && random() % 10 != 0) continue;
      const auto ticks = static_cast<double>(1 + random() % 1'000'000);
      row.emplace_back(report::LocationId(i), metric.index() == 1 ? 100 : ticks * 1e-6);
    }
    values += row.size();
    report.set_row(metric, CallPathId(path), std::move(row));
  }
  return values;
}

// 2^16 cells for each of twelve planes.
RunMap map_of_run(const Report& report, std::mt19937_64& random) {
  constexpr std::size_t kPlanes = 12;
  RunMap map;
  map.piece = 0.01;
  map.locations_of_row = (report.locations.size() + 255) / 256;
  const std::size_t rows =
      (report.locations.size() + map.locations_of_row - 1) / map.locations_of_row;
  map.pieces = (1U << 16U) / rows;
  for (std::size_t i = 0; i < std::min(kPlanes, report.metrics.size()); ++i) {
    RunMap::Plane plane{i == 0 ? "life" : "", i == 0 ? MetricId{} : MetricId(i), {}};
    for (std::size_t row = 0; row < rows; ++row) {
      std::string shares;
      for (std::size_t piece = 0; piece < map.pieces; ++piece)
        shares += share_as_text(static_cast<double>(random() % 64) / kWholeShare);
      plane.rows.push_back({row, shares});
    }
    map.planes.push_back(std::move(plane));
  }
  return map;
}

// 2^16 pairs.
CommunicationMatrix matrix_of_run(const Report& report, std::mt19937_64& random) {
  constexpr std::uint64_t kPairs = std::uint64_t{1} << 15U;  // for messages, and for waits
  CommunicationMatrix matrix;
  matrix.processes_of_group = 1;
  const std::uint64_t processes = report.processes.size();
  const std::uint64_t each = std::max<std::uint64_t>(1, std::min(kPairs / processes, processes));
  CommunicationMatrix::Waiting waiting{MetricId(2), {}};
  for (std::uint64_t from = 0; from < std::min(processes, kPairs); ++from)
    for (std::uint64_t to = 0; to < each; ++to) {
      const auto seconds = static_cast<double>(random() % 1'000'000) * 1e-6;
      matrix.messages.push_back({from, to, 1 + random() % 1000, random() % 1'000'000, seconds});
      waiting.pairs.push_back({from, to, 1 + random() % 1000, seconds});
    }
  if (report.metrics.size() > 2) matrix.waiting.push_back(std::move(waiting));
  return matrix;
}

void write(const Request& request) {
  const bench::Stopwatch stopwatch;
  Report report = tables(request);
  CubexWriter writer(request.output);
  std::mt19937_64 random(1);
  std::uint64_t values = 0;
  double writing = 0;
  for (std::uint32_t i = 0; i < request.metrics; ++i) {
    values += fill(report, MetricId(i), random);
    const bench::Stopwatch now;
    writer.write_values(report, MetricId(i));
    writing += now.seconds();
    report.forget_values(MetricId(i));
  }
  report.members[kMapMember] = map_as_json(map_of_run(report, random), report);
  report.members[kMatrixMember] = matrix_as_json(matrix_of_run(report, random), report);
  writer.finish(report);
  fmt::print("{:.3f} million values generated in {:.3f} s, written in {:.3f} s\n",
             static_cast<double>(values) * 1e-6, stopwatch.seconds() - writing, writing);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Writes a report of a very large machine.");
  Request request;
  app.add_option("--locations", request.locations)->capture_default_str();
  app.add_option("--call-paths", request.call_paths)->capture_default_str();
  app.add_option("--metrics", request.metrics)->capture_default_str();
  app.add_option("--output", request.output, "The new report")->required();
  CLI11_PARSE(app, argc, argv);
  try {
    write(request);
  } catch (const std::exception& error) {
    fmt::print(stderr, "lull-bench-report: {}\n", error.what());
    return 1;
  }
  return 0;
}
