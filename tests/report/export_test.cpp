// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "lull/report/show/csv.hpp"
#include "lull/report/show/json.hpp"
#include "report/sample_report.hpp"

namespace lull::report {
namespace {

using nlohmann::json;

json parsed(const Report& report, const Selection& selection = {}) {
  std::ostringstream text;
  write_json(report, selection, text);
  return json::parse(text.str());
}

std::string csv(const Report& report, const Selection& selection = {}) {
  std::ostringstream text;
  write_csv(report, selection, text);
  return text.str();
}

TEST(Json, HasTheTablesOfTheReport) {
  Report report = small_report();
  report.notes = {"odd"};
  report.topologies = {{"grid", {{"x", 2, true}}, {{LocationId(2), {1}}}}};
  const json document = parsed(report);
  EXPECT_EQ(document["format"], "lull-report");
  EXPECT_EQ(document["version"], 1);
  EXPECT_EQ(document["notes"], json({"odd"}));
  EXPECT_EQ(document["metrics"][2],
            json::parse(R"({"id": 2, "name": "mpi_latesender", "title": "Late Sender",
              "unit": "sec", "type": "double", "parent": 1, "description": "", "url": "",
              "total": 4.0})"));
  EXPECT_TRUE(document["metrics"][0]["parent"].is_null());
  EXPECT_EQ(document["metrics"][3]["type"], "unsigned");
  EXPECT_EQ(document["call_paths"][1],
            json::parse(R"({"id": 1, "name": "solve", "region": 1, "parent": 0,
              "parameters": [{"name": "level", "value": "2"}]})"));
  EXPECT_EQ(document["regions"][0]["begin_line"], 3);
  EXPECT_EQ(document["system_nodes"][1]["parent"], 0);
  EXPECT_EQ(document["processes"][1]["rank"], 1);
  EXPECT_EQ(document["locations"][2]["process"], 1);
  EXPECT_EQ(document["topologies"][0]["coordinates"],
            json::parse(R"([{"location": 2, "at": [1]}])"));
}

TEST(Json, HasEveryValueOnce) {
  const Report report = random_report(3, 0.3);
  Report rebuilt = report;
  for (std::size_t metric = 0; metric < report.metrics.size(); ++metric)
    for (std::size_t path = 0; path < report.call_paths.size(); ++path)
      rebuilt.set_row(MetricId(metric), CallPathId(path), {});
  const json document = parsed(report);
  for (const json& row : document["values"])
    for (std::size_t i = 0; i < row["values"].size(); ++i)
      rebuilt.add(MetricId(row["metric"].get<std::size_t>()),
                  CallPathId(row["call_path"].get<std::size_t>()),
                  LocationId(row["locations"][i].get<std::size_t>()),
                  row["values"][i].get<double>());
  expect_equal(rebuilt, report);
}

TEST(Json, RestrictsValuesAndTotalsToASelection) {
  const Report report = small_report();
  const json document = parsed(report, {{MetricId(0)}, select_call_paths(report, "solve")});
  ASSERT_EQ(document["values"].size(), 2u);
  EXPECT_EQ(
      document["values"][1],
      json::parse(R"({"metric": 0, "call_path": 2, "locations": [0, 2], "values": [2.0, 3.0]})"));
  EXPECT_EQ(document["metrics"][0]["total"], 12.0);
}

TEST(Json, ReplacesInvalidBytes) {
  Report report = small_report();
  report.regions[0].name = "a\xFF";
  EXPECT_EQ(parsed(report)["regions"][0]["name"], "a\uFFFD");
}

TEST(Csv, HasOneLineForEachValue) {
  const Report report = small_report();
  EXPECT_EQ(csv(report, {{MetricId(2)}, {}}),
            "metric,call_path_id,call_path,location_id,location,value\r\n"
            "mpi_latesender,2,main/solve (level=2)/MPI_Recv,0,MPI Rank 0/Master thread,1.5\r\n"
            "mpi_latesender,2,main/solve (level=2)/MPI_Recv,2,MPI Rank 1/Master thread,2.5\r\n");
  const std::string all = csv(report);
  EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 1 + 9 + 3 + 2 + 9);
}

TEST(Csv, QuotesAccordingToRfc4180) {
  EXPECT_EQ(csv_field("plain text"), "plain text");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("say \"x\""), "\"say \"\"x\"\"\"");
  EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
  Report report = small_report();
  report.regions[2].name = "f(int, \"x\")";
  EXPECT_THAT(csv(report, {{MetricId(2)}, {}}),
              testing::HasSubstr("2,\"main/solve (level=2)/f(int, \"\"x\"\")\",0,"));
}

}  // namespace
}  // namespace lull::report
