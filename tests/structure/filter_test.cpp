// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/filter/filter.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lull/base/error.hpp"
#include "structure/filtered_trace.hpp"
#include "support/text/text_trace.hpp"

namespace lull::structure {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::unique_ptr<Filtered> filtered(const char* text, const Selection& selection) {
  return structure::filtered(*support::parse_text_trace(text).trace, selection);
}

Selection cut(std::vector<std::vector<Cut>> cuts) {
  Selection selection;
  selection.cuts = std::move(cuts);
  return selection;
}

const FilterCounts& removed(const Filtered& result, Reason reason) {
  return result.report.removed[static_cast<std::size_t>(reason)];
}

constexpr const char* kMessage = R"(
  processes 2
  0: 0 enter main; 10..20 MPI_Send send 1; 30..40 MPI_Send send 1; 90 leave
  1: 0 enter main; 12..22 MPI_Recv recv 0; 32..42 MPI_Recv recv 0; 90 leave)";

TEST(Filter, MarksMissingTime) {
  const auto result = filtered(kMessage, cut({{{1, 4}}, {{1, 4}}}));
  EXPECT_THAT(
      lines_of(*result->trace, 0),
      ElementsAre("0 ENTER main", "0 MEASUREMENT_ON_OFF off", "30 MEASUREMENT_ON_OFF on",
                  "30 ENTER MPI_Send", "30 MPI_SEND", "40 LEAVE MPI_Send", "90 LEAVE main"));
  EXPECT_EQ(result->report.before.events, 16u);
  EXPECT_EQ(result->report.after.events, 14u);
  EXPECT_EQ(result->report.added, 4u);
  EXPECT_EQ(removed(*result, Reason::Cut).events, 6u);
  EXPECT_EQ(removed(*result, Reason::Cut).messages, 1u);
  EXPECT_EQ(removed(*result, Reason::Cut).time.ticks, 62);
  EXPECT_EQ(result->report.after.messages, 1u);
}

TEST(Filter, RemovesBothEndsOfAMessage) {
  const auto result = filtered(kMessage, cut({{{1, 4}}}));
  EXPECT_THAT(
      lines_of(*result->trace, 1),
      ElementsAre("0 ENTER main", "12 ENTER MPI_Recv", "22 LEAVE MPI_Recv", "32 ENTER MPI_Recv",
                  "42 MPI_RECV", "42 LEAVE MPI_Recv", "90 LEAVE main"));
  EXPECT_EQ(removed(*result, Reason::Partner).events, 1u);
}

TEST(Filter, KeepsTheCallAroundACutEndOfAMessage) {
  Selection selection = cut({{{1, 8}}});
  selection.keep_messages = true;
  const auto result = filtered(R"(
    processes 2
    0: 0 enter main; 5 enter f; 10..20 MPI_Send send 1; 25 leave; 27..28 g; 90 leave
    1: 0 enter main; 12..22 MPI_Recv recv 0; 90 leave)",
                               selection);
  EXPECT_THAT(
      lines_of(*result->trace, 0),
      ElementsAre("0 ENTER main", "0 MEASUREMENT_ON_OFF off", "10 MEASUREMENT_ON_OFF on",
                  "10 ENTER MPI_Send", "10 MPI_SEND", "20 LEAVE MPI_Send",
                  "20 MEASUREMENT_ON_OFF off", "90 MEASUREMENT_ON_OFF on", "90 LEAVE main"));
  EXPECT_EQ(lines_of(*result->trace, 1).size(), 5u);
  EXPECT_EQ(result->report.after.messages, 1u);
}

TEST(Filter, RemovesMessagesCutAtBothEnds) {
  Selection selection = cut({{{1, 4}}, {{1, 4}}});
  selection.keep_messages = true;
  EXPECT_EQ(filtered(kMessage, selection)->report.after.messages, 1u);
}

