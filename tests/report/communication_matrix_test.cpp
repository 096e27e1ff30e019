// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/run/communication_matrix.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "lull/base/error.hpp"
#include "lull/report/show/show_matrix.hpp"
#include "sample_report.hpp"

namespace lull::report {
namespace {

CommunicationMatrix some_matrix() {
  CommunicationMatrix matrix;
  matrix.processes_of_group = 1;
  matrix.messages = {{0, 1, 3, 4000, 0.5}, {1, 0, 2, 10, 0.25}};
  matrix.transfers = {{1, 1, 1, 7, 0}};
  matrix.waiting = {{kLateSender, {{0, 1, 2, 1.5}}}};
  return matrix;
}

Report with_matrix_member(const std::string& member) {
  Report report = small_report();
  report.members[kMatrixMember] = member;
  return report;
}

Report report_with_matrix() {
  return with_matrix_member(matrix_as_json(some_matrix(), small_report()));
}

MatrixView first_of(MatrixMeasure measure) {
  MatrixView view;
  view.measure = measure;
  view.top = 1;
  return view;
}

TEST(MatrixMember, SurvivesARoundTrip) {
  EXPECT_TRUE(matrix_of(small_report()).empty());
  const std::string text = matrix_as_json(some_matrix(), small_report());
  EXPECT_EQ(matrix_as_json(matrix_of(with_matrix_member(text)), small_report()), text);
}

TEST(MatrixMember, ReportsDamage) {
  const std::string text = matrix_as_json(some_matrix(), small_report());
  const auto refused = [&](const std::string& part, const std::string& by) {
    std::string damaged = text;
    const std::size_t at = damaged.find(part);
    ASSERT_NE(at, std::string::npos) << part;
    damaged.replace(at, part.size(), by);
    EXPECT_THROW((void)matrix_of(with_matrix_member(damaged)), Error) << by;
  };
  refused("{", "[");
  refused("\"version\":1", "\"version\":2");
  refused("\"version\":1", "\"version\":\"x\"");
  refused("\"processes_of_group\":1", "\"processes_of_group\":0");
  refused("\"processes_of_group\":1", "\"processes_of_group\":-1");
  refused("\"processes_of_group\":1", "\"processes_of_group\":1.5");
  refused("\"from\":[0,1]", "\"from\":[0,7000]");
  refused("\"from\":[0,1]", "\"from\":[1,0]");
  refused("\"from\":[0,1]", "\"from\":[0]");
  refused("\"from\":[0,1]", "\"from\":7");
  refused("\"from\":[0,1]", "\"form\":[0,1]");
  refused("\"to\":[1,0]", "\"to\":[1,0.5]");
  refused("\"to\":[1,0]", "\"to\":[1,0,0]");
  refused("\"seconds\":[0.5", "\"seconds\":[-0.5");
  refused("\"seconds\":[0.5", "\"seconds\":[1e999");
  refused("\"seconds\":[0.5", "\"seconds\":[1e200");
  refused("\"count\":[3", "\"count\":[9223372036854775808");
  refused("\"seconds\":[0.5", "\"seconds\":[\"x\"");
  refused("\"bytes\":[4000", "\"bytes\":[18446744073709551616");
  refused("\"transfers\"", "\"transfer\"");
  refused("\"waiting\":[{", "\"waiting\":[7,{");
}

TEST(MatrixMember, OmitsMissingMetrics) {
  std::string text = matrix_as_json(some_matrix(), small_report());
  const std::string name = small_report().metrics[kLateSender.index()].unique_name;
  text.replace(text.find(name), name.size(), "no_such_metric");
  EXPECT_TRUE(matrix_of(with_matrix_member(text)).waiting.empty());
}

TEST(ShowMatrix, ShowsPairsWithTheHighestValues) {
  const Report report = report_with_matrix();
  const std::string text = show_matrix(report, first_of(MatrixMeasure::Bytes));
  EXPECT_THAT(text, testing::HasSubstr("Bytes sent: 4,017 bytes, 3 pairs of"));
  EXPECT_THAT(text,
              testing::HasSubstr(report.processes[0].name + " > " + report.processes[1].name));
  EXPECT_THAT(text, testing::HasSubstr("... and 2 more pairs"));
  EXPECT_THAT(show_matrix(report, first_of(MatrixMeasure::Waiting)),
              testing::HasSubstr("Waiting for others: 1.5"));
}

TEST(ShowMatrix, ListsEachPairForPrograms) {
  std::ostringstream csv;
  write_matrix_csv(report_with_matrix(), {}, csv);
  const Report report = small_report();
  const std::string& first = report.processes[0].name;
  const std::string& second = report.processes[1].name;
  EXPECT_EQ(csv.str(), "from_id,from,to_id,to,messages,bytes,seconds,waits,waiting\r\n0," + first +
                           ",1," + second + ",3,4000,0.5,2,1.5\r\n1," + second + ",0," + first +
                           ",2,10,0.25,0,0\r\n1," + second + ",1," + second + ",1,7,0,0,0\r\n");
}

TEST(ShowMatrix, RefusesUnknownMetrics) {
  EXPECT_THROW((void)show_matrix(small_report(), {}), Error);
  MatrixView view;
  view.options.metric = *small_report().find_metric("visits");
  EXPECT_THROW((void)show_matrix(report_with_matrix(), view), Error);
}

}  // namespace
}  // namespace lull::report
