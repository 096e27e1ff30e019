// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/sample_report.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <random>
#include <stdexcept>

namespace lull::report {
namespace {

using Random = std::mt19937;

std::size_t below(Random& random, std::size_t end) {
  return std::uniform_int_distribution<std::size_t>(0, end - 1)(random);
}

std::string name(Random& random) {
  static const char* kPieces[] = {"main", "<T>&", "\"q\"", "'",   "ü→漢",
                                  "\t",   "a\nb", " ",     "]]>", "😀"};
  std::string text;
  for (std::size_t i = below(random, 4); i-- > 0;)
    text += kPieces[below(random, std::size(kPieces))];
  return text;
}

// Returns an id before `index`, or none.
template <class SomeId>
SomeId earlier(Random& random, std::size_t index) {
  return index == 0 || below(random, 6) == 0 ? SomeId() : SomeId(below(random, index));
}

void fill_row(Report& report, std::size_t metric, std::size_t path,
              const std::vector<double>& values) {
  for (std::size_t i = 0; i < values.size(); ++i)
    report.add(MetricId(metric), CallPathId(path), LocationId(i), values[i]);
}

void add_tables(Report& report, Random& random) {
  for (std::size_t i = 0; i < 1 + below(random, 8); ++i)
    report.metrics.push_back({"m" + std::to_string(i), name(random), name(random), name(random),
                              name(random), earlier<MetricId>(random, i),
                              static_cast<ValueType>(below(random, 5))});
  for (std::size_t i = 0; i < 1 + below(random, 5); ++i)
    report.regions.push_back({name(random), name(random), name(random), name(random), name(random),
                              static_cast<std::int64_t>(below(random, 100)) - 1, -1});
  for (std::size_t i = 0; i < 1 + below(random, 30); ++i)
    report.call_paths.push_back(
        {RegionId(below(random, report.regions.size())), earlier<CallPathId>(random, i), {}});
  for (CallPath& path : report.call_paths)
    for (std::size_t i = below(random, 3); i-- > 0;)
      path.parameters.emplace_back(name(random), i == 0 ? "17" : name(random));
  for (std::size_t i = 0; i < 1 + below(random, 4); ++i)
    report.system_nodes.push_back({name(random), name(random), earlier<SystemNodeId>(random, i)});
  for (std::size_t i = 0; i < 1 + below(random, 6); ++i)
    report.processes.push_back({name(random), static_cast<std::int64_t>(i), "process",
                                SystemNodeId(below(random, report.system_nodes.size()))});
  for (std::size_t i = 0; i < 1 + below(random, 12); ++i)
    report.locations.push_back({name(random), static_cast<std::int64_t>(i), "thread",
                                ProcessId(below(random, report.processes.size()))});
}

void add_extras(Report& report, Random& random) {
  report.attributes["key" + name(random)] = name(random);
  report.members["trace.stat"] = std::string("\0binary\n", 8);
  report.members[std::string(130, 'n')] = "a long name";
  report.mirrors.push_back("https://example.org/" + name(random));
  report.notes = {name(random), "second"};
  CartesianTopology topology{name(random), {{name(random), 4, true}, {"y", 3, false}}, {}};
  topology.coordinates.push_back({LocationId(below(random, report.locations.size())), {3, 2}});
  report.topologies.push_back(topology);
}

}  // namespace

Report small_report() {
  Report report;
  report.metrics = {
      {"time", "Time", "sec", "Total time", "", {}, ValueType::Double},
      {"mpi", "MPI", "sec", "Time in MPI", "", MetricId(0), ValueType::Double},
      {"mpi_latesender", "Late Sender", "sec", "", "", MetricId(1), ValueType::Double},
      {"visits", "Visits", "occ", "", "", {}, ValueType::Unsigned}};
  report.regions = {{"main", "main", "user", "function", "src/main.c", 3, 40},
                    {"solve", "solve", "user", "function", "src/solve.c", 10, 30},
                    {"MPI_Recv", "MPI_Recv", "mpi", "point2point", "MPI", -1, -1}};
  report.call_paths = {{RegionId(0), {}, {}},
                       {RegionId(1), CallPathId(0), {{"level", "2"}}},
                       {RegionId(2), CallPathId(1), {}},
                       {RegionId(2), CallPathId(0), {}}};
  report.system_nodes = {{"cluster", "machine", {}}, {"node 1", "node", SystemNodeId(0)}};
  report.processes = {{"MPI Rank 0", 0, "process", SystemNodeId(1)},
                      {"MPI Rank 1", 1, "process", SystemNodeId(1)}};
  report.locations = {{"Master thread", 0, "thread", ProcessId(0)},
                      {"OMP thread 1", 1, "thread", ProcessId(0)},
                      {"Master thread", 0, "thread", ProcessId(1)}};
  const std::vector<double> time[] = {{1, 1, 1}, {4, 2, 1}, {2, 0, 3}, {0, 0, 1}};
  const std::vector<double> visits[] = {{1, 1, 1}, {10, 10, 10}, {10, 0, 10}, {0, 0, 1}};
  for (std::size_t path = 0; path < 4; ++path) {
    fill_row(report, 0, path, time[path]);
    if (path >= 2) fill_row(report, 1, path, time[path]);
    fill_row(report, 3, path, visits[path]);
  }
  fill_row(report, 2, 2, {1.5, 0, 2.5});
  return report;
}

Report random_report(unsigned seed, double density) {
  Random random(seed);
  Report report;
  add_tables(report, random);
  add_extras(report, random);
  std::bernoulli_distribution present(density);
  std::uniform_real_distribution<double> real(-1e3, 1e3);
  for (std::size_t metric = 0; metric < report.metrics.size(); ++metric)
    for (std::size_t path = 0; path < report.call_paths.size(); ++path)
      for (std::size_t location = 0; location < report.locations.size(); ++location) {
        if (!present(random)) continue;
        double value = real(random);
        const ValueType type = report.metrics[metric].type;
        if (type == ValueType::Unsigned) value = std::floor(std::abs(value)) * 1e9;
        if (type == ValueType::Signed) value = std::floor(value) * 1e9;
        report.add(MetricId(metric), CallPathId(path), LocationId(location), value);
      }
  return report;
}

void expect_equal(const Report& actual, const Report& expected) {
  EXPECT_TRUE(actual.metrics == expected.metrics);
  EXPECT_TRUE(actual.regions == expected.regions);
  EXPECT_TRUE(actual.call_paths == expected.call_paths);
  EXPECT_TRUE(actual.system_nodes == expected.system_nodes);
  EXPECT_TRUE(actual.processes == expected.processes);
  EXPECT_TRUE(actual.locations == expected.locations);
  EXPECT_TRUE(actual.topologies == expected.topologies);
  EXPECT_EQ(actual.attributes, expected.attributes);
  EXPECT_EQ(actual.members, expected.members);
  EXPECT_EQ(actual.mirrors, expected.mirrors);
  EXPECT_EQ(actual.notes, expected.notes);
  for (std::size_t metric = 0; metric < expected.metrics.size(); ++metric)
    for (std::size_t path = 0; path < expected.call_paths.size(); ++path)
      EXPECT_EQ(actual.row(MetricId(metric), CallPathId(path)),
                expected.row(MetricId(metric), CallPathId(path)))
          << "metric " << metric << ", call path " << path;
}

TemporaryDirectory::TemporaryDirectory() {
  std::string pattern = (std::filesystem::temp_directory_path() / "lull-report-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot create " + pattern);
  path_ = pattern;
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace lull::report