TEST(Filter, RemovesWholeRequests) {
  const char* const text = R"(
    processes 2
    0: 0 enter main; 10..20 MPI_Isend isend 1 req=1; 30..40 MPI_Test test req=1
       50..60 MPI_Wait isend_complete req=1; 90 leave
    1: 0 enter main; 12..22 MPI_Irecv irecv_request req=2; 52..62 MPI_Wait irecv 0 req=2; 90 leave)";
  for (const Selection& selection : {cut({{{1, 4}}}), cut({{{7, 10}}}), cut({{}, {{1, 4}}}),
                                     cut({{}, {{4, 7}}}), cut({{{4, 7}}})}) {
    const auto result = filtered(text, selection);
    for (const std::size_t location : {0, 1})
      for (const std::string& line : lines_of(*result->trace, location))
        EXPECT_THAT(line,
                    ::testing::AnyOf(::testing::HasSubstr("ENTER"), ::testing::HasSubstr("LEAVE"),
                                     ::testing::HasSubstr("MEASUREMENT")));
  }
}

TEST(Filter, RemovesCollectivesForAllMembers) {
  const char* const text = R"(
    processes 3
    0: 0 enter main; 10..20 MPI_Barrier collective; 30..40 MPI_Bcast collective root=0; 90 leave
    1: 0 enter main; 10..20 MPI_Barrier collective; 30..40 MPI_Bcast collective root=0; 90 leave
    2: 0 enter main; 10..20 MPI_Barrier collective; 30..40 MPI_Bcast collective root=0; 90 leave)";
  const auto result = filtered(text, cut({{}, {{1, 5}}}));
  EXPECT_THAT(lines_of(*result->trace, 2),
              ElementsAre("0 ENTER main", "10 ENTER MPI_Barrier", "20 LEAVE MPI_Barrier",
                          "30 ENTER MPI_Bcast", "30 MPI_COLLECTIVE_BEGIN", "40 MPI_COLLECTIVE_END",
                          "40 LEAVE MPI_Bcast", "90 LEAVE main"));
  EXPECT_EQ(result->report.before.collectives, 2u);
  EXPECT_EQ(result->report.after.collectives, 1u);
  Selection keeping = cut({{}, {{1, 5}}});
  keeping.keep_messages = true;
  EXPECT_EQ(lines_of(*filtered(text, keeping)->trace, 1).size(), 10u);
}

TEST(Filter, EntersAndLeavesOpenRegionsAtTheEndsOfATimeRange) {
  Selection selection;
  selection.times.assign(2, {Timestamp{15}, Timestamp{35}});
  const auto result = filtered(kMessage, selection);
  EXPECT_THAT(lines_of(*result->trace, 0),
              ElementsAre("15 ENTER main", "15 ENTER MPI_Send", "20 LEAVE MPI_Send",
                          "30 ENTER MPI_Send", "35 LEAVE MPI_Send", "35 LEAVE main"));
  EXPECT_EQ(result->report.added, 8u);
  EXPECT_EQ(result->report.after.messages, 0u);
  EXPECT_EQ(removed(*result, Reason::Time).time.ticks, 2 * 70);
}

TEST(Filter, KeepsALocationInACallThatSpansTheTimeRange) {
  Selection selection;
  selection.times.assign(2, {Timestamp{50}, Timestamp{60}});
  EXPECT_THAT(lines_of(*filtered(kMessage, selection)->trace, 1),
              ElementsAre("50 ENTER main", "60 LEAVE main"));
}

TEST(Filter, RemovesUnselectedLocationsWithTheirMessages) {
  Selection selection;
  selection.locations = {false, true};
  const auto result = filtered(kMessage, selection);
  EXPECT_THAT(lines_of(*result->trace, 0), IsEmpty());
  EXPECT_EQ(lines_of(*result->trace, 1).size(), 6u);
  EXPECT_EQ(result->trace->definitions_table.locations.size(), 2u);
  EXPECT_EQ(removed(*result, Reason::Location).time.ticks, 90);
}

// Otherwise it would seem to idle while it is only absent.
TEST(Filter, MarksUnselectedWorkersAsThreads) {
  Selection selection;
  selection.locations = {true, false};
  const auto result = filtered(R"(
    processes 1
    threads 2
    0: 0 enter main; 90 leave
    0.1: 20 enter work; 30 leave)",
                               selection);
  EXPECT_EQ(lines_of(*result->trace, 0).size(), 2u);
  EXPECT_THAT(lines_of(*result->trace, 1), ElementsAre("20 THREAD_BEGIN", "20 THREAD_END"));
}

