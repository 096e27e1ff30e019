// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/summary/summary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "support/text/text_trace.hpp"

namespace lull {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

// Parses a trace whose definitions have the correct numbers of events.
std::unique_ptr<MemoryTrace> trace_of(const char* text) {
  auto trace = support::parse_text_trace(text).trace;
  for (std::size_t i = 0; i < trace->events.size(); ++i)
    trace->definitions_table.locations[i].events = trace->events[i].size();
  return trace;
}

std::vector<std::string> defects(const char* text) {
  const auto trace = trace_of(text);
  return find_defects(trace->definitions(), summarize(*trace));
}

const char* const kWhole = R"(
  processes 2
  offset 0 0 0
  0: 10 program_begin a.out; 10 enter main; 20 enter MPI_Send; 21 send 1; 30 leave; 90 leave
     95 program_end 0
  1: 5 enter main; 6..40 MPI_Recv recv 0; 50..60 MPI_Barrier collective; 90 leave
)";

TEST(TraceSummary, CountsEventsByKindAndByLocation) {
  const TraceSummary summary = summarize(*trace_of(kWhole));
  EXPECT_EQ(summary.events[kEventKind<Enter>], 5u);
  EXPECT_EQ(summary.events[kEventKind<Leave>], 5u);
  EXPECT_EQ(summary.events[kEventKind<MpiSend>], 1u);
  EXPECT_EQ(summary.events[kEventKind<MpiRecv>], 1u);
  EXPECT_EQ(summary.events[kEventKind<MpiIsend>], 0u);
  ASSERT_EQ(summary.locations.size(), 2u);
  EXPECT_EQ(summary.locations[0].events, 7u);
  EXPECT_EQ(summary.locations[1].events, 9u);
  EXPECT_EQ(summary.event_count(), 16u);
}

TEST(TraceSummary, SpansAllLocations) {
  const TraceSummary summary = summarize(*trace_of(kWhole));
  EXPECT_EQ(summary.first(), Timestamp{5});
  EXPECT_EQ(summary.length(), Duration{90});
  EXPECT_EQ(summary.locations[1].first, Timestamp{5});
  EXPECT_EQ(summary.locations[1].last, Timestamp{90});
}

TEST(TraceSummary, IsZeroLongWithoutEvents) {
  const TraceSummary summary = summarize(*trace_of("processes 1"));
  EXPECT_EQ(summary.event_count(), 0u);
  EXPECT_EQ(summary.length(), Duration{0});
}

TEST(TraceSummary, NamesProgramsAndCollectiveOperations) {
  const TraceSummary summary = summarize(*trace_of(kWhole));
  EXPECT_EQ(summary.programs, (std::map<std::string, std::uint64_t>{{"a.out", 1}}));
  EXPECT_EQ(summary.operations, (std::map<std::string, std::uint64_t>{{"barrier", 1}}));
}

TEST(TraceSummary, ReportsProgress) {
  std::uint64_t last = 0;
  static_cast<void>(summarize(*trace_of(kWhole), [&last](std::uint64_t done) { last = done; }));
  EXPECT_EQ(last, 16u);
}

TEST(TraceSummary, FindsUnmatchedEntersAndLeaves) {
  const TraceSummary summary = summarize(*trace_of(R"(
    region a
    region b
    0: 1 enter a; 2 enter b; 3 leave a; 4 leave b; 5 enter a; 6 enter b
  )"));
  const NestingFaults& faults = summary.locations[0].nesting;
  EXPECT_EQ(faults[NestingFault::SkippedRegion], 1u) << "a skips b";
  EXPECT_EQ(faults[NestingFault::StrayLeave], 1u) << "b is no longer open";
  EXPECT_EQ(faults[NestingFault::OpenEnd], 2u);
}

TEST(TraceDefects, AreEmptyForAnIntactTrace) {
  const auto trace = trace_of(kWhole);
  EXPECT_THAT(find_defects(trace->definitions(), summarize(*trace)), testing::IsEmpty());
}

TEST(TraceDefects, BeginWithDefectsOfTheDefinitions) {
  const auto trace = trace_of(kWhole);
  trace->definitions_table.defects = {"Two of these."};
  EXPECT_EQ(find_defects(trace->definitions(), summarize(*trace)),
            (std::vector<std::string>{"Two of these."}));
}

TEST(TraceDefects, NameALocationWithAnotherNumberOfEvents) {
  const auto trace = trace_of(kWhole);
  trace->definitions_table.locations[1].events = 3;
  EXPECT_THAT(
      find_defects(trace->definitions(), summarize(*trace)),
      Contains(HasSubstr("for 1 of 2 locations, for example 3 instead of 9 for location 1")));
}

TEST(TraceDefects, NameTimesThatRunBackwards) {
  EXPECT_THAT(defects("0: 10 enter main; 5! leave"),
              Contains(HasSubstr("Time runs backwards at 1 event, for example in location 0")));
}

TEST(TraceDefects, NameUnmatchedCounts) {
  EXPECT_THAT(
      defects("processes 2\n0: 1 enter main; 2 coll_begin; 2 send 1; 3 leave"),
      testing::AllOf(
          Contains("1 message is sent and 0 received. At least 1 is therefore unmatched; lull "
                   "analyze, which matches messages one by one, may find more."),
          Contains("1 collective operation begins and 0 end.")));
}

TEST(TraceDefects, NameClocksThatWereNeverCompared) {
  EXPECT_THAT(defects("processes 2\n0: 1 enter main; 2 leave"),
              Contains(HasSubstr("There are no clock offsets")));
  EXPECT_THAT(defects("processes 1\n0: 1 enter main; 2 leave"),
              Not(Contains(HasSubstr("clock offsets"))));
}

TEST(TraceDefects, NameRegionsWithoutAProgrammingModel) {
  const char* const kSentence = "No region belongs to a programming model";
  EXPECT_THAT(defects("processes 2\nregion MPI_Send paradigm=unknown role=unknown\n"
                      "0: 1 enter MPI_Send; 2 leave"),
              Contains(HasSubstr(kSentence)));
  EXPECT_THAT(defects(kWhole), Not(Contains(HasSubstr(kSentence))));
}

TEST(EventNames, AreDifferentFromEachOther) {
  std::set<std::string_view> names;
  for (std::size_t kind = 0; kind < kEventKinds; ++kind) names.insert(name_of_event(kind));
  EXPECT_EQ(names.size(), kEventKinds);
}

}  // namespace
}  // namespace lull
