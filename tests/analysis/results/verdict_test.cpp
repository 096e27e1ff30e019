// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/results/findings/verdict.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "analysis/text_analysis.hpp"

namespace lull::analysis {
namespace {

using testing::Contains;
using testing::Field;
using testing::HasSubstr;
using testing::Not;

Finding late_sender() {
  Finding finding;
  finding.metric = "mpi_latesender";
  finding.name = "Late Sender";
  finding.value = 1.5;
  finding.share = 0.25;
  finding.call_paths = {{"main/MPI_Recv", 1.5}};
  finding.locations = {{"MPI Rank 1", 1.5}};
  finding.location_count = 3;
  finding.refinements = {{"mpi_latesender_wo", "Wrong Order", 0.75}};
  finding.summary = "It waits.";
  finding.advice = "Send earlier.";
  return finding;
}

Finding patient_receives() {
  Finding finding;
  finding.metric = finding.name = "patient";
  finding.unit = Unit::Occurrences;
  finding.value = 1234;
  finding.call_paths = {{"main/MPI_Recv", 1}};
  return finding;
}

TEST(Verdict, NamesFindingsByTitleAndId) {
  Verdict verdict;
  verdict.findings = {late_sender()};
  EXPECT_THAT(to_text(verdict, false), HasSubstr(R"(
 1. Late Sender (mpi_latesender): 1.500 s, 25.0 % of all time
    where  main/MPI_Recv (1.500 s)
    who    MPI Rank 1 (1.500 s) and 2 more
    incl.  Wrong Order (mpi_latesender_wo): 750.000 ms (50 %)
    what   It waits.
    try    Send earlier.

To learn more about one: lull patterns mpi_latesender
)"));
  EXPECT_THAT(to_text(verdict, false), Not(HasSubstr("Also found")));
}

TEST(Verdict, RefersOnlyToItsOwnMetrics) {
  Verdict verdict;
  verdict.findings = {patient_receives(), late_sender()};
  verdict.findings.front().own = false;
  EXPECT_THAT(to_text(verdict, false), HasSubstr("about one: lull patterns mpi_latesender\n"));
  verdict.findings.pop_back();
  EXPECT_THAT(to_text(verdict, false), Not(HasSubstr("lull patterns")));
}

TEST(Verdict, ListsMetricsOutsideTimeAfterTheRest) {
  Verdict verdict;
  verdict.beside = {patient_receives()};
  EXPECT_THAT(to_text(verdict, false), HasSubstr(R"(
No waiting of more than 0.1 % of all time was found.

Also found, and not added to the waiting above:

 1. patient: 1,234 times
    where  main/MPI_Recv (1 time)
)"));
  const auto json = to_json(verdict);
  EXPECT_EQ(json["findings"].size(), 0u);
  EXPECT_EQ(json["beside"][0]["unit"], "occ");
  EXPECT_EQ(json["beside"][0]["value"], 1234);
  EXPECT_EQ(json["beside"][0]["call_paths"][0]["value"], 1);
}

// Other processes' waiting is reported with the metric that causes it.
TEST(Verdict, ReportsACauseOnlyOnce) {
  const TextAnalysis analysis(R"(
processes 3
0: 0..1 MPI_Iallreduce coll_request req=1; 10..45 MPI_Wait coll_complete req=1 op=allreduce
1: 5..6 MPI_Iallreduce coll_request req=1; 50..51 MPI_Wait coll_complete req=1 op=allreduce
2: 40..41 MPI_Iallreduce coll_request req=1; 41..46 MPI_Wait coll_complete req=1 op=allreduce
)");
  const Verdict verdict = make_verdict(analysis.analysis(), analysis.report());
  EXPECT_THAT(verdict.beside, Contains(Field(&Finding::metric, "nbc_hidden")));
  EXPECT_THAT(verdict.beside, Not(Contains(Field(&Finding::metric, "nbc_hidden_caused"))));
}

TEST(Verdict, ReportsNothingIfClocksForbidIt) {
  Verdict verdict;
  verdict.clocks_forbid = "Clocks contradict each other.";
  verdict.findings = {late_sender()};
  verdict.beside = {patient_receives()};
  EXPECT_THAT(to_text(verdict, false), Not(HasSubstr("patient")));
  EXPECT_EQ(to_json(verdict)["beside"].size(), 0u);
}

}  // namespace
}  // namespace lull::analysis
