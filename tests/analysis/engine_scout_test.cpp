// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Compares the engine with reports of Scalasca's SCOUT on the real traces, value by value at each
// (metric, call path, location). Call paths correspond by the names of their regions, locations by
// rank and thread.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "lull/clock/corrected_trace.hpp"
#include "lull/report/cubex/cubex_reader.hpp"
#include "lull/trace/otf2/archive_reader.hpp"
#include "support/engine_values.hpp"
#include "support/region_path.hpp"
#include "support/scout_figures.hpp"
#include "support/shared.hpp"

namespace lull {
namespace {

std::vector<std::string_view> metrics() {
  std::vector<std::string_view> all(support::kScoutTimes.begin(), support::kScoutTimes.end());
  all.insert(all.end(), support::kScoutCounts.begin(), support::kScoutCounts.end());
  return all;
}

// Call path, rank, thread.
using Place = std::tuple<std::string, std::int64_t, std::int64_t>;

std::map<Place, double> values_of(const report::Report& report, std::string_view metric) {
  std::map<Place, double> values;
  for (std::size_t m = 0; m < report.metrics.size(); ++m) {
    if (report.metrics[m].unique_name != metric) continue;
    for (std::size_t p = 0; p < report.call_paths.size(); ++p)
      for (const auto& [id, value] : report.row(report::MetricId(m), report::CallPathId(p))) {
        const report::Location& location = report.locations[id.index()];
        values[{support::region_path(report, report::CallPathId(p)),
                report.processes[location.process.index()].rank, location.rank}] += value;
      }
  }
  return values;
}

// The first few places where two results differ, one per line.
std::string differences(const std::map<Place, double>& engine,
                        const std::map<Place, double>& expected) {
  std::map<Place, std::pair<double, double>> both;
  for (const auto& [place, value] : engine) both[place].first = value;
  for (const auto& [place, value] : expected) both[place].second = value;
  std::string text;
  int lines = 0;
  for (const auto& [place, values] : both) {
    const auto [found, wanted] = values;
    if (std::abs(found - wanted) > 1e-9 + 1e-9 * std::abs(wanted) && ++lines <= 5)
      text += fmt::format("{} @{}.{}: engine {}, SCOUT {}\n", std::get<0>(place),
                          std::get<1>(place), std::get<2>(place), found, wanted);
  }
  return lines > 5 ? text + fmt::format("and {} more\n", lines - 5) : text;
}

std::vector<std::string> traces_with_reports() {
  std::vector<std::string> names;
  std::error_code missing;
  for (const auto& entry :
       std::filesystem::directory_iterator(support::shared_directory() / "reports", missing)) {
    const std::string name = entry.path().filename();
    if (const auto end = name.find(".scout.cubex"); end != name.npos)
      names.push_back(name.substr(0, end));
  }
  std::ranges::sort(names);
  return names;
}

class EngineAgainstScout : public testing::TestWithParam<std::string> {};

TEST_P(EngineAgainstScout, FindsTheSameAtEveryCallPathAndLocation) {
  const std::filesystem::path shared = support::shared_directory();
  const report::Report scout =
      report::read_cubex(shared / "reports" / (GetParam() + ".scout.cubex"));
  const auto archive = open_archive(shared / "traces" / GetParam());
  const CorrectedTrace trace(*archive);
  const report::Report engine = support::analyse_by_engine(trace);
  std::size_t compared = 0;
  for (const std::string_view metric : metrics()) {
    const auto expected = values_of(scout, metric);
    EXPECT_EQ(differences(values_of(engine, metric), expected), "") << metric;
    compared += expected.size();
  }
  EXPECT_GT(compared, 20u);
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Reports, EngineAgainstScout, testing::ValuesIn(traces_with_reports()),
                         test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(EngineAgainstScout);

// Random programs, for which only totals are available.
std::vector<std::string> random_programs() {
  std::vector<std::string> names;
  if (!support::ScoutFigures::exist()) return names;
  const nlohmann::json all = support::ScoutFigures::traces();
  for (const auto& [trace, figures] : all.items())
    if (trace.starts_with("random-")) names.push_back(trace);
  return names;
}

class EngineAgainstScoutTotals : public testing::TestWithParam<std::string> {};

TEST_P(EngineAgainstScoutTotals, FindsTheSame) {
  const support::ScoutFigures figures(GetParam());
  const auto archive = open_archive(support::shared_directory() / "traces" / GetParam());
  const CorrectedTrace trace(*archive);
  const report::Report engine = support::analyse_by_engine(trace);
  const auto found_of = [&engine](std::string_view metric) {
    return engine.total(engine.find_metric(metric).value());
  };
  for (const std::string_view metric : metrics())
    EXPECT_NEAR(figures.sum(metric, found_of), figures.sum(metric),
                1e-9 + 1e-9 * figures.sum(metric))
        << metric;
  EXPECT_NEAR(found_of("time"), figures.sum("time"), 1e-9 + 1e-9 * figures.sum("time"));
}

INSTANTIATE_TEST_SUITE_P(RandomPrograms, EngineAgainstScoutTotals,
                         testing::ValuesIn(random_programs()), test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(EngineAgainstScoutTotals);

TEST(EngineAgainstScoutReports, Exist) {
  if (traces_with_reports().empty())
    GTEST_SKIP() << "there are no reports in " << support::shared_directory() / "reports";
  EXPECT_GE(traces_with_reports().size(), 10u);
}

}  // namespace
}  // namespace lull