TEST(Filter, RemovesEnterAndLeaveOfExcludedRegions) {
  const auto text = support::parse_text_trace(R"(
    processes 1
    metric load
    0: 0 enter main; 5 metric load 1; 5 enter f; 5 parameter size 3; 10..20 g; 25 leave; 30..40 h
       90 leave)");
  Selection selection;
  for (const Region& region : text.trace->definitions_table.regions)
    selection.excluded.push_back(region.name == "f");
  EXPECT_THAT(lines_of(*structure::filtered(*text.trace, selection)->trace, 0),
              ElementsAre("0 ENTER main", "10 ENTER g", "20 LEAVE g", "30 ENTER h", "40 LEAVE h",
                          "90 LEAVE main"));
}

TEST(Filter, RemovesATeamWithItsFork) {
  const char* const text = R"(
    processes 1
    threads 2
    0: 0 enter main; 10 fork; 11 team_begin; 12..20 "!$omp parallel" ; 21 team_end; 22 join; 90 leave
    0.1: 11 team_begin; 12..19 "!$omp parallel" ; 20 team_end)";
  const auto gone = filtered(text, cut({{{1, 7}}}));
  EXPECT_THAT(lines_of(*gone->trace, 1), IsEmpty());
  EXPECT_EQ(removed(*gone, Reason::Team).events, 4u);
  const auto kept = filtered(text, cut({{}, {{0, 4}}}));
  EXPECT_THAT(lines_of(*kept->trace, 1),
              ElementsAre("11 THREAD_TEAM_BEGIN", "11 MEASUREMENT_ON_OFF off",
                          "20 MEASUREMENT_ON_OFF on", "20 THREAD_TEAM_END"));
}

TEST(Filter, RemovesALockFromAcquireToRelease) {
  const auto result = filtered(R"(
    processes 1
    threads 1
    0: 0 enter main; 10..20 omp_set_lock 15 acquire; 30..40 omp_unset_lock 35 release; 90 leave)",
                               cut({{{1, 4}}}));
  EXPECT_EQ(removed(*result, Reason::Partner).events, 1u);
}

TEST(Filter, DescribesItselfInTheArchive) {
  Selection selection = cut({{{1, 4}}});
  selection.description = "3 of 4 iterations";
  const auto result = filtered(kMessage, selection);
  const Properties& properties = result->trace->definitions_table.archive_properties;
  EXPECT_THAT(properties,
              ::testing::Contains(::testing::Pair("LULL::FILTERED", "3 of 4 iterations")));
  const auto again = structure::filtered(*result->trace, selection);
  EXPECT_THAT(again->trace->definitions_table.archive_properties,
              ::testing::Contains(
                  ::testing::Pair("LULL::FILTERED", "3 of 4 iterations; 3 of 4 iterations")));
}

TEST(Filter, RefusesANonEmptyDirectory) {
  const support::TemporaryDirectory directory;
  const auto text = support::parse_text_trace(kMessage);
  (void)write_filtered(*text.trace, {}, directory / "small");
  EXPECT_THROW((void)write_filtered(*text.trace, {}, directory / "small"), Error);
}

// Otherwise they would idle there.
TEST(Filter, MarksThreadsOfTheProgramInATimeRange) {
  constexpr const char* kThreads = R"(
    processes 1
    threads 4
    0: 0 enter main; 100 leave
    0.1: 0 thread_begin 1; 10 enter f; 90 leave; 95 thread_end 1
    0.2: 0 thread_begin 2; 10 enter f; 20 leave; 25 thread_end 2
    0.3: 80 thread_begin 3; 81 enter f; 82 leave; 83 thread_end 3)";
  Selection selection;
  selection.times.assign(4, {Timestamp{50}, Timestamp{60}});
  const auto result = filtered(kThreads, selection);
  EXPECT_THAT(lines_of(*result->trace, 1),
              ElementsAre("50 THREAD_BEGIN", "50 ENTER f", "60 LEAVE f", "60 THREAD_END"));
  EXPECT_THAT(lines_of(*result->trace, 2), ElementsAre("50 THREAD_BEGIN", "50 THREAD_END"));
  EXPECT_THAT(lines_of(*result->trace, 3), ElementsAre("60 THREAD_BEGIN", "60 THREAD_END"));
}

}  // namespace
}  // namespace lull::structure
